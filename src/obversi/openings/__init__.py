"""The names of openings on 8×8.

>>> board = Board()
>>> for move in ("c4", "e3", "f6", "e6", "f5"):
...     board.push(move)
>>> name_of(board)
'Tiger'
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from obversi.board import Board, checked_board
from obversi.move import Move

__all__ = ["OPENINGS", "Opening", "name_of", "names_along"]


@dataclass(frozen=True, slots=True)
class Opening:
    """A name, and the moves from the usual start that it stands for."""

    name: str
    moves: tuple[Move, ...]

    @property
    def board(self) -> Board:
        """The position that has the name."""
        board = Board()
        for move in self.moves:
            board.push(move)
        return board


def _read(lines: Iterable[str]) -> Iterator[Opening]:
    for line in lines:
        if not line.startswith("%"):
            moves, _, name = line.strip().partition(" ")
            squares = (moves[place : place + 2] for place in range(0, len(moves), 2))
            yield Opening(name, tuple(map(Move, squares)))


# All openings that have a name.
OPENINGS = tuple(
    _read(Path(__file__).with_name("names.txt").read_text(encoding="utf-8").splitlines())
)

_MOST_PLIES = max(len(opening.moves) for opening in OPENINGS)

# The discs of black and white, and the mover: the same under both rule sets.
_Position = tuple[int, int, int]


def name_of(board: Board) -> str | None:
    """Return the name of the longest opening that a game has gone through so far, if it has any.

    What counts are positions, mirrored or turned as they may be: other orders of moves lead to the
    same name. Games from another start than the usual one have no opening.

    >>> board = Board()
    >>> for move in ("f5", "d6", "c3", "d3", "c4"):
    ...     board.push(move)
    >>> name_of(board)
    'Tiger'
    """
    return names_along(board)[-1]


def names_along(board: Board) -> list[str | None]:
    """Return what `name_of` says of each position of a game, from its first to this one."""
    moves = checked_board(board).move_stack
    shown = board.root()
    if shown != Board(rules=board.rules):
        return [None] * (len(moves) + 1)
    name: str | None = None
    names = [name]
    for move in moves[:_MOST_PLIES]:
        shown.push(move)
        name = _names().get(_position(shown), name)
        names.append(name)
    return names + [name] * (len(moves) - len(names) + 1)


@cache
def _names() -> Mapping[_Position, str]:
    return {_position(opening.board): opening.name for opening in OPENINGS}


def _position(board: Board) -> _Position:
    canonical = board.canonical()
    return canonical.black_bits, canonical.white_bits, canonical.turn
