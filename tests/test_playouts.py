"""Random playouts: every end in its due share, and the same games for the same seed."""

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest
import reference

from obversi import Board, batch
from obversi.rules import RULES

SIZES = (4, 6, 8)


def results(cells: reference.Cells, turn: int, ply: int = 0) -> dict[tuple[int, int], float]:
    """How likely uniformly random play ends with each margin of black's and number of plies."""
    if reference.is_over(cells):
        return {(reference.margin(cells, reference.BLACK, "normal"), ply): 1.0}
    likely: dict[tuple[int, int], float] = defaultdict(float)
    moves = reference.legal_moves(cells, turn)
    for move in moves:
        below = results(reference.successor(cells, turn, move), -turn, ply + 1)
        for result, chance in below.items():
            likely[result] += chance / len(moves)
    return likely


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "empty"), [(4, 5), (6, 5), (8, 5)])
def test_playouts_are_uniformly_random_games(size: int, empty: int) -> None:
    generator = np.random.default_rng(size)
    views = reference.random_game_views(generator, size, 60)
    endings = views[(views == 0).sum(axis=(1, 2)) == empty][:8]
    games, varied = 20_000, 0
    for index, view in enumerate(endings):
        likely = results((-view).tolist(), reference.BLACK)  # the mover as black
        rows = np.repeat(reference.position_rows(view[None]), games, axis=0)
        for rules, sign in zip(RULES, (1, -1), strict=True):
            found = batch.random_playouts(rows, size, rules, seed=index)
            pairs = zip(found.margins.tolist(), found.plies.tolist(), strict=True)
            counts = Counter((sign * margin, plies) for margin, plies in pairs)
            assert set(counts) <= set(likely)
            for result, chance in likely.items():
                deviation = (games * chance * (1 - chance)) ** 0.5
                assert abs(counts[result] - games * chance) <= 5 * deviation + 1
        varied += len(likely) > 2
    assert varied >= 3


def test_playouts_of_finished_games() -> None:
    boards = [
        Board.parse(64 * "-" + "X"),
        Board.parse(64 * "X" + "O"),
        Board.parse("O" + 63 * "-" + "X"),
        Board.parse(33 * "X" + 31 * "O" + "O"),
    ]
    for rules, sign in zip(RULES, (1, -1), strict=True):
        found = batch.random_playouts(batch.from_boards(boards), rules=rules)
        assert found.margins.tolist() == [0, sign * -64, sign * -64, sign * -2]
        assert found.plies.tolist() == [0, 0, 0, 0]


def test_a_pass_counts_as_a_ply_and_turns_the_margin() -> None:
    board = Board.parse("OX" + 62 * "-" + "X")  # pass, then white takes b1 at c1
    for rules, margin in zip(RULES, (-64, 64), strict=True):
        found = batch.random_playouts(batch.from_boards([board]), rules=rules)
        assert (found.margins[0], found.plies[0]) == (margin, 2)


@pytest.mark.parametrize("size", SIZES)
def test_playouts_from_the_start_look_right(size: int) -> None:
    games = 40_000
    normal = batch.random_playouts(batch.starts(games, size), size, seed=11)
    reverse = batch.random_playouts(batch.starts(games, size), size, "reversed", seed=11)
    assert np.array_equal(normal.margins, -reverse.margins)
    assert np.array_equal(normal.plies, reverse.plies)
    cells = size * size
    assert abs(normal.margins.mean()) < cells / 8
    assert cells / 12 < normal.margins.std() < cells / 2
    assert np.abs(normal.margins.astype(int)).max() <= cells
    assert cells - 8 < normal.plies.mean() < cells - 1
    assert normal.plies.min() >= {4: 6, 6: 9, 8: 9}[size] - 1
    assert (normal.margins % 2 == 0).all()


@pytest.mark.long
def test_the_mean_of_4x4_playouts() -> None:
    likely = results_of_all_games(4)
    mean = sum(margin * chance for margin, chance in likely.items())
    square = sum(margin**2 * chance for margin, chance in likely.items())
    games = 200_000
    found = batch.random_playouts(batch.starts(games, 4), 4, seed=5).margins.astype(int)
    assert abs(found.mean() - mean) < 5 * ((square - mean**2) / games) ** 0.5
    assert set(np.unique(found).tolist()) <= set(likely)


def results_of_all_games(size: int) -> dict[int, float]:
    """The chance of each margin of black's, layer by layer over all positions."""
    start = reference.start(size)
    layer = {(tuple(map(tuple, start)), reference.BLACK): 1.0}
    likely: dict[int, float] = defaultdict(float)
    while layer:
        following: dict[tuple[tuple[tuple[int, ...], ...], int], float] = defaultdict(float)
        for (rows, turn), chance in layer.items():
            cells = [list(row) for row in rows]
            moves = reference.legal_moves(cells, turn)
            if not moves:
                likely[reference.margin(cells, reference.BLACK, "normal")] += chance
            for move in moves:
                after = tuple(map(tuple, reference.successor(cells, turn, move)))
                following[after, -turn] += chance / len(moves)
        layer = following
    return likely


def test_seeds() -> None:
    starts = batch.starts(500)
    runs = [batch.random_playouts(starts, seed=seed) for seed in (0, 1, 2**63, 2**64 - 1)]
    for index, run in enumerate(runs):
        assert not any(np.array_equal(run.margins, other.margins) for other in runs[:index])
    again = batch.random_playouts(starts, seed=1)
    assert np.array_equal(again.margins, runs[1].margins)
    assert np.array_equal(again.plies, runs[1].plies)
    default = batch.random_playouts(starts)
    assert np.array_equal(default.margins, runs[0].margins)
    minus_one = batch.random_playouts(starts, seed=-1)
    assert np.array_equal(minus_one.margins, runs[3].margins)


def test_a_seed_may_be_a_number_of_numpy() -> None:
    seed: Any = np.int64(3)
    found = batch.random_playouts(batch.starts(50), seed=seed)
    assert np.array_equal(found.margins, batch.random_playouts(batch.starts(50), seed=3).margins)


def test_a_game_depends_on_its_row_and_position_alone() -> None:
    count = (1 << 18) + 3000  # more than are played at once
    whole = batch.random_playouts(batch.starts(count, 4), 4, seed=9, threads=2)
    part = batch.random_playouts(batch.starts(1234, 4), 4, seed=9, threads=1)
    assert np.array_equal(whole.margins[:1234], part.margins)
    assert np.array_equal(whole.plies[:1234], part.plies)
    late = whole.margins[1 << 18 :]
    assert not np.array_equal(late, whole.margins[: len(late)])
    mixed = batch.starts(1234, 4)
    mixed[::2] = batch.from_boards([Board.parse(16 * "-" + "X")])
    others = batch.random_playouts(mixed, 4, seed=9)
    assert np.array_equal(others.margins[1::2], part.margins[1::2])


def test_no_game_of_one_seed_is_a_game_of_another() -> None:
    starts = batch.starts(16)
    games = [
        np.stack(batch.random_playouts(starts, seed=seed), axis=1).tolist()
        for seed in range(-16, 0)
    ]
    # Seed and number of a game must not be exchangeable; a few games end alike by chance.
    alike = [games[~k][j] == games[~j][k] for k in range(16) for j in range(k)]
    assert sum(alike) < len(alike) / 4
