"""Hints for a puzzle, each of which tells more than the one before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from obversi.board import Board
from obversi.move import Move
from obversi.web.study.margin_words import best_words
from obversi.web.study.solving import best_moves

__all__ = ["STEPS", "Hint", "hint"]

#: How many hints there are: the margin, where to look, the squares.
STEPS: Final = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """What to tell, and the squares that it names."""

    text: str
    squares: tuple[Move, ...] = ()


def hint(board: Board, margins: Mapping[Move, int], step: int) -> Hint:
    """Return a hint by its number, which begins with 1, out of what the moves are worth."""
    right = best_moves(margins)
    if step == 1:
        return Hint(best_words(board, margins[right[0]]))
    if step == 2:
        verb = "keeps" if len(right) == 1 else "keep"
        count = f"{len(right)} of the {len(margins)} moves {verb} the best margin"
        return Hint(f"{count}: look at {_places(right, board.size)}.")
    if len(right) == 1:
        return Hint(f"The right move is {right[0]}.", tuple(right))
    return Hint(f"The right moves are {_listed(right)}.", tuple(right))


def _places(moves: Sequence[Move], size: int) -> str:
    quarters = dict.fromkeys(_quarter(move, size) for move in moves)
    return f"the {_listed(list(quarters))} of the board"


def _quarter(move: Move, size: int) -> str:
    rows = "upper" if 2 * move.row < size else "lower"
    columns = "left" if 2 * move.column < size else "right"
    return f"{rows} {columns}"


def _listed(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
