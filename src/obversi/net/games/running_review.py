"""A review that a visitor has asked for: one position after another, until its last report."""

import asyncio
from typing import Final

from obversi.analysis import Analysis
from obversi.formats import GameRecord, PlayedMove
from obversi.limit import Limit
from obversi.net.games.beginning import played_board
from obversi.net.games.reviewing import report_of_review, report_of_step
from obversi.net.games.room import Room
from obversi.net.games.running_analysis import Tell, bounded
from obversi.net.games.seats import Timer
from obversi.net.thinkers import Asker, BusyError
from obversi.review import ReviewSteps
from obversi.wire.session import Error, ErrorCode, Review, name_of, plain

__all__ = ["RunningReview"]

# For each position, if nobody says how long to think.
_USUAL: Final = Limit(seconds=0.15)

# So long, in seconds, until those who had too much to do are asked again.
_PAUSE: Final = 0.25


class RunningReview:
    """A review that is under way: each position is a question of its own to those who think."""

    def __init__(self, request: Review, asker: Asker, room: Room, tell: Tell) -> None:
        """Take the game to look at, or refuse what is none."""
        board = played_board(request)
        record = GameRecord(board.root(), tuple(map(PlayedMove, board.move_stack)))
        self._request = request
        self._steps = ReviewSteps(record)
        self._limit = bounded(request.limit, _USUAL, room.bounds.review_seconds)
        self._asker = asker
        self._room = room
        self._tell = tell
        self._future: asyncio.Future[Analysis] | None = None
        self._again: Timer | None = None
        self._is_stopped = False

    def begin(self) -> None:
        """Ask about the next position, or raise a `BusyError`; of none left, tell the end."""
        board = self._steps.board
        if board is None:
            self._end()
            return
        self._future = self._room.thinkers.analyse(self._asker, board, self._limit, 1)
        self._future.add_done_callback(self._done)

    def stop(self) -> None:
        """End it; what was found so far is told."""
        self._is_stopped = True
        if self._again is not None:
            self._again.cancel()
            self._end()
        elif self._future is not None:
            self._future.cancel()

    def _done(self, future: "asyncio.Future[Analysis]") -> None:
        if future.cancelled():
            self._end()
        elif error := future.exception():
            text = plain(str(error) or type(error).__name__)
            self._tell(Error(ErrorCode.REFUSED, text, name_of(self._request)), last=True)
        else:
            self._tell(report_of_step(self._steps, future.result()), last=False)
            self._go_on()

    def _go_on(self) -> None:
        self._again = None
        if self._is_stopped:  # just when a position was done
            self._end()
            return
        try:
            self.begin()
        except BusyError:
            self._again = self._room.later(_PAUSE, self._go_on)

    def _end(self) -> None:
        self._tell(report_of_review(self._steps), last=True)
