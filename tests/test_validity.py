"""Why positions cannot come about: never said of a game's positions, said of what is wrong."""

from functools import cache

import numpy as np
import pytest
import reference
from hypothesis import given, strategies as st
from numpy.typing import NDArray

import obversi as ob
from obversi import Board, batch

SIZES = (4, 6, 8)


@given(st.from_type(ob.Board))
def test_positions_of_games_have_no_problems(board: Board) -> None:
    assert board.problems() == []
    image = board.transform(ob.Symmetry.CLOCKWISE)
    image = image.transform(ob.Symmetry.CLOCKWISE)
    assert not image.problems()


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "plies"), [(4, 7), (6, 5), (8, 5)])
def test_no_early_position_has_problems(size: int, plies: int) -> None:
    board = Board(size)
    seen = {board.copy()}
    layer = [board]
    for _ in range(plies):
        following = []
        for before in layer:
            for move in before.legal_moves:
                after = before.copy(stack=False)
                after.push(move)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
    assert len(seen) > 500
    assert [found for found in seen if found.problems()] == []


def problems(text: str) -> list[str]:
    return Board.parse(text).problems()


def test_no_disc() -> None:
    for size in SIZES:
        assert problems(size * size * "-" + "X") == ["there is no disc on the board"]


@pytest.mark.parametrize("size", SIZES)
def test_a_hole_in_the_centre(size: int) -> None:
    low, high = size // 2 - 1, size // 2
    for row, column in ((low, low), (low, high), (high, low), (high, high)):
        cells = Board(size).to_array()
        cells[row, column] = 0
        found = Board.from_array(cells).problems()
        assert found
        assert ob.Move.at(row, column) in found[0]
        assert "centre" in found[0]


@pytest.mark.parametrize("size", [6, 8])
def test_a_disc_far_away(size: int) -> None:
    cells = Board(size).to_array()
    cells[0, 0] = ob.BLACK
    found = Board.from_array(cells, turn=ob.WHITE).problems()
    assert any("on a1 cannot have flipped" in problem for problem in found)


@pytest.mark.parametrize("row", [0, 7])
def test_an_island_away_from_the_centre(row: int) -> None:
    cells = Board(8).to_array()
    cells[row, :3] = ob.BLACK
    found = Board.from_array(cells, turn=ob.WHITE).problems()
    island = ", ".join(f"{column}{row + 1}" for column in "abc")
    assert found == [
        f"a disc placed on b{row + 1} cannot have flipped another",
        f"nothing joins {island} to the other discs",
    ]


def test_a_disc_that_touches_but_has_no_line() -> None:
    cells = Board(8).to_array()
    cells[2, 4] = ob.BLACK
    assert not Board.from_array(cells, turn=ob.WHITE).problems()
    cells[1, 3] = ob.WHITE
    found = Board.from_array(cells).problems()
    assert found == ["a disc placed on d2 cannot have flipped another"]


@pytest.mark.parametrize("size", SIZES)
def test_the_wrong_player_to_move(size: int) -> None:
    board = Board(size)
    found = Board.from_array(board.to_array(), turn=ob.WHITE).problems()
    assert len(found) == 1
    assert "white's turn" in found[0]
    board.push(board.legal_moves[0])
    found = Board.from_array(board.to_array(), turn=ob.BLACK).problems()
    assert len(found) == 1
    assert "black's turn" in found[0]


# From which move on a pass is possible, by going through all games


@cache
def layers(size: int) -> list[NDArray[np.uint64]]:
    """All positions by the number of moves, up to symmetry, until one has no move."""
    positions = batch.starts(1, size)
    found = []
    while True:
        positions = np.unique(batch.canonical(positions, size), axis=0)
        found.append(positions)
        if not batch.legal_moves(positions, size).all():
            return found
        positions = batch.successors(positions, size).positions


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "first"), [(4, 4), (6, 8), (8, 8)])
def test_before_the_first_pass_the_discs_show_the_mover(size: int, first: int) -> None:
    assert len(layers(size)) - 1 == first
    for moves, positions in enumerate(layers(size)[:-1]):
        mover = ob.BLACK if moves % 2 == 0 else ob.WHITE
        for row in positions[:: len(positions) // 200 + 1]:
            board = batch.to_board(row, turn=mover, size=size)
            wrong = Board.from_array(board.to_array(), turn=-mover)
            assert board.problems() == []
            assert any("turn" in problem for problem in wrong.problems())


@pytest.mark.parametrize("size", SIZES)
def test_after_the_first_pass_either_may_move(size: int) -> None:
    last = layers(size)[-1]
    stuck = last[batch.legal_moves(last, size) == 0]
    mover = ob.BLACK if len(layers(size)) % 2 == 1 else ob.WHITE
    assert len(stuck)
    for row in stuck:
        board = batch.to_board(row, turn=mover, size=size)
        assert reference.must_pass(board.to_array().tolist(), mover)
        assert not board.problems()
        board.push("pass")
        assert not board.problems()
