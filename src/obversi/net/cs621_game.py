"""A game in the protocol of CS621: both ends send in turn, and both check the rules."""

from obversi.color import WHITE, color_name
from obversi.errors import IllegalMoveError, ObversiError
from obversi.move import PASS, Move
from obversi.rules import Rules
from obversi.wire import cs621


class Cs621Game:
    """The messages so far. White begins, and a player without a move sends a pass, even at the end.

    The game ends when the board is full or both have passed. That is later than by the rules alone:
    if neither side can move, two passes follow.
    """

    def __init__(self, size: int = 8, rules: Rules = "normal") -> None:
        """Set up the start, White to move."""
        self.board = cs621.first_board(size, rules)
        self.turn = WHITE
        self._passes = 0

    @property
    def is_over(self) -> bool:
        """Whether no message is left to send."""
        return not self.board.empty or self._passes == 2

    @property
    def must_pass(self) -> bool:
        """Whether the next message can only be a pass."""
        return not self.is_over and (self.board.is_over or self.board.must_pass)

    def apply(self, move: Move) -> None:
        """Apply the move or pass of the player to move, or raise an error."""
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
