"""What a drawing of a board shows beside the discs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from obversi.analysis import margin_text
from obversi.board import Board
from obversi.move import Move
from obversi.squares import SquareSet

__all__ = ["Marks"]


@dataclass(frozen=True, slots=True)
class Marks:
    """The last move, the discs that it turned, and what squares are worth to the mover."""

    last_move: Move | None = None
    turned: SquareSet = field(default_factory=SquareSet)
    values: Mapping[Move, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, board: Board, last_move: Move | None = None, values: Mapping[Move, int] | None = None
    ) -> "Marks":
        """Mark a move, and what it turned if it is the last one that was played on the board."""
        placed = None if last_move is None or last_move.is_pass else last_move
        turned = SquareSet()
        if placed is not None and board.ply and board.peek() == placed:
            before = board.copy()
            before.pop()
            turned = before.flips(placed)
        return cls(placed, turned, values or {})

    def value_text(self, square: Move) -> str:
        """Return what a square is worth, or nothing if that is not known."""
        return margin_text(self.values[square]) if square in self.values else ""

    def is_best(self, square: Move) -> bool:
        """Whether no other square is worth more."""
        return square in self.values and self.values[square] == max(self.values.values())
