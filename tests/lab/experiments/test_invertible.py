"""RESULT is not invertible: boards that meet, and boards that may have been before."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from obversi import batch
from obversi.board import Board
from obversi.lab.experiments.invertible import EXPERIMENT, boards_before, follow
from obversi.lab.positions import random_positions


@pytest.mark.parametrize(("size", "first"), [(4, 6), (6, 5), (8, 5)])
def test_two_boards_meet(size: int, first: int) -> None:
    result = EXPERIMENT(size=size, games=2)
    assert result.numbers["first ply"] == first
    boards = []
    for moves in (result.numbers["one"], result.numbers["other"]):
        assert len(moves) == first
        board = Board(size)
        for move in moves[:-1]:
            board.push(move)
        boards.append(board)
    one, other = boards
    assert one != other
    last = result.numbers["one"][-1]
    one.push(last)
    other.push(last)
    assert one == other
    assert result.findings[0].verdict == "agrees"
    if size == 4:
        assert len(result.draw().axes) == 6


def test_meetings_are_counted_as_a_slow_search_counts_them() -> None:
    plies, _ = follow(4, most=1000, threads=1)
    boards = {Board(4)}
    for ply in plies:
        reached: dict[tuple[Board, str], int] = {}
        moves = [(board, move) for board in boards for move in board.legal_moves]
        after = []
        for board, move in moves:
            child = board.copy(stack=False)
            child.push(move)
            after.append((child, str(move)))
            reached[after[-1]] = reached.get(after[-1], 0) + 1
        meeting = sum(1 for key in after if reached[key] > 1)
        assert (len(boards), len(moves), meeting) == (ply.boards, ply.moves, ply.meeting)
        boards = {child for child, _ in after}


def test_boards_before_are_all_there_are() -> None:
    positions = random_positions(6, discs=9, size=4, seed=3)
    after = batch.successors(positions, 4)
    counted = boards_before(after.positions, after.moves, 4)
    for row in range(0, len(counted), 3):
        assert counted[row] == _slow_boards_before(after.positions[row], int(after.moves[row]))


def _slow_boards_before(after: NDArray[np.uint64], move: int) -> int:
    """Try every colour of every disc but the new one."""
    target = batch.to_board(after, turn=1, size=4)
    cells = target.to_array()
    cells[move // 8, move % 8] = 0
    places = np.argwhere(cells != 0)
    count = 0
    for colors in product((-1, 1), repeat=len(places)):
        before = np.zeros_like(cells)
        before[tuple(places.T)] = colors
        board = Board.from_array(before, turn=-1)
        flips = board.to_array()
        name = "abcd"[move % 8] + str(move // 8 + 1)
        turned = board.flips(name) if name in board.legal_moves else ()
        for square in turned:
            flips[square.row, square.column] = -1
        flips[move // 8, move % 8] = -1
        count += bool(turned) and np.array_equal(flips, target.to_array())
    return count
