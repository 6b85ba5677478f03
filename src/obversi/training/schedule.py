"""Which games are to be played next, and how many at a time."""

import time
from collections.abc import Iterable

__all__ = ["Schedule"]

# After the first games, which may have been short ones, no more is risked.
_MOST_GROWTH = 4


class Schedule:
    """Hands out numbers of games in pieces that take about the same time.

    `least` is the smallest piece that keeps everyone busy. After `deadline`, as `time.monotonic`
    counts, there are no more, and before it pieces become smaller.
    """

    def __init__(
        self, missing: Iterable[range], seconds_a_piece: float, least: int, deadline: float | None
    ) -> None:
        """Begin with a piece of the smallest size."""
        self._missing = iter(missing)
        self._rest = range(0)
        self._seconds = seconds_a_piece
        self._least = least
        self._count = least
        self._deadline = deadline
        self._speed: float | None = None

    def take(self) -> range | None:
        """Return the numbers of the next games, or None when that was all."""
        count = self._count
        if self._deadline is not None:
            left = self._deadline - time.monotonic()
            if left <= 0:
                return None
            if self._speed is not None:
                count = max(min(count, int(left * self._speed)), 1)
        while not self._rest:
            following = next(self._missing, None)
            if following is None:
                return None
            self._rest = following
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def learn(self, games: int, seconds: float) -> None:
        """Take note of how long a piece of so many games took."""
        self._speed = games / max(seconds, 1e-6)
        aim = int(self._speed * self._seconds)
        self._count = max(min(aim, _MOST_GROWTH * games), self._least)
