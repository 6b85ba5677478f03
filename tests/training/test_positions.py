"""Positions of games: those of boards played by hand, each once."""

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.typing import NDArray

import obversi as ob
from obversi.errors import FormatError, ObversiError
from obversi.rules import RULES, Rules
from obversi.training.data_generation import generate
from obversi.training.from_files import add_files
from obversi.training.game_files import GameData
from obversi.training.positions import EXACT, PLAYED, Positions, read_positions
from obversi.training.self_play import SelfPlaySettings
from obversi.weights import read_weights, shipped_path

# Behind the last move of a record.
UNKNOWN_SQUARE = 255


def columns(rows: Sequence[tuple[int, ...]]) -> dict[str, NDArray[Any]]:
    kinds = {
        "own": np.uint64,
        "opp": np.uint64,
        "margin": np.float32,
        "empties": np.uint8,
        "source": np.uint8,
        "game": np.uint32,
    }
    table = list(zip(*rows, strict=True)) or [()] * len(kinds)
    return {name: np.array(table[at], kind) for at, (name, kind) in enumerate(kinds.items())}


def board_of(own: int, opp: int, rules: Rules) -> ob.Board:
    """A board of 6×6 with black to move."""
    cells = [[(own >> 8 * r + c & 1) - (opp >> 8 * r + c & 1) for c in range(6)] for r in range(6)]
    return ob.Board.from_array(-np.array(cells, np.int8), ob.BLACK, rules)


def held_out(game: int) -> bool:
    """Whether a game is held out, by the rule written once more."""
    word, most = (game + 0x9E3779B97F4A7C15) & (1 << 64) - 1, (1 << 64) - 1
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & most
    word = (word ^ word >> 27) * 0x94D049BB133111EB & most
    return (word ^ word >> 31) % 50 == 0


rows_of_few_positions = st.lists(
    st.tuples(
        st.integers(0, 3),  # own
        st.integers(0, 1).map(lambda opp: opp << 63),
        st.integers(-64, 64),
        st.integers(1, 60),
        st.integers(0, 2),
        st.integers(0, 200),
    ),
    max_size=60,
)


@given(rows_of_few_positions, st.integers(1, 7), st.integers(1, 3))
def test_every_position_is_there_once_with_its_surest_margins(
    rows: list[tuple[int, ...]], pieces: int, threads: int
) -> None:
    groups = defaultdict(list)
    for own, opp, margin, empties, source, game in rows:
        groups[own, opp, empties].append((source, margin, game))
    parts = [columns(rows[first::pieces]) for first in range(pieces)]
    positions = Positions.of_columns(parts, threads)
    assert len(positions) == len(groups)
    assert np.all(np.diff(positions.empties.astype(int)) >= 0)
    for at in range(len(positions)):
        key = (int(positions.own[at]), int(positions.opp[at]), int(positions.empties[at]))
        group = groups.pop(key)
        surest = min(source for source, *_ in group)
        margins = [margin for source, margin, *_ in group if source == surest]
        assert positions.source[at] == surest
        assert positions.margin[at] == pytest.approx(np.mean(margins))
        assert positions.held_out[at] == held_out(min(game for *_, game in group))


def test_one_game_of_fifty_is_held_out() -> None:
    rows = columns([(game, 0, 0, 30, 1, game) for game in range(20_000)])
    share = Positions.of_columns([rows]).held_out.mean()
    assert 0.016 < share < 0.024


@pytest.mark.parametrize("td_lambda", [-0.1, 1.5, float("nan")])
def test_lambda_out_of_bounds_is_an_error(tmp_path: Path, td_lambda: float) -> None:
    with pytest.raises(ObversiError, match="from 0 to 1"):
        read_positions([GameData.create(tmp_path)], td_lambda=td_lambda)


def test_with_lambda_0_margins_are_means_of_results_and_searched_values(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 6, "normal")
    weights = read_weights(shipped_path(6, "normal"))
    settings = SelfPlaySettings(depth=2, solve=6, random_least=3, random_most=3, noise=0)
    *_, _last = generate(data, weights, settings, games=30)
    results, searched, between = (
        read_positions([data], td_lambda=td_lambda) for td_lambda in (1, 0, 0.5)
    )
    exact = results.source == EXACT
    assert (results.margin[exact] == searched.margin[exact]).all()
    assert (results.margin != searched.margin).any()
    assert (between.margin != searched.margin).any()
    values = defaultdict(list)
    for game in data.read():
        board = ob.Board(6)
        for ply, square in enumerate(game["moves"]):
            if square == UNKNOWN_SQUARE:
                break
            if board.must_pass:
                board.push(ob.PASS)
            if 3 <= ply < game["exact_from"] and ply >= game["first"]:
                values[board.canonical().bits].append(int(game["values"][ply]))
            board.push(ob.Move.from_index(int(square)))
    inexact = searched[~exact]
    compared = 0
    both = zip(inexact.own, inexact.opp, inexact.margin, results.margin[~exact], strict=True)
    for own, opp, margin, result in both:
        if found := values.get((int(own), int(opp))):
            assert margin == pytest.approx((result + np.mean(found)) / 2)
            compared += 1
    assert compared > 100


def test_rows_can_be_chosen() -> None:
    positions = Positions.of_columns([columns([(own, 0, own, own, 0, 0) for own in range(9)])])
    late = positions[positions.empties < 3]
    assert late.own.tolist() == late.margin.tolist() == [0, 1, 2]


def test_no_games_are_no_positions(tmp_path: Path) -> None:
    positions = read_positions([GameData.create(tmp_path)])
    assert len(positions) == 0


# From games


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_positions_of_added_games_are_those_of_boards(
    tmp_path: Path, size: int, rules: Rules
) -> None:
    choose = random.Random(size)
    lines: list[str] = []
    margins = defaultdict(list)
    while len(lines) < 40:
        board = ob.Board(size, rules)
        seen: list[ob.Board] = []
        while not board.is_over:
            seen.append(board.copy())
            board.push(choose.choice(board.legal_moves))
        line = "".join(move for move in board.move_stack if not move.is_pass)
        if line in lines:
            continue
        lines.append(line)
        outcome = board.outcome()
        assert outcome is not None
        for before in seen:
            if not before.must_pass:
                image = before.canonical().bits
                margins[image].append(outcome.margin_for(before.turn))
    path = tmp_path / "games.txt"
    path.write_text("\n".join(lines))
    data = GameData.create(tmp_path / "games", size, rules)
    *_, added = add_files(data, [path])
    assert added.games == 40
    counts: list[tuple[int, int]] = []
    positions = read_positions([data], on_progress=lambda done, of: counts.append((done, of)))
    assert counts == [(40, 40)]
    assert len(positions) == len(margins)
    for at in range(len(positions)):
        own, opp = int(positions.own[at]), int(positions.opp[at])
        assert positions.margin[at] == pytest.approx(np.mean(margins.pop((own, opp))))
        assert positions.empties[at] == size * size - (own | opp).bit_count()
    assert set(positions.source.tolist()) == {PLAYED}


@pytest.mark.parametrize("rules", RULES)
def test_exact_positions_of_self_play_are_solved(tmp_path: Path, rules: Rules) -> None:
    data = GameData.create(tmp_path, 6, rules)
    settings = SelfPlaySettings(solve=8)
    *_, _last = generate(data, settings=settings, games=30, threads=1)
    positions = read_positions([data], threads=1)
    exact = positions[positions.source == EXACT]
    assert len(exact) > 100
    assert int(exact.empties.max()) <= 8 < int(positions.empties.max())
    engine = ob.Engine()
    for at in range(0, len(exact), 7):
        board = board_of(int(exact.own[at]), int(exact.opp[at]), rules)
        assert exact.margin[at] == engine.solve(board).margin
    only = read_positions([], exact_only=[data])
    assert np.array_equal(only.own, exact.own)
    assert np.array_equal(only.margin, exact.margin)


def test_positions_of_two_folders_are_merged(tmp_path: Path) -> None:
    folders = []
    for seed in (1, 2):
        folders.append(GameData.create(tmp_path / str(seed), 4, "normal"))
        *_, _last = generate(folders[-1], settings=SelfPlaySettings(seed=seed), games=50)
    alone = [read_positions([data]) for data in folders]
    both = read_positions(folders)
    images = [{(int(o), int(p)) for o, p in zip(part.own, part.opp, strict=True)} for part in alone]
    assert len(both) == len(images[0] | images[1]) > max(map(len, images))


def test_different_games_do_not_go_together(tmp_path: Path) -> None:
    folders = [GameData.create(tmp_path / rules, 4, rules) for rules in RULES]
    with pytest.raises(ObversiError, match=r"cannot be merged: normal 4×4, reversed 4×4"):
        read_positions(folders)


def test_damaged_files_are_rejected_or_left_out(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4, "normal")
    *_, _last = generate(data, games=50)
    kept = len(read_positions([data]))
    games = data.read().copy()
    games["moves"][3, 2] = 0  # a corner, long before it can be legal
    games["number"] += 50
    with data.writing() as writer:
        writer.append(games, 50, 50)
    with pytest.raises(FormatError, match=r"games-0000000050\.obg: .*3"):
        read_positions([data])
    problems: list[FormatError] = []
    assert len(read_positions([data], on_problem=problems.append)) == kept
    assert len(problems) == 1
