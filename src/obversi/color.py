"""The two players and the empty square, as the numbers that stand for them everywhere."""

from typing import Literal

from obversi.errors import InvalidBoardError

#: A player: black (-1) or white (+1).
Color = Literal[-1, 1]

# What lies on a square.
BLACK: Color = -1
EMPTY = 0
WHITE: Color = 1


def checked_color(color: int) -> Color:
    """Return the colour; raise `InvalidBoardError` if the number is not one."""
    if color == BLACK:
        return BLACK
    if color == WHITE:
        return WHITE
    raise InvalidBoardError(f"{color!r} is no colour: black is -1, white is 1")


def color_name(color: int) -> str:
    """Return "black" or "white"."""
    return "black" if checked_color(color) == BLACK else "white"
