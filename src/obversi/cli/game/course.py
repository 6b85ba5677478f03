"""The course of a game: the moves played, and those that were taken back."""

from collections.abc import Callable

from obversi.board import Board
from obversi.formats import GameRecord, record_from_moves
from obversi.move import Move

__all__ = ["Course"]


class Course:
    """A game that can go back and forth; `first` is as far back as it goes."""

    def __init__(self, board: Board, first_ply: int | None = None) -> None:
        """Begin on a board; its moves can be taken back from `first_ply` on, if that is given."""
        self.board = board.copy()
        self._first = board.copy()
        while first_ply is not None and self._first.ply > first_ply:
            self._first.pop()
        self._undone: list[Move] = []

    @property
    def first(self) -> Board:
        """The position to begin at, with the moves that led there."""
        return self._first.copy()

    def play(self, move: Move) -> None:
        """Play a legal move; what was taken back is forgotten, unless this is what comes next."""
        self.board.push(move)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()

    def undo(self, is_stop: Callable[[Board], bool]) -> bool:
        """Go back to a position where one may stop; without one stay, and return False."""
        board, undone = self.board.copy(), list(self._undone)
        while board.ply > self._first.ply:
            undone.append(board.pop())
            if is_stop(board):
                self.board, self._undone = board, undone
                return True
        return False

    def redo(self, is_stop: Callable[[Board], bool]) -> bool:
        """Go forth to where one may stop, or to the end; return False if nothing was undone."""
        if not self._undone:
            return False
        while self._undone:
            self.board.push(self._undone.pop())
            if is_stop(self.board):
                break
        return True

    def record(self, black: str, white: str) -> GameRecord:
        """Return the game from its very first position, with the names of its players."""
        return record_from_moves(self.board.move_stack, self.board.root(), black=black, white=white)
