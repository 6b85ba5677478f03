"""Workers, which are threads that run jobs, and the time slices of analyses."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence

from obversi.net.operations.measures import EngineMeasures
from obversi.net.workers.job import Job, Kind, WorkerContext
from obversi.net.workers.queue import JobQueue

# Analyses have a lower priority than pages, moves and previews.
_NICE = 10

# A stopped job ends much sooner. A worker whose job does not end in this time is left running.
_LONGEST_END_SECONDS = 5.0

# Seconds between the checks of a worker whether it may work.
_SECONDS_BETWEEN_PERMISSION_CHECKS = 1.0

# The seconds of a time slice: a short one while others wait for their first slice, else a long one,
# since a search needs time to reach its last depth again.
_SHORT_SLICE = 0.15
_LONG_SLICE = 0.6

# An interruption before the start of the search has no effect, so it is repeated.
_SECONDS_BETWEEN_CHECKS = 0.05


class Worker:
    """A thread that runs one job after another, with an engine and agents of its own."""

    def __init__(
        self,
        name: str,
        queue: JobQueue,
        context: WorkerContext,
        kinds: Sequence[Kind],
        measures: EngineMeasures,
        may_work: Callable[[], bool] = lambda: True,
    ) -> None:
        """Start to run jobs of these kinds, the first kinds first, until the queue is closed.

        The worker takes no job while `may_work` returns false; it checks that from time to time.
        """
        self._context = context
        self.kinds = kinds
        self._measures = measures
        self._may_work = may_work
        self._queue = queue
        self._job: Job | None = None
        self._changing = threading.Lock()  # so that a stop cannot hit the next job
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether it runs a job now."""
        return self._job is not None

    def has(self, job: Job) -> bool:
        """Whether it runs a job now."""
        return self._job is job

    def stop(self, job: Job, *, to_continue: bool = False) -> bool:
        """Stop a job if it runs here, and return whether it may have to be stopped again.

        With `to_continue` it is interrupted, if it can be continued.
        """
        with self._changing:
            if self._job is not job or job.stop is None:
                return False
            job.interrupted = to_continue
            job.stop()
            return True

    def close(self) -> None:
        """Wait for the thread to end; the queue has to be closed before."""
        self._thread.join(_LONGEST_END_SECONDS)
        if not self._thread.is_alive():
            self._context.close()

    def _run(self) -> None:
        if self.kinds[0] is Kind.ANALYSIS:
            _lower_priority()
        while (job := self._next()) is not None:
            with self._changing:
                self._job, job.interrupted = job, False
            job.slices += 1
            started, kind = time.monotonic(), job.kind.name.lower()
            if job.slices == 1:
                self._measures.waited(kind, started - job.requested_at)
            is_done = job.abandoned or job.run(self._context)
            self._measures.ran(kind, time.monotonic() - started)
            with self._changing:
                self._job = None
            if is_done:
                self._queue.done(job)
            else:
                self._queue.put_back(job)

    def _next(self) -> Job | None:
        """Wait for the next job; None once the queue is closed."""
        while not self._may_work():
            if self._queue.wait_until_closed(_SECONDS_BETWEEN_PERMISSION_CHECKS):
                return None
        return self._queue.take(self.kinds)


def _lower_priority() -> None:
    """Lower the priority of this thread and of those that it starts."""
    if sys.platform == "linux":  # elsewhere the priority is that of the whole process
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, max(_NICE, os.getpriority(os.PRIO_PROCESS, own)))


class TimeSlicer:
    """Interrupts running analyses at the end of their time slices, if other jobs wait.

    All methods are called in the event loop.
    """

    def __init__(self, queue: JobQueue, workers: Sequence[Worker]) -> None:
        """Watch these workers and the queue of their jobs."""
        self._queue = queue
        self._workers = workers
        self._since: dict[Job, float] = {}  # the oldest slice first
        self._next_check: asyncio.TimerHandle | None = None

    def start(self, job: Job) -> None:
        """Start the time slice of an analysis."""
        self._since.pop(job, None)
        self._since[job] = time.monotonic()
        self.check()

    def discard(self, job: Job) -> None:
        """Remove a job that has ended."""
        self._since.pop(job, None)

    def check(self) -> None:
        """Interrupt analyses whose slices are over, at most as many as jobs wait."""
        if self._next_check is not None:
            self._next_check.cancel()
        interrupted = 0
        for job in list(self._since):
            worker = next((worker for worker in self._workers if worker.has(job)), None)
            if worker is not None and self._is_over(job, worker, interrupted):
                interrupted += worker.stop(job, to_continue=True)
        self._next_check = None
        if self._since:
            loop = asyncio.get_running_loop()
            self._next_check = loop.call_later(_SECONDS_BETWEEN_CHECKS, self.check)

    def _is_over(self, job: Job, worker: Worker, interrupted: int) -> bool:
        """Whether a slice is over, and more jobs wait than analyses were interrupted."""
        seconds = time.monotonic() - self._since[job]
        if seconds < _SHORT_SLICE:
            return False
        waiting = self._queue.waiting_before(worker.kinds, job.kind)
        if seconds < _LONG_SLICE:
            waiting = [each for each in waiting if not each.slices]
        return len(waiting) > interrupted
