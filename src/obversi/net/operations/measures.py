"""Counts and times of a server for its operator; they are always measured."""

import threading
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from obversi.errors import ObversiError

#: The upper ends of the buckets of all histograms, in seconds.
BOUNDS = (
    *(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0),
)


class Histogram:
    """The number of durations of each length.

    >>> taken = Histogram()
    >>> for seconds in (0.0004, 0.02, 100):
    ...     taken.add(seconds)
    >>> taken.count, taken.seconds, taken.counts[0], taken.counts[-1]
    (3, 100.0204, 1, 1)
    """

    def __init__(self) -> None:
        """Start empty."""
        self.counts = [0] * (len(BOUNDS) + 1)  # the last one has all longer durations
        self.seconds = 0.0

    @property
    def count(self) -> int:
        """The number of durations."""
        return sum(self.counts)

    def add(self, seconds: float) -> None:
        """Add a duration."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


class Timings(dict[str, Histogram]):
    """A histogram for each kind."""

    def add(self, kind: str, seconds: float) -> None:
        """Add a duration of a kind."""
        if kind not in self:
            self[kind] = Histogram()
        self[kind].add(seconds)


class Measures:
    """The games, answers, requests and writes of a server, counted in its event loop."""

    def __init__(self) -> None:
        """Start to count."""
        self.games_begun = 0
        self.games_over: Counter[str] = Counter()  # by the reason of the end
        self.moves = 0
        self.answers: Counter[tuple[str, str]] = Counter()  # by kind of the request, and result
        self.answer_seconds = Timings()
        self.pages: Counter[tuple[str, str]] = Counter()  # by route and status of HTTP
        self.page_seconds = Timings()
        self.write_seconds = Histogram()
        self.write_failures = 0

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Time what the block writes to the store."""
        started = time.perf_counter()
        try:
            yield
        except ObversiError:
            self.write_failures += 1
            raise
        finally:
            self.write_seconds.add(time.perf_counter() - started)


class EngineMeasures:
    """How long jobs of each kind waited and ran, counted by all workers."""

    def __init__(self) -> None:
        """Start to count."""
        self._lock = threading.Lock()
        self.wait_seconds = Timings()
        self.run_seconds: defaultdict[str, float] = defaultdict(float)
        self.slices: Counter[str] = Counter()

    def waited(self, kind: str, seconds: float) -> None:
        """Count a job that starts."""
        with self._lock:
            self.wait_seconds.add(kind, seconds)

    def ran(self, kind: str, seconds: float) -> None:
        """Count the time of a job, or of a slice of it."""
        with self._lock:
            self.run_seconds[kind] += seconds
            self.slices[kind] += 1
