"""Positions whose values are known: compared with a search of every line, move by move."""

import numpy as np
import pytest

from obversi import Board, ObversiError, batch
from obversi.lab.positions.judged import judge, judged_by_engine, judged_positions
from obversi.lab.positions.sampling import random_positions

RULES = ("normal", "reversed")


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
def test_values_are_those_of_a_plain_search(size: int, rules: str) -> None:
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


def test_a_position_without_a_move_is_refused() -> None:
    start = batch.starts(1, size=4)
    with pytest.raises(ObversiError, match="no move"):
        judge(np.array([[int(start[0, 0]), 0]], np.uint64), size=4)


@pytest.mark.parametrize("rules", RULES)
def test_the_engine_knows_the_end_and_threads_make_no_difference(rules: str) -> None:
    late, early = (random_positions(6, discs, 6, seed=5) for discs in (28, 16))
    found, known = judged_by_engine(late, 6, rules, depth=10), judge(late, 6, rules)
    np.testing.assert_array_equal(found.values, known.values)
    one, other = (judged_by_engine(early, 6, rules, 4, threads).values for threads in (1, 2))
    np.testing.assert_array_equal(one, other)
