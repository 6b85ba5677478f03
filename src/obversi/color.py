"""The two players and the empty square, as the numbers that stand for them everywhere."""

from typing import Final

from obversi.errors import InvalidBoardError

__all__ = ["BLACK", "EMPTY", "WHITE", "checked_color", "color_name"]

BLACK: Final = -1
EMPTY: Final = 0
WHITE: Final = 1


def checked_color(color: int) -> int:
    """Return the colour if it is one."""
    if color not in (BLACK, WHITE):
        raise InvalidBoardError(f"{color!r} is no colour: black is -1, white is 1")
    return int(color)


def color_name(color: int) -> str:
    """Return "black" or "white"."""
    return "black" if checked_color(color) == BLACK else "white"
