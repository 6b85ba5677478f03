"""The jobs that wait for a thread, each kind apart from the others."""

import threading
from collections import Counter
from collections.abc import Sequence
from typing import Final

from obversi.net.thinkers import Asker, BusyError
from obversi.net.thinking.fair_queue import FairQueue
from obversi.net.thinking.job import Job, Kind

__all__ = ["WorkQueue"]

# An agent in each of a visitor's games may be about to move.
_MOST_OF_ASKER: Final = 32
_MOST_OF_ADDRESS: Final = 500
_MOST: Final = 2000

# So many quick jobs wait for the one who does nothing else; others help with more.
_QUICK_AT_ONCE: Final = 4


class WorkQueue:
    """Jobs of all askers, handed out fairly to threads that wait for them."""

    def __init__(
        self,
        most_of_asker: int = _MOST_OF_ASKER,
        most_of_address: int = _MOST_OF_ADDRESS,
        most: int = _MOST,
    ) -> None:
        """Let so many jobs of an asker wait, of an address, and of all together."""
        self._most_of_asker, self._most_of_address = most_of_asker, most_of_address
        self._most = most
        self._queues = {kind: FairQueue[Job]() for kind in Kind}
        self._waiting: Counter[Asker | str] = Counter()  # by asker, and by address
        self._lock = threading.Lock()
        self._for_quick = threading.Condition(self._lock)  # those who do what is quick only
        self._for_others = threading.Condition(self._lock)  # who do quick ones last
        self._closed = False

    def put(self, job: Job) -> None:
        """Let a job wait for a thread."""
        with self._lock:
            if self._closed:
                raise BusyError("the server is about to end")
            if self._waiting[job.asker] >= self._most_of_asker:
                raise BusyError(f"{self._most_of_asker} of your questions wait already")
            if self._waiting[job.asker.address] >= self._most_of_address:
                raise BusyError(f"{self._most_of_address} questions from your address wait already")
            if sum(map(len, self._queues.values())) >= self._most:
                raise BusyError("too many questions wait for an answer: try again a little later")
            self._waiting.update(_counted(job.asker))
            queue = self._queues[job.kind]
            queue.add(job.asker, job)
            if job.kind not in (Kind.QUICK, Kind.LOOK):
                self._for_others.notify_all()
                return
            self._for_quick.notify()
            # To wake everybody up for a job of one millisecond would take longer than the job.
            if job.kind is Kind.QUICK and len(queue) > _QUICK_AT_ONCE:
                self._for_others.notify()

    def take(self, kinds: Sequence[Kind]) -> Job | None:
        """Wait for a job of some kinds, the first ones first; None once the queue is closed."""
        queues = [self._queues[kind] for kind in kinds]
        changed = self._for_quick if kinds[0] is Kind.QUICK else self._for_others
        with changed:
            while not self._closed:
                for queue in queues:
                    if (taken := queue.take()) is not None:
                        self._count_out(taken[0])
                        return taken[1]
                changed.wait()
        return None

    def done(self, job: Job) -> None:
        """Hear that a job that was taken is done."""
        with self._lock:
            self._queues[job.kind].done(job.asker)

    def put_back(self, job: Job) -> None:
        """Let a job that was taken wait for another turn, unless nobody wants it any more."""
        with self._lock:
            queue = self._queues[job.kind]
            queue.done(job.asker)
            if not job.given_up:
                self._waiting.update(_counted(job.asker))
                queue.add(job.asker, job)
                self._for_others.notify_all()

    def waiting_for(self, kinds: Sequence[Kind], kind: Kind) -> list[Job]:
        """Return what one who does some kinds would rather do than to go on with a job of a kind.

        That is what waits of the kinds that he prefers, and of the same kind.
        """
        preferred = kinds[: kinds.index(kind) + 1]
        with self._lock:
            return [job for each in preferred for job in self._queues[each]]

    def remove(self, job: Job) -> bool:
        """Forget a job that waits; False if it was taken already."""
        with self._lock:
            if not self._queues[job.kind].remove(job.asker, job):
                return False
            self._count_out(job.asker)
            return True

    def close(self) -> None:
        """Send everyone home; what waits is never done."""
        with self._lock:
            self._closed = True
            self._for_quick.notify_all()
            self._for_others.notify_all()

    def _count_out(self, asker: Asker) -> None:
        for key in _counted(asker):
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]


def _counted(asker: Asker) -> tuple[Asker | str, ...]:
    return asker, asker.address
