"""How often something may happen."""

from typing import Final

__all__ = ["Rate", "Rates"]

# So many buckets are kept before those are sought that are full, and as good as new.
_MOST_KEPT: Final = 1000


class Rate:
    """A bucket of drops: each thing that happens takes one, and so many come back every second.

    >>> rate = Rate(per_second=2, burst=3, now=0.0)
    >>> [rate.take(0.0) for _ in range(4)]
    [True, True, True, False]
    >>> rate.take(0.5), rate.take(0.5)
    (True, False)
    """

    def __init__(self, per_second: float, burst: int, now: float) -> None:
        """Begin with a full bucket, for `burst` at once."""
        self._per_second, self._burst = per_second, burst
        self._drops, self._since = float(burst), now

    def take(self, now: float) -> bool:
        """Take a drop, if there is one."""
        self._fill(now)
        if self._drops < 1:
            return False
        self._drops -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether nothing has happened for long."""
        self._fill(now)
        return self._drops >= self._burst

    def _fill(self, now: float) -> None:
        gained = (now - self._since) * self._per_second
        self._drops, self._since = min(self._drops + gained, self._burst), now


class Rates:
    """A bucket for each of many, such as addresses."""

    def __init__(self, per_second: float, burst: int) -> None:
        """Begin with none."""
        self._per_second, self._burst = per_second, burst
        self._rates: dict[str, Rate] = {}
        self._most_kept = _MOST_KEPT

    def take(self, key: str, now: float) -> bool:
        """Take a drop from a bucket, if there is one."""
        if key not in self._rates:
            if len(self._rates) >= self._most_kept:
                self._forget(now)
            self._rates[key] = Rate(self._per_second, self._burst, now)
        return self._rates[key].take(now)

    def _forget(self, now: float) -> None:
        self._rates = {key: rate for key, rate in self._rates.items() if not rate.is_full(now)}
        self._most_kept = max(2 * len(self._rates), _MOST_KEPT)
