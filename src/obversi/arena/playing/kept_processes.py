"""Processes that play games, kept for a while from game to game."""

import threading
import time
from collections.abc import Callable
from typing import Final

from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.game_process import GameProcess

__all__ = ["KeptProcesses"]

# To start a process, and the programs in it, takes a while: it waits so long for its next game.
_SECONDS_KEPT: Final = 60.0

_SECONDS_BETWEEN_LOOKS: Final = 0.5


class KeptProcesses:
    """As many processes as threads have asked for games at a time; idle ones end after a while."""

    def __init__(self) -> None:
        """Have none at first."""
        self._idle: list[tuple[float, GameProcess]] = []
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def play(self, plan: GamePlan, on_look: Callable[[], None]) -> PlayedGame:
        """Play a game to its end.

        `on_look` is called from time to time; if it raises something, the game and its process end.
        """
        process = self._take()
        try:
            process.begin(plan)
            while (game := process.poll()) is None:
                on_look()
                left = process.deadline - time.monotonic()
                process.connection.poll(min(max(left, 0.0), _SECONDS_BETWEEN_LOOKS))
        except BaseException:
            process.close()
            raise
        self._give_back(process)
        return game

    def _take(self) -> GameProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()[1]
        return GameProcess()

    def _give_back(self, process: GameProcess) -> None:
        with self._lock:
            self._idle.append((time.monotonic(), process))
            if self._timer is None:
                self._begin_timer()

    def _begin_timer(self) -> None:
        self._timer = threading.Timer(_SECONDS_KEPT, self._close_idle)
        self._timer.daemon = True
        self._timer.start()

    def _close_idle(self) -> None:
        limit = time.monotonic() - _SECONDS_KEPT
        with self._lock:
            old = [process for since, process in self._idle if since <= limit]
            self._idle = [(since, process) for since, process in self._idle if since > limit]
            self._timer = None
            if self._idle:
                self._begin_timer()
        for process in old:
            process.close()
