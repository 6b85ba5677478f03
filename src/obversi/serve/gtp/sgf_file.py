"""Games of SGF files as a list of positions."""

from pathlib import Path
from typing import Final

from obversi.board import Board
from obversi.errors import FormatError
from obversi.formats import sgf
from obversi.formats.record import BrokenGameError

__all__ = ["parse_sgf", "read_sgf"]

_LONGEST_FILE: Final = 1 << 20


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
    try:
        record = sgf.parse(text)
    except BrokenGameError as broken:
        if moves is None or len(broken.kept.moves) < moves:
            raise
        record = broken.kept
    return list(record.boards())[: None if moves is None else moves + 1]
