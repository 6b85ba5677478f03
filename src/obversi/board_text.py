"""Boards as text: reading the cells, drawing the picture."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from obversi.color import BLACK, EMPTY, WHITE
from obversi.errors import InvalidBoardError

__all__ = ["LETTER_DISCS", "UNICODE_DISCS", "draw", "parse_cells"]

_MEANING = (
    dict.fromkeys("-.", EMPTY) | dict.fromkeys("XxBb*0", BLACK) | dict.fromkeys("OoWw1", WHITE)
)

# Black, empty, white, and an empty square that the mover may play on.
LETTER_DISCS = ("X", "-", "O", "+")
UNICODE_DISCS = ("●", "·", "○", "×")


def parse_cells(text: str) -> tuple[list[int], int]:
    """Read 16, 36 or 64 cells and the mover; blanks and line ends do not matter."""
    if not isinstance(text, str):
        raise InvalidBoardError(f"{text!r} is no board text")
    meanings = []
    for place, letter in enumerate(text):
        if letter.isspace():
            continue
        if letter not in _MEANING:
            raise InvalidBoardError(
                f"{letter!r} at character {place + 1} of the board text is no cell: "
                "expected X, O or -"
            )
        meanings.append(_MEANING[letter])
    cells, mover = meanings[:-1], meanings[-1:]
    if len(meanings) in (16, 36, 64) and len(cells) not in (16, 36, 64):
        raise InvalidBoardError("the mover is missing after the cells: expected X or O at the end")
    if len(cells) not in (16, 36, 64):
        raise InvalidBoardError(
            f"{len(cells)} cells before the mover make no board: expected 16, 36 or 64"
        )
    if mover == [EMPTY]:
        raise InvalidBoardError("the mover after the cells is empty: expected X or O")
    return cells, mover[0]


def draw(
    cells: NDArray[np.int8],
    legal_bits: int,
    status: str,
    discs: Sequence[str] = LETTER_DISCS,
) -> str:
    """Draw the board with its coordinates and a line below it."""
    size = len(cells)
    lines = ["  " + " ".join("abcdefgh"[:size])]
    for row in range(size):
        symbols = [
            discs[3] if legal_bits >> (8 * row + column) & 1 else discs[cells[row, column] + 1]
            for column in range(size)
        ]
        lines.append(f"{row + 1} {' '.join(symbols)}")
    return "\n".join([*lines, status])
