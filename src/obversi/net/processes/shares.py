"""Limits that count over all processes: tokens that were taken, and numbers by address.

Each process sends its changes to the others a few times a second. So a limit may be exceeded a
little for a moment. Without the bus each process has the limit for itself.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from obversi.net.limits import TokenBuckets

# Numbers that have not changed are sent again after this many calls, for processes that are new.
_REPEAT = 20


class _Counts:
    """Numbers by address, in this process and in the others."""

    def __init__(self, own: Callable[[], Mapping[str, int]], elsewhere: Counter[str]) -> None:
        self._own, self._elsewhere = own, elsewhere
        self._sent: dict[str, int] = {}
        self._by_process: dict[str, dict[str, int]] = {}

    def changes(self, *, all_of_them: bool) -> dict[str, int]:
        own = dict(self._own())
        before = {} if all_of_them else self._sent
        gone = dict.fromkeys(self._sent.keys() - own.keys(), 0)
        self._sent = own
        return gone | {key: n for key, n in own.items() if before.get(key) != n}

    def take(self, process: str, changes: Mapping[str, int]) -> None:
        known = self._by_process.setdefault(process, {})
        for key, number in changes.items():
            self._elsewhere[key] += number - known.pop(key, 0)
            if number:
                known[key] = number
            if self._elsewhere[key] <= 0:
                del self._elsewhere[key]

    def forget(self, process: str) -> None:
        self.take(process, dict.fromkeys(self._by_process.get(process, ()), 0))
        self._by_process.pop(process)


class Shares:
    """What this process shares with others: rate limits and numbers by address."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._buckets: dict[str, TokenBuckets] = {}
        self._counts: dict[str, _Counts] = {}
        self._calls = 0

    def add_rate(self, name: str, buckets: TokenBuckets) -> None:
        """Share a rate limit."""
        buckets.taken = Counter()
        self._buckets[name] = buckets

    def add_counts(
        self, name: str, own: Callable[[], Mapping[str, int]], elsewhere: Counter[str]
    ) -> None:
        """Share numbers by address; `elsewhere` is kept as the sum of the other processes."""
        self._counts[name] = _Counts(own, elsewhere)

    def changes(self) -> dict[str, Any]:
        """Return what has changed since the last call."""
        self._calls += 1
        taken = {}
        for name, buckets in self._buckets.items():
            if buckets.taken:
                taken[name], buckets.taken = buckets.taken, Counter()
        all_of_them = self._calls % _REPEAT == 1
        counts = {
            name: changes
            for name, shared in self._counts.items()
            if (changes := shared.changes(all_of_them=all_of_them))
        }
        return {"taken": taken, "counts": counts}

    def take(self, process: str, others: Mapping[str, Any], now: float) -> None:
        """Count what another process has sent."""
        for name, taken in others["taken"].items():
            if name in self._buckets:
                for key, number in taken.items():
                    self._buckets[name].take_elsewhere(key, number, now)
        for name, changes in others["counts"].items():
            if name in self._counts:
                self._counts[name].take(process, changes)

    def forget(self, process: str) -> None:
        """Leave out a process that has ended."""
        for shared in self._counts.values():
            shared.forget(process)
