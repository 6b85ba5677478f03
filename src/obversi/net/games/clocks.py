"""The clocks of a game: one runs while its player is to move."""

from collections.abc import Callable, Mapping

from obversi.color import BLACK, WHITE
from obversi.wire.session import Clocks, ClockSetting

__all__ = ["GameClocks"]


class GameClocks:
    """What both players have left, if time is limited; how long a move took is known anyway."""

    def __init__(
        self,
        setting: ClockSetting | None,
        now: Callable[[], float],
        heard: Callable[[], float] | None = None,
    ) -> None:
        """Let both stand still, with all their time.

        A clock runs from `now` until a move is `heard`, which is earlier than now if the server had
        something else to do meanwhile.
        """
        self.setting = setting
        self._now = now
        self._heard = heard or now
        seconds = 0.0 if setting is None else setting.seconds
        self._left = {BLACK: seconds, WHITE: seconds}
        self._running: int | None = None
        self._since = 0.0

    def set(self, left: Mapping[int, float | None]) -> None:
        """Stop both, and let them show this; None changes nothing."""
        self.halt()
        for color, seconds in left.items():
            if seconds is not None:
                self._left[color] = seconds

    def start(self, color: int) -> None:
        """Let a player's clock run; one that runs already goes on."""
        if self._running != color:
            self._running, self._since = color, self._now()

    def elapsed(self) -> float:
        """Return how long the clock has run that runs now."""
        return 0.0 if self._running is None else max(self._heard() - self._since, 0.0)

    def left(self, color: int) -> float | None:
        """Return what a player has left now, 0 at least; None if time is not limited."""
        if self.setting is None:
            return None
        spent = self.elapsed() if color == self._running else 0.0
        return max(self._left[color] - spent, 0.0)

    def has_fallen(self, color: int) -> bool:
        """Whether a player has no time left."""
        return self.left(color) == 0.0

    def halt(self) -> None:
        """Let none run, as if the one that runs had not been started."""
        self._running = None

    def after_move(self, color: int) -> dict[int, float] | None:
        """Return what both will have left if a player moves now; None if time is not limited."""
        left = self.left(color)
        if self.setting is None or left is None:
            return None
        return self._left | {color: left + self.setting.increment}

    def shown(self) -> Clocks | None:
        """Return what players are told, to the millisecond."""
        black, white = self.left(BLACK), self.left(WHITE)
        if black is None or white is None:
            return None
        return Clocks(round(black, 3), round(white, 3))
