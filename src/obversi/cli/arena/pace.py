"""How long a tournament takes, seen from how long it took so far."""

import time

__all__ = ["Pace", "duration_text"]


class Pace:
    """Watches games end, of so many that are planned; some may have been played before."""

    def __init__(self, planned: int, before: int) -> None:
        """Begin now."""
        self._planned = planned
        self._before = before
        self._begin = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._begin

    def text(self, played: int) -> str:
        """Say how far it is, and how long it will take if it goes on like this."""
        told = f"{played} of {self._planned} games, {duration_text(self.elapsed)}"
        new = played - self._before
        if new <= 0 or played >= self._planned:
            return told
        left = self.elapsed / new * (self._planned - played)
        return f"{told}, about {duration_text(left)} left"


def duration_text(seconds: float) -> str:
    """Write hours, minutes and seconds.

    >>> duration_text(65), duration_text(3605.2)
    ('1:05', '1:00:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
