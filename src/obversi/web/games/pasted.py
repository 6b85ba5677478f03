"""Texts as people paste them, made into what the readers of formats know."""

import re
from typing import Final, NamedTuple

from obversi.board import Board
from obversi.size import SIZES

__all__ = ["Pasted", "plain_text"]

# Letters and digits as Japanese keyboards write them.
_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_QUOTES: Final = " \t\r\n\"'`“”„‘’«»"

# 1) f5 2) d6
_NUMBERED: Final = re.compile(r"(?<!\w)(\d{1,3})[):](?=\s*[a-h][1-8])", re.IGNORECASE)

# What people write between moves, and no format has: f5-d6, f5, d6.
_BETWEEN: Final = re.compile(
    r"(?<=[a-h][1-8])(?:[,;|/>→–]|-(?!-))+(?=\s*[a-h][1-8])", re.IGNORECASE
)

_CELLS: Final = frozenset(size * size for size in SIZES)
_BARE_BOARD: Final = re.compile(r"[-.XxBb*0OoWw1\s]+")
_SIGNS: Final = str.maketrans("●⚫○⚪·×+_*XxOoBbWw.", "XXOO----XXXOOXXOO-")
_COLUMNS: Final = re.compile(r"\s*a\s*b\s*c\s*d(?:\s*e\s*f(?:\s*g\s*h)?)?\s*", re.IGNORECASE)
_ROW: Final = re.compile(r"\s*([1-8])[\s|:]+(.+?)[\s|]*\1?[\s|]*")
_MOVER: Final = re.compile(
    r"\b(black|white)\b|(?<!\S)([XO*●○])(?=\s*(?:to (?:move|play)|$))", re.IGNORECASE
)


class Pasted(NamedTuple):
    """A text for the readers, and what had to be assumed about it."""

    text: str
    note: str = ""


def plain_text(text: str) -> Pasted:
    """Write a text in the letters, the numbering and the boards that formats have."""
    text = text.translate(_WIDE).strip(_QUOTES)
    cells, rest = _drawn_board(text)
    if cells:
        mover = _MOVER.search(rest)
        if mover is None:
            return _with_mover(cells)
        is_black = mover[0].lower() in ("black", "x", "*", "●")
        return Pasted(f"{cells} {'X' if is_black else 'O'}")
    if _is_bare_board(text):
        return _with_mover("".join(text.split()))
    return Pasted(_BETWEEN.sub(" ", _NUMBERED.sub(r"\1. ", text)))


def _is_bare_board(text: str) -> bool:
    """Whether a text is the cells of a board alone; a letter apart is the mover."""
    *rows, last = text.split() or [""]
    has_mover = len(last) == 1 and any(len(row) > 1 for row in rows)
    letters = sum(map(len, rows)) + len(last)
    return letters in _CELLS and not has_mover and _BARE_BOARD.fullmatch(text) is not None


def _drawn_board(text: str) -> tuple[str, str]:
    """Return the cells of a board that is drawn with its coordinates, and what stands below it."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if not _COLUMNS.fullmatch(line):
            continue
        size = len("".join(line.split()))
        rows = [_cells_of(row) for row in lines[place + 1 : place + 1 + size]]
        if len(rows) == size and all(len(row) == size for row in rows):
            return "".join(rows), "\n".join(lines[place + 1 + size :])
    return "", ""


def _cells_of(line: str) -> str:
    """Return the cells of a row that begins with its number; nothing if it is no row."""
    found = _ROW.fullmatch(line)
    cells = re.sub(r"[\s|]", "", found[2]).translate(_SIGNS) if found else ""
    return cells if set(cells) <= set("XO-") else ""


def _with_mover(cells: str) -> Pasted:
    """Let the one move whose turn it is if nobody has passed, or else the one who can."""
    first, second = ("X", "O") if (cells.count("-") + cells.count(".")) % 2 == 0 else ("O", "X")
    mover = second if Board.parse(f"{cells} {first}").must_pass else first
    name = "black" if mover == "X" else "white"
    return Pasted(f"{cells} {mover}", f"it is not told who is to move: {name} is taken")
