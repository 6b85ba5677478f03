"""Positions of random games."""

import time

import numpy as np
import pytest

from obversi import batch
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.lab.positions import (
    each,
    judge,
    judged_by_engine,
    judged_positions,
    positions_by_round,
    random_positions,
)
from obversi.rules import RULES, Rules


@pytest.mark.parametrize("size", [4, 6, 8])
def test_rounds_have_their_discs_and_a_choice(size: int) -> None:
    rounds = positions_by_round(50, size, seed=3)
    assert next(iter(rounds)) == 4
    for discs, positions in rounds.items():
        assert (batch.planes(positions, size).sum(axis=(1, 2, 3)) == discs).all()
        assert (batch.legal_moves(positions, size) != 0).all()
    assert len(rounds[4]) == len(rounds[8]) == 50


def test_every_move_of_a_random_game_is_as_likely_as_the_others() -> None:
    second = positions_by_round(9000, seed=1)[6]
    # Three replies to the first move, and four first moves that are alike.
    counts = np.unique(batch.canonical(second), axis=0, return_counts=True)[1]
    assert len(counts) == 3
    assert (abs(counts - 3000) < 4 * np.sqrt(3000)).all()


@pytest.mark.parametrize(("size", "discs"), [(4, 14), (6, 33), (8, 62)])
def test_the_requested_number_of_positions_is_returned(size: int, discs: int) -> None:
    positions = random_positions(300, discs, size, seed=2)
    assert positions.shape == (300, 2)
    assert (batch.planes(positions, size).sum(axis=(1, 2, 3)) == discs).all()
    assert np.array_equal(positions, random_positions(300, discs, size, seed=2))
    assert not np.array_equal(positions, random_positions(300, discs, size, seed=-2))


def test_the_first_position_is_the_start() -> None:
    (row,) = random_positions(1, 4)
    assert batch.to_board(row) == Board()


@pytest.mark.parametrize("discs", [3, 64])
def test_impossible_rounds_are_rejected(discs: int) -> None:
    with pytest.raises(ObversiError, match=f"cannot have {discs} discs: expected 4 to 63"):
        random_positions(1, discs)


def value(board: Board) -> int:
    """The mover's margin if both sides play perfectly, by reading everything."""
    if board.is_over:
        return board.margin()
    found = []
    for move in board.legal_moves:
        board.push(move)
        found.append(-value(board))
        board.pop()
    return max(found)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_values_are_those_of_a_plain_search(size: int, rules: Rules) -> None:
    judged = judged_positions(4, 5, size, rules, seed=3)
    for place, board in enumerate(judged.boards):
        seen = {}
        for move in board.legal_moves:
            board.push(move)
            seen[move.square_index] = -value(board)
            board.pop()
        squares = np.flatnonzero(judged.values[place] != -128)
        assert {square: judged.values[place, square] for square in squares} == seen
        assert judged.best[place] == value(board)


def test_discs_are_lost_against_the_best_move() -> None:
    judged = judged_positions(20, 6, 6, "reversed", seed=2)
    best = judged.values.argmax(axis=1)
    first = [board.legal_moves[0].square_index for board in judged.boards]
    assert (judged.discs_lost(best) == 0).all()
    lost = judged.best - judged.values[np.arange(20), first]
    np.testing.assert_array_equal(judged.discs_lost(first), lost)
    assert lost.max() > 0


def test_points_are_lost_only_with_the_result() -> None:
    judged = judged_positions(40, 6, 8, "normal", seed=1)
    worst = [
        min(board.legal_moves, key=lambda move: row[move.square_index]).square_index
        for board, row in zip(judged.boards, judged.values, strict=True)
    ]
    points = judged.points_lost(worst)
    assert set(points) <= {0.0, 0.5, 1.0}
    assert (points[judged.discs_lost(worst) == 0] == 0).all()
    assert points.max() == 1.0


def test_an_illegal_choice_is_named() -> None:
    judged = judged_positions(2, 6, 6, "normal", seed=1)
    with pytest.raises(ObversiError, match="position 0 is not legal"):
        judged.discs_lost([0, 0] if judged.values[0, 0] == -128 else [63, 63])


def test_a_position_without_a_move_is_rejected() -> None:
    start = batch.starts(1, size=4)
    with pytest.raises(ObversiError, match="no move"):
        judge(np.array([[int(start[0, 0]), 0]], np.uint64), size=4)


@pytest.mark.parametrize("rules", RULES)
def test_the_engine_knows_the_end_and_threads_make_no_difference(rules: Rules) -> None:
    late, early = (random_positions(6, discs, 6, seed=5) for discs in (28, 16))
    found, known = judged_by_engine(late, 6, rules, depth=10), judge(late, 6, rules)
    np.testing.assert_array_equal(found.values, known.values)
    one, other = (judged_by_engine(early, 6, rules, 4, threads).values for threads in (1, 2))
    np.testing.assert_array_equal(one, other)


def test_each_keeps_the_order_and_reports_progress() -> None:
    shares: list[float] = []
    found = each(lambda number: number * number, range(50), 3, shares.append)
    assert found == [number * number for number in range(50)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_an_error_ends_the_work() -> None:
    begun: list[int] = []

    def fails(number: int) -> None:
        begun.append(number)
        time.sleep(0.001)
        if number == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        each(fails, range(1_000), 1)
    assert len(begun) < 1_000
