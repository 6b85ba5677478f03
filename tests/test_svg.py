"""Boards as SVG: what is drawn, counted in the parsed picture."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi import Board, Move, SquareSet, svg

boards = st.from_type(ob.Board)
SVG = "{http://www.w3.org/2000/svg}"
UNIT, MARGIN = 48, 24
DISC, DOT, LAST = "20", "5", "6"


class Picture:
    """A parsed drawing."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)

    def circles(self, radius: str) -> set[str]:
        """The squares in whose middle there is a circle of this radius."""
        found = [circle for circle in self.all("circle") if circle.get("r") == radius]
        names = [square_of(circle.get("cx"), circle.get("cy")) for circle in found]
        assert len(set(names)) == len(names)
        return set(names)

    def frames(self) -> set[str]:
        found = [rect for rect in self.all("rect") if rect.get("fill") == "none"]
        middles = [
            [float(rect.get(at, "")) + float(rect.get(long, "")) / 2 for at, long in PLACES]
            for rect in found
        ]
        return {square_of(x, y) for x, y in middles}

    def values(self) -> dict[str, tuple[str | None, str | None]]:
        """The text and weight of the number on each square."""
        found = [text for text in self.all("text") if text.get("font-weight")]
        return {
            square_of(text.get("x"), text.get("y")): (text.text, text.get("font-weight"))
            for text in found
        }

    def labels(self) -> list[str | None]:
        return [text.text for text in self.all("text") if not text.get("font-weight")]

    def title(self) -> str | None:
        return self.root.findtext(f"{SVG}title")

    def all(self, tag: str) -> Iterator[ElementTree.Element]:
        return self.root.iter(SVG + tag)


PLACES = (("x", "width"), ("y", "height"))


def square_of(x: str | float | None, y: str | float | None) -> str:
    assert x is not None
    assert y is not None
    column, row = ((float(at) - MARGIN - UNIT / 2) / UNIT for at in (x, y))
    assert column == int(column)
    assert row == int(row)
    return "abcdefgh"[int(column)] + str(int(row) + 1)


def played(*moves: str) -> Board:
    board = Board()
    for move in moves:
        board.push(move)
    return board


@given(boards)
def test_discs_dots_and_the_last_move(board: Board) -> None:
    picture = Picture(board.svg())
    assert picture.circles(DISC) == board.black | board.white
    assert picture.circles(DOT) == {move for move in board.legal_moves if not move.is_pass}
    last = {board.peek()} if board.ply and not board.peek().is_pass else set()
    assert picture.circles(LAST) == last
    assert picture.frames() == set()
    assert picture.values() == {}
    assert picture.title() == f"Reversi, {board.status()}"
    files = list("abcdefgh"[: board.size])
    assert sorted(picture.labels(), key=str) == [str(n + 1) for n in range(board.size)] + files


@given(boards)
def test_a_notebook_shows_the_same(board: Board) -> None:
    assert board._repr_svg_() == board.svg()


def test_discs_have_the_colour_of_their_player() -> None:
    picture = Picture(Board().svg())
    fills: dict[str, str] = {}
    for circle in picture.all("circle"):
        if circle.get("r") == DISC:
            fills[square_of(circle.get("cx"), circle.get("cy"))] = circle.get("fill", "")
    brightness = {square: sum(bytes.fromhex(fill[1:])) for square, fill in fills.items()}
    assert brightness["d4"] == brightness["e5"] > 600
    assert brightness["e4"] == brightness["d5"] < 150


def test_without_dots() -> None:
    assert Picture(Board().svg(show_moves=False)).circles(DOT) == set()


def test_another_last_move() -> None:
    board = played("f5", "d6")
    assert Picture(board.svg()).circles(LAST) == {"d6"}
    assert Picture(board.svg(last_move="F5")).circles(LAST) == {"f5"}


def test_no_last_move_after_a_pass() -> None:
    board = Board.parse("OX" + 62 * "-" + "X")
    board.push("pass")
    assert Picture(board.svg()).circles(LAST) == set()


def test_marks() -> None:
    picture = Picture(Board().svg(marks=["a1", "H8", ob.Move("d3")]))
    assert picture.frames() == {"a1", "h8", "d3"}


def test_values_take_the_place_of_dots_and_the_largest_is_bold() -> None:
    values = {"d3": 4, "C4": -2.5, "f5": 4.0, "a1": 0, "d4": -11}
    picture = Picture(Board().svg(values=values))
    assert picture.values() == {
        "d3": ("+4", "bold"),
        "c4": ("-2.5", "normal"),
        "f5": ("+4", "bold"),
        "a1": ("0", "normal"),
        "d4": ("-11", "normal"),
    }
    assert picture.circles(DOT) == {"e6"}


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_size_of_the_picture(size: int) -> None:
    for square_size in (12, 48, 100):
        root = Picture(Board(size).svg(square_size=square_size)).root
        side = size * UNIT + 2 * MARGIN
        assert root.get("viewBox") == f"0 0 {side} {side}"
        assert root.get("width") == root.get("height") == str(round(side * square_size / UNIT))


def test_texts_are_escaped() -> None:
    title = """<b> & "quotes" 'too' ]]>"""
    text = svg.draw(
        np.zeros((4, 4), np.int8),
        legal=SquareSet(),
        last_move=None,
        marks=SquareSet(),
        values={Move("a1"): float("nan"), Move("b1"): float("inf")},
        square_size=48,
        title=title,
    )
    assert Picture(text).title() == title


@pytest.mark.parametrize("square", ["e5", "z1", "pass", "3"])
def test_what_is_no_square_is_rejected(square: str) -> None:
    board = Board(4)
    drawings: list[Callable[[], str]] = [
        lambda: board.svg(marks=["a1", square]),
        lambda: board.svg(values={square: 1.0}),
        lambda: board.svg(last_move=square),
    ]
    for draw in drawings:
        with pytest.raises(ob.InvalidMoveError) as caught:
            draw()
        assert repr(square) in str(caught.value)
    assert board == Board(4)


@pytest.mark.parametrize("square_size", [0, -48])
def test_a_picture_of_no_size_is_rejected(square_size: int) -> None:
    with pytest.raises(ob.ObversiError, match=str(square_size)):
        Board().svg(square_size=square_size)


@pytest.mark.parametrize("value", ["x", None])
def test_values_rejected(value: float) -> None:
    with pytest.raises(ob.InputError, match=f"the value of a1 cannot be {value!r}: expected a num"):
        Board().svg(values={"a1": value})
