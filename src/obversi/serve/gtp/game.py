"""The board of a GTP session: moves are played by colour, and can be taken back."""

from obversi.board import Board
from obversi.color import color_name
from obversi.errors import IllegalMoveError
from obversi.move import PASS, Move

__all__ = ["GtpGame"]


class GtpGame:
    """A game with all the positions that it had, each after what one command did."""

    def __init__(self) -> None:
        """Begin a usual game."""
        self._boards = [Board()]

    @property
    def board(self) -> Board:
        """The position, with its moves."""
        return self._boards[-1]

    def start(self, size: int, rules: str) -> None:
        """Begin another game."""
        self._boards = [Board(size, rules)]

    def load(self, boards: list[Board]) -> None:
        """Take the positions of a game."""
        self._boards = list(boards)

    def set_rules(self, rules: str) -> None:
        """Go on by other rules."""
        self._boards = [board.with_rules(rules) for board in self._boards]

    def play(self, color: int, move: Move) -> None:
        """Play a move, and before it the pass of the other player if that is due.

        Passes after the end of the game change nothing: boards of Go programs end with two.
        """
        board = self.for_mover(color)
        if not (board.is_over and move is PASS):
            board.push(move)
        self._boards.append(board)

    def for_mover(self, color: int) -> Board:
        """Return a copy of the board on which it is the turn of a colour, or refuse that."""
        board = self.board.copy()
        if board.turn != color and not board.is_over:
            if not board.must_pass:
                names = color_name(color), color_name(board.turn)
                raise IllegalMoveError("{} cannot move: it is the turn of {}".format(*names))
            board.push(PASS)
        return board

    def undo(self) -> bool:
        """Take back what the last command played, and return whether there was something."""
        if len(self._boards) == 1:
            return False
        self._boards.pop()
        return True
