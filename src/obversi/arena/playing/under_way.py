"""What a process is doing, for the one that watches it: a game so far, and until when to wait.

Both see the same few bytes of memory. So a move costs no message, and what is known of a game
outlives the process that played it.
"""

import mmap
import time
from math import inf
from typing import Final

from obversi.board import Board
from obversi.errors import ObversiError
from obversi.move import Move

__all__ = ["UnderWay"]

_DEADLINE_BYTES: Final = 8
_MOST_MOVES: Final = 130
_PASS: Final = 64


class UnderWay:
    """A game as far as it came, in memory that two processes share by an open file.

    The deadline, of the clock that all processes of a machine share, is written at once, so that
    who reads it never sees a part of it; it is infinite while nobody is thinking. The moves behind
    it, with their number before them, are written while the deadline is infinite.
    """

    def __init__(self, file: int) -> None:
        """Share the memory of a file that both have open."""
        self._memory = mmap.mmap(file, self.size())
        self._deadline = memoryview(self._memory)[:_DEADLINE_BYTES].cast("d")

    @staticmethod
    def size() -> int:
        """Return how many bytes are shared."""
        return _DEADLINE_BYTES + 1 + _MOST_MOVES

    def clear(self) -> None:
        """Say that nobody is thinking."""
        self._deadline[0] = inf

    def tell(self, board: Board, seconds: float) -> None:
        """Say whose turn it is in a game, and that it may take so long."""
        self._deadline[0] = inf
        moves = bytes(_PASS if move.is_pass else move.square_index for move in board.move_stack)
        self._memory[_DEADLINE_BYTES] = len(moves)
        self._memory[_DEADLINE_BYTES + 1 : _DEADLINE_BYTES + 1 + len(moves)] = moves
        self._deadline[0] = time.monotonic() + seconds

    @property
    def deadline(self) -> float:
        """When the mover has thought too long."""
        return self._deadline[0]

    def board(self, start: Board) -> Board | None:
        """Return the game as far as it came, or None if nobody is thinking."""
        if self.deadline == inf:
            return None
        board = start.copy()
        count = self._memory[_DEADLINE_BYTES]
        for code in self._memory[_DEADLINE_BYTES + 1 : _DEADLINE_BYTES + 1 + count]:
            board.push(Move.from_index(code))
        return board

    def board_after_deadline(self, start: Board) -> Board | None:
        """Return the game if its mover has thought too long, and None if it goes on meanwhile."""
        deadline = self.deadline
        try:
            board = self.board(start)
        except ObversiError:  # of moves that are being written just now
            return None
        return board if self.deadline == deadline < time.monotonic() else None

    def close(self) -> None:
        """Give the memory back."""
        self._deadline.release()
        self._memory.close()
