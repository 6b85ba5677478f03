"""A game over the wire of CS621, as either end sees it: both send by turns, and both judge."""

from obversi.color import WHITE, color_name
from obversi.errors import IllegalMoveError, ObversiError
from obversi.move import PASS, Move
from obversi.wire import cs621

__all__ = ["Cs621Game"]


class Cs621Game:
    """What was said so far. White begins, and who has no move says so, even when it is over.

    The game is over for both when the board is full or both have passed. That is later than by the
    rules alone: where neither side can move, two passes are still to be said.
    """

    def __init__(self, size: int = 8, rules: str = "normal") -> None:
        """Set up the start, White to say the first move."""
        self.board = cs621.first_board(size, rules)
        self.turn = WHITE
        self._passes = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be said."""
        return not self.board.empty or self._passes == 2

    @property
    def must_pass(self) -> bool:
        """Whether all that can be said next is a pass."""
        return not self.is_over and (self.board.is_over or self.board.must_pass)

    def say(self, move: Move) -> None:
        """Take the move or the pass of the one whose turn it is, or refuse it."""
        if self.is_over:
            raise IllegalMoveError(f"{_shown(move)} comes after the end of the game")
        if self.must_pass and not move.is_pass:
            raise IllegalMoveError(f"{_shown(move)} is illegal: {color_name(self.turn)} must pass")
        if not self.board.is_over:
            self._push(move)
        self._passes = self._passes + 1 if move is PASS else 0
        self.turn = -self.turn

    def _push(self, move: Move) -> None:
        try:
            self.board.push(move)
        except ObversiError as error:
            raise IllegalMoveError(f"{_shown(move)} is illegal: {error}") from error


def _shown(move: Move) -> str:
    return f"{str(cs621.Played(move))!r}"
