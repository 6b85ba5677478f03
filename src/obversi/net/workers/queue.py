"""The queue of jobs: fair to addresses and to the requesters of an address."""

import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from obversi.net.workers.job import BusyError, Job, Kind, Requester

AnyJob = TypeVar("AnyJob")
Key = TypeVar("Key", Requester, str)

# A client may have many games, with an agent to move in each of them.
_MOST_PER_REQUESTER = 32
_MOST_PER_ADDRESS = 500
_MOST = 2000

# With more waiting quick jobs than this, the other workers help the quick one.
_MOST_QUICK = 4


class FairQueue(Generic[AnyJob]):
    """Waiting jobs, by requester.

    Addresses take turns, and so do the requesters of an address. A requester with a running job
    waits until all others have one.

    >>> queue = FairQueue[str]()
    >>> for address, client in ("a1", "a1", "a2", "b3"):
    ...     queue.add(Requester(address, client), f"job of {client}")
    >>> [queue.take()[1] for _ in range(4)]
    ['job of 1', 'job of 3', 'job of 2', 'job of 1']
    """

    def __init__(self) -> None:
        """Start without jobs."""
        # By address and by requester, both in the order in which they are next.
        self._waiting: dict[str, dict[Requester, deque[AnyJob]]] = {}
        self._running: Counter[Requester | str] = Counter()
        self._length = 0

    def __len__(self) -> int:
        """Return how many jobs wait."""
        return self._length

    def __iter__(self) -> Iterator[AnyJob]:
        """Go through the waiting jobs, in any order."""
        for requesters in self._waiting.values():
            for waiting in requesters.values():
                yield from waiting

    def add(self, requester: Requester, job: AnyJob) -> None:
        """Add a job."""
        requesters = self._waiting.setdefault(requester.address, {})
        requesters.setdefault(requester, deque()).append(job)
        self._length += 1

    def take(self) -> tuple[Requester, AnyJob] | None:
        """Take the next job, which runs until `done`; None if no job waits."""
        if not self._waiting:
            return None
        address = self._next(self._waiting)
        requesters = self._waiting.pop(address)
        requester = self._next(requesters)
        waiting = requesters.pop(requester)
        job = waiting.popleft()
        self._length -= 1
        if waiting:
            requesters[requester] = waiting  # behind all others of the address
        if requesters:
            self._waiting[address] = requesters  # behind all others
        self._running.update((address, requester))
        return requester, job

    def done(self, requester: Requester) -> None:
        """Count a running job as done."""
        for key in (requester.address, requester):
            _decrease(self._running, key)

    def remove(self, requester: Requester, job: AnyJob) -> bool:
        """Remove a waiting job; False if it does not wait."""
        requesters = self._waiting.get(requester.address, {})
        waiting = requesters.get(requester)
        if waiting is None or job not in waiting:
            return False
        waiting.remove(job)
        self._length -= 1
        if not waiting:
            del requesters[requester]
        if not requesters:
            del self._waiting[requester.address]
        return True

    def _next(self, keys: Iterable[Key]) -> Key:
        """Return the first key without a running job, or else the first of all."""
        # The search is short: there are not more running jobs than workers.
        idle = (key for key in keys if not self._running[key])
        return next(idle, next(iter(keys)))


class JobQueue:
    """The waiting jobs of all requesters, for worker threads that take them."""

    def __init__(
        self,
        most_per_requester: int = _MOST_PER_REQUESTER,
        most_per_address: int = _MOST_PER_ADDRESS,
        most: int = _MOST,
    ) -> None:
        """Limit the waiting jobs of a requester, of an address, and of all together."""
        self._most_per_requester, self._most_per_address = most_per_requester, most_per_address
        self._most = most
        self._queues = {kind: FairQueue[Job]() for kind in Kind}
        self._waiting: Counter[Requester | str] = Counter()  # by requester, and by address
        self._lock = threading.Lock()
        self._for_quick = threading.Condition(self._lock)  # for the worker of quick jobs
        self._for_others = threading.Condition(self._lock)
        self._closed = False
        self._rejects_new = False
        self._has_closed = threading.Event()

    def put(self, job: Job) -> None:
        """Add a job, or raise a `BusyError`."""
        requester = job.requester
        with self._lock:
            if self._closed or self._rejects_new:
                raise BusyError("the server is about to end")
            if self._waiting[requester] >= self._most_per_requester:
                raise BusyError(f"{self._most_per_requester} of your requests wait already")
            if self._waiting[requester.address] >= self._most_per_address:
                raise BusyError(f"{self._most_per_address} requests of your address wait already")
            if sum(map(len, self._queues.values())) >= self._most:
                raise BusyError("too many requests wait for an answer: try again later")
            self._waiting.update(_keys(requester))
            queue = self._queues[job.kind]
            queue.add(requester, job)
            if job.kind not in (Kind.QUICK, Kind.PREVIEW):
                self._for_others.notify_all()
                return
            self._for_quick.notify()
            # Waking all workers would take longer than a job of one millisecond.
            if job.kind is Kind.QUICK and len(queue) > _MOST_QUICK:
                self._for_others.notify()

    def take(self, kinds: Sequence[Kind]) -> Job | None:
        """Wait for a job of some kinds, the first kinds first; None once the queue is closed."""
        queues = [self._queues[kind] for kind in kinds]
        changed = self._for_quick if kinds[0] is Kind.QUICK else self._for_others
        with changed:
            while not self._closed:
                for queue in queues:
                    if (taken := queue.take()) is not None:
                        self._uncount(taken[0])
                        return taken[1]
                changed.wait()
        return None

    def done(self, job: Job) -> None:
        """Count a taken job as done."""
        with self._lock:
            self._queues[job.kind].done(job.requester)

    def put_back(self, job: Job) -> None:
        """Let an interrupted job wait for its next time slice, unless it is abandoned."""
        with self._lock:
            queue = self._queues[job.kind]
            queue.done(job.requester)
            if not job.abandoned:
                self._waiting.update(_keys(job.requester))
                queue.add(job.requester, job)
                self._for_others.notify_all()

    def waiting_before(self, kinds: Sequence[Kind], kind: Kind) -> list[Job]:
        """Return the waiting jobs that a worker runs before it continues a job of a kind.

        These are the jobs of that kind, and of those before it in `kinds`.
        """
        preferred = kinds[: kinds.index(kind) + 1]
        with self._lock:
            return [job for each in preferred for job in self._queues[each]]

    def remove(self, job: Job) -> bool:
        """Remove a waiting job; False if it was taken already."""
        with self._lock:
            if not self._queues[job.kind].remove(job.requester, job):
                return False
            self._uncount(job.requester)
            return True

    def lengths(self) -> dict[Kind, int]:
        """Return how many jobs of each kind wait."""
        with self._lock:
            return {kind: len(queue) for kind, queue in self._queues.items()}

    def reject_new(self) -> None:
        """Accept no new jobs; the waiting ones are still done."""
        with self._lock:
            self._rejects_new = True

    def close(self) -> None:
        """End all waits; the waiting jobs are never done."""
        with self._lock:
            self._closed = True
            self._has_closed.set()
            self._for_quick.notify_all()
            self._for_others.notify_all()

    def wait_until_closed(self, seconds: float) -> bool:
        """Wait at most some seconds until the queue is closed, and return whether it is."""
        return self._has_closed.wait(seconds)

    def _uncount(self, requester: Requester) -> None:
        for key in _keys(requester):
            _decrease(self._waiting, key)


def fair_share(own: Mapping[str, int], elsewhere: Mapping[str, int]) -> float:
    """Return the share of workers that a server may use if all addresses have equal shares.

    `own` and `elsewhere` are numbers of jobs by address, of this server and of others with the same
    workers. If an address has jobs in several servers, its share is divided in proportion to them.

    >>> fair_share({"a": 7}, {}), fair_share({"a": 7}, {"b": 1, "c": 9}), fair_share({}, {"b": 1})
    (1.0, 0.3333333333333333, 0.0)
    >>> fair_share({"a": 1, "b": 5}, {"a": 3, "c": 1, "d": 1})
    0.3125
    """
    if not elsewhere:
        return 1.0
    parts = (number / (number + elsewhere.get(key, 0)) for key, number in own.items())
    return sum(parts) / len(own.keys() | elsewhere.keys())


def _keys(requester: Requester) -> tuple[Requester | str, ...]:
    return requester, requester.address


def _decrease(counter: "Counter[Requester | str]", key: Requester | str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
