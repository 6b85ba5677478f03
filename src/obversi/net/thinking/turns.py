"""The turns of analyses: a long one lets others have theirs."""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from obversi.net.thinking.job import Job
from obversi.net.thinking.lane import Lane
from obversi.net.thinking.work_queue import WorkQueue

__all__ = ["Turns"]

# So long, in seconds, an analysis goes on while others wait for their first turn; while all who
# wait have had one it goes on for longer, because to find back to where one was takes time.
_SHORT_TURN: Final = 0.15
_LONG_TURN: Final = 0.6

# An interruption that comes before the search has begun is not heard.
_SECONDS_BETWEEN_LOOKS: Final = 0.05


class Turns:
    """The analyses under way, each of which is interrupted when its turn is over.

    A turn is over only if there is something else to do: one that is alone goes on to its end.
    Everything is called in the event loop.
    """

    def __init__(self, queue: WorkQueue, lanes: Sequence[Lane]) -> None:
        """Take what waits, and those who do it."""
        self._queue = queue
        self._lanes = lanes
        self._since: dict[Job, float] = {}  # the longest first
        self._next_look: asyncio.TimerHandle | None = None

    def begin(self, job: Job) -> None:
        """Hear that the turn of an analysis begins."""
        self._since.pop(job, None)
        self._since[job] = time.monotonic()
        self.look()

    def forget(self, job: Job) -> None:
        """Hear that a job has ended, whatever it was."""
        self._since.pop(job, None)

    def look(self) -> None:
        """Interrupt those whose turn is over, no more of them than there is something to do."""
        if self._next_look is not None:
            self._next_look.cancel()
        interrupted = 0
        for job in list(self._since):
            lane = next((lane for lane in self._lanes if lane.has(job)), None)
            if lane is not None and self._is_over(job, lane, interrupted):
                interrupted += lane.stop(job, to_go_on=True)
        self._next_look = None
        if self._since:
            loop = asyncio.get_running_loop()
            self._next_look = loop.call_later(_SECONDS_BETWEEN_LOOKS, self.look)

    def _is_over(self, job: Job, lane: Lane, interrupted: int) -> bool:
        """Whether a job has had its turn, and more waits than is done by others interrupted."""
        seconds = time.monotonic() - self._since[job]
        if seconds < _SHORT_TURN:
            return False
        waiting = self._queue.waiting_for(lane.kinds, job.kind)
        if seconds < _LONG_TURN:
            waiting = [each for each in waiting if not each.turns]
        return len(waiting) > interrupted
