"""The game that a board tells of, and what its clocks show."""

import re
from dataclasses import dataclass, replace
from typing import Final

from obversi.board import Board
from obversi.color import BLACK
from obversi.formats.record import GameRecord, PlayedMove, play
from obversi.limit import Limit
from obversi.move import Move

__all__ = ["Game"]

# ``05:00``, ``1:00:00``, or ``300``: hours, minutes and seconds as far as they are written.
_TIME: Final = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)")

# What is thought with when the clock has run out: moves are still asked for.
_SECONDS_AFTER_THE_LAST: Final = 0.1


@dataclass(frozen=True, slots=True)
class Game:
    """A game as far as it was told."""

    record: GameRecord

    @property
    def board(self) -> Board:
        """The position that everything is about."""
        return self.record.board()

    def after(self, move: Move, value: float | None, seconds: float | None) -> "Game":
        """Return the game after one more move, and after the pass before it if that was left out.

        A move that cannot be played is refused.
        """
        board = self.board
        already = board.ply
        play(board, move)
        passes = [PlayedMove(passed) for passed in board.move_stack[already:-1]]
        moves = (*self.record.moves, *passes, PlayedMove(move, value, seconds))
        return Game(replace(self.record, moves=moves, result=None))

    def clock(self) -> Limit:
        """Return what the clock of the mover shows, or no limit if the game has no clocks.

        Each move adds the increment to the clock; the time of grace after it is left alone.
        """
        mover = self.board.turn
        tags = self.record.tags
        text = tags.get("TB" if mover == BLACK else "TW") or tags.get("TI", "")
        main, added = (_seconds(part) for part in (*text.split("/"), "", "")[:2])
        if not main and not added:
            return Limit()
        first = self.record.start.turn
        own = self.record.moves[0 if mover == first else 1 :: 2]
        used = sum(max(played.seconds or 0.0, 0.0) for played in own)
        left = main + added * len(own) - used
        return Limit(clock=max(left, _SECONDS_AFTER_THE_LAST), increment=added)


def _seconds(text: str) -> float:
    """Read a time; what is none is no time."""
    found = _TIME.fullmatch(text.strip())
    if not found:
        return 0.0
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return 3600 * hours + 60 * minutes + seconds
