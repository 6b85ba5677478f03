"""The eight symmetries, against arithmetic on rows and columns."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi import Board, Move, SquareSet, Symmetry, batch

boards = st.from_type(ob.Board)
SIZES = (4, 6, 8)

# Where a square lands, n being the last row.
LANDS: dict[Symmetry, Callable[[int, int, int], tuple[int, int]]] = {
    Symmetry.IDENTITY: lambda row, column, n: (row, column),  # noqa: ARG005
    Symmetry.MIRROR: lambda row, column, n: (row, n - column),
    Symmetry.UPSIDE_DOWN: lambda row, column, n: (n - row, column),
    Symmetry.HALF_TURN: lambda row, column, n: (n - row, n - column),
    Symmetry.TRANSPOSE: lambda row, column, n: (column, row),  # noqa: ARG005
    Symmetry.CLOCKWISE: lambda row, column, n: (column, n - row),
    Symmetry.ANTICLOCKWISE: lambda row, column, n: (n - column, row),
    Symmetry.ANTITRANSPOSE: lambda row, column, n: (n - column, n - row),
}


def test_there_are_eight() -> None:
    assert list(Symmetry) == list(LANDS) == list(range(8))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symmetry", Symmetry)
def test_where_each_square_lands(symmetry: Symmetry, size: int) -> None:
    for row, column in np.ndindex(size, size):
        there = Move.at(*LANDS[symmetry](row, column, size - 1))
        here = Move.at(row, column)
        assert symmetry.move(here, size) is there
        assert symmetry.move(here.upper(), size) is there
        assert symmetry.squares(SquareSet([here]), size) == {there}
        assert symmetry.inverse.move(there, size) is here
    assert symmetry.move("pass", size) is ob.PASS


def test_corners_of_the_names() -> None:
    assert Symmetry.MIRROR.move("a1") == "h1"
    assert Symmetry.UPSIDE_DOWN.move("a1") == "a8"
    assert Symmetry.CLOCKWISE.move("b1") == "h2"
    assert Symmetry.ANTICLOCKWISE.move("b1", size=6) == "a5"


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("symmetry", Symmetry)
@given(boards)
def test_transformed_boards(symmetry: Symmetry, board: Board) -> None:
    image = board.transform(symmetry)
    expected = np.zeros((board.size, board.size), np.int8)
    for (row, column), cell in np.ndenumerate(board.to_array()):
        expected[LANDS[symmetry](row, column, board.size - 1)] = cell
    assert np.array_equal(image.to_array(), expected)
    assert (image.turn, image.size, image.rules) == (board.turn, board.size, board.rules)
    assert image.move_stack == []
    moved = {symmetry.move(move, board.size) for move in board.legal_moves}
    assert set(image.legal_moves) == moved
    assert image.transform(symmetry.inverse) == board
    assert image.canonical() == board.canonical()


@given(boards)
def test_canonical_is_one_of_the_images(board: Board) -> None:
    before = board.copy()
    canonical = board.canonical()
    assert canonical in [board.transform(symmetry) for symmetry in Symmetry]
    assert canonical == board.transform(board.canonical_symmetry)
    assert canonical.canonical() == canonical
    assert board == before
    rows = batch.from_boards([board])
    assert tuple(batch.canonical(rows, board.size)[0].tolist()) == canonical.bits


def test_canonical_tells_different_positions_apart() -> None:
    board = Board()
    board.push("d3")
    images = set()
    for reply in board.legal_moves:
        board.push(reply)
        images.add(board.canonical())
        board.pop()
    assert len(images) == 3


def test_positions_by_symmetry_after_each_ply() -> None:
    """The known numbers of different 8×8 positions."""
    found = []
    positions = batch.starts(1)
    for _ in range(9):
        positions = np.unique(batch.canonical(positions), axis=0)
        found.append(len(positions))
        positions = batch.successors(positions).positions
    assert found == [1, 1, 3, 14, 60, 322, 1773, 10649, 67245]


@pytest.mark.parametrize("symmetry", [8, -1, "mirror", None])
def test_what_is_no_symmetry_is_rejected(symmetry: int) -> None:
    board = Board()
    with pytest.raises(ob.ObversiError) as caught:
        board.transform(symmetry)
    assert repr(symmetry) in str(caught.value)
    assert board == Board()


@pytest.mark.parametrize(("move", "size"), [("e1", 4), ("a5", 4), ("h8", 4), ("g7", 6)])
def test_squares_beyond_the_board_are_rejected(move: str, size: int) -> None:
    for symmetry in Symmetry:
        with pytest.raises(ob.InvalidMoveError) as caught:
            symmetry.move(move, size)
        assert move in str(caught.value)
        with pytest.raises(ob.ObversiError) as caught_set:
            symmetry.squares(SquareSet(["a1", move]), size)
        assert move in str(caught_set.value)


def test_sizes_rejected() -> None:
    for size in (3, 5, 10, 0, -4, 100):
        with pytest.raises(ob.InvalidBoardError, match=str(size)):
            Symmetry.MIRROR.move("a1", size)
        with pytest.raises(ob.InvalidBoardError, match=str(size)):
            Symmetry.MIRROR.squares(SquareSet(["a1"]), size)
