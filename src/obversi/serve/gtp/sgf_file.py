"""Games in SGF files as this package writes them: one game, one line of play, squares by name."""

import re
from pathlib import Path
from typing import Final

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import FormatError
from obversi.formats.problems import quoted
from obversi.formats.record import play
from obversi.move import Move
from obversi.size import checked_size

__all__ = ["parse_sgf", "read_sgf"]

_LONGEST_FILE: Final = 1 << 20
_PROPERTY: Final = re.compile(r"\s*(?:;|([A-Za-z]+)\s*((?:\[(?:\\.|[^\]\\])*\]\s*)+))", re.DOTALL)
_END: Final = re.compile(r"\s*\Z")
_SHOWN: Final = 1000  # more than is quoted of what cannot be read
_VALUE: Final = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_OTHELLO: Final = "2"
_COLORS: Final = {"B": BLACK, "W": WHITE}


def read_sgf(path: str, moves: int | None = None) -> list[Board]:
    """Read the positions of the game in a file, as `parse_sgf` does."""
    file = Path(path)
    try:
        if file.exists() and not file.is_file():  # such as a device, which has no end
            raise FormatError("it is no file")
        with file.open("rb") as opened:
            data = opened.read(_LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(reason) from error
    if len(data) > _LONGEST_FILE:
        raise FormatError(f"it has more than {_LONGEST_FILE} bytes")
    return parse_sgf(data.decode("utf-8", "replace"), moves)


def parse_sgf(text: str, moves: int | None = None) -> list[Board]:
    """Read the positions of a game, from its start on, or those up to so many moves.

    >>> parse_sgf("(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])")[-1].move_stack
    ['f5', 'd6']
    """
    root, written = _parts(text)
    boards = [_start(root)]
    for color, square in written[:moves]:
        board = boards[-1].copy()
        play(board, square or "pass", color)
        boards.append(board)
    return boards


def _parts(text: str) -> tuple[dict[str, list[str]], list[tuple[int, str]]]:
    """Return what stands before the first move, and the moves."""
    inner = text.strip().removeprefix("\ufeff")
    if not (inner.startswith("(") and inner.endswith(")")):
        raise FormatError(f"{quoted(inner)} is no SGF: expected (;GM[2]…)")
    inner = inner[1:-1]
    root: dict[str, list[str]] = {}
    written: list[tuple[int, str]] = []
    place = 0
    while not _END.match(inner, place):
        found = _PROPERTY.match(inner, place)
        if not found:
            raise FormatError(
                f"{quoted(inner[place : place + _SHOWN].strip())} cannot be read: "
                "expected one game without variations"
            )
        place = found.end()
        name, values = found[1], _VALUE.findall(found[2] or "")
        if name in _COLORS:
            written.append((_COLORS[name], values[0].strip()))
        elif name and not written:
            root.setdefault(name, []).extend(re.sub(r"\\(.)", r"\1", value) for value in values)
    return root, written


def _start(root: dict[str, list[str]]) -> Board:
    game = root.get("GM", [_OTHELLO])[0].strip()
    if game != _OTHELLO:
        raise FormatError(f"GM[{game[:30]}] is another game: expected GM[2], Othello")
    size_text = root.get("SZ", ["8"])[0].strip()
    size = checked_size(int(size_text) if size_text.isdecimal() and len(size_text) < 4 else 0)
    rules = "reversed" if root.get("RU", [""])[0].strip().lower() == "reversed" else "normal"
    if not ("AB" in root or "AW" in root):
        return Board(size, rules)
    cells = ["-"] * size**2
    for name, disc in (("AB", "X"), ("AW", "O")):
        for square in root.get(name, []):
            move = Move(square.strip())
            if move.is_pass or move.row >= size or move.column >= size:
                raise FormatError(f"{name}[{square}] is no square of a {size}×{size} board")
            cells[size * move.row + move.column] = disc
    mover = "O" if root.get("PL", ["B"])[0].strip().upper().startswith("W") else "X"
    return Board.parse(f"{''.join(cells)} {mover}", rules)
