"""The flag of a chess clock: it falls when the mover has no time left."""

from collections.abc import Callable
from typing import Final

from obversi.net.games.game import Game
from obversi.net.games.room import Room
from obversi.net.games.seats import Timer

__all__ = ["Flag"]

# So long, in seconds, until a clock is looked at again that had next to nothing left.
_PAUSE: Final = 0.001


class Flag:
    """Runs the mover's clock, and says when it has run out."""

    def __init__(self, game: Game, room: Room, on_fall: Callable[[], None]) -> None:
        """Let no clock run; `on_fall` hears of the mover's flag."""
        self._game = game
        self._room = room
        self._on_fall = on_fall
        self._timer: Timer | None = None

    def run(self) -> None:
        """Run the mover's clock from now on, if somebody is to move."""
        turn = self._game.turn
        if turn is not None:
            self._game.clocks.start(turn)
            left = self._game.clocks.left(turn)
            self._set(left, self._look)

    def run_after(self, seconds: float) -> None:
        """Run the mover's clock in so many seconds."""
        self._set(seconds, self.run)

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._set(None, self.run)

    def _look(self) -> None:
        turn = self._game.turn
        if turn is None:
            return
        if self._game.clocks.has_fallen(turn):
            self._on_fall()
        else:  # timers may be a little early
            self._set(_PAUSE, self._look)

    def _set(self, seconds: float | None, callback: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self._room.later(seconds, callback)
