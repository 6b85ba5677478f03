"""Games in other processes, several at a time."""

import os
import select
import time
from multiprocessing.connection import wait

from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.game_process import GRACE_SECONDS, GameProcess
from obversi.arguments import whole_number
from obversi.errors import MachineError
from obversi.machine import core_count

# Windows has other means, which are not used.
HAS_PROCESSES = hasattr(select, "poll")


class PlayersInProcesses:
    """Plays at most `concurrency` games at a time, and never needs more cores than there are.

    Otherwise agents would lose time, and games, by waiting for a core.
    """

    def __init__(
        self,
        concurrency: int | None = None,
        grace: float = GRACE_SECONDS,
        *,
        one_core_a_game: bool = False,
    ) -> None:
        """Play as many games at a time as there are cores, unless `concurrency` is given.

        An agent hangs if it is `grace` seconds late. With `one_core_a_game` each game has one
        core, so that untrusted agents with many threads slow only themselves down.
        """
        if not HAS_PROCESSES:
            raise MachineError(
                "games cannot have processes of their own on this system: that needs Linux or "
                "macOS (on Windows: WSL 2)"
            )
        self._one_core_a_game = one_core_a_game
        self._grace_seconds = grace
        self._cores = core_count()
        number = self._cores if concurrency is None else concurrency
        self._concurrency = whole_number(number, "the concurrency", 1)
        self._processes: list[GameProcess] = []

    @property
    def busy(self) -> int:
        """The number of games that are being played."""
        return len(self._playing())

    def has_room(self, plan: GamePlan) -> bool:
        """Whether enough cores are free for this game; a game that is alone may need more."""
        plans = [process.plan for process in self._playing()]
        threads = sum(other.threads for other in plans if other)
        fits = threads + plan.threads <= self._cores
        return len(plans) < self._concurrency and (fits or not plans)

    def begin(self, plan: GamePlan) -> None:
        """Send a game to an idle process, or to a new one."""
        idle = next((process for process in self._processes if process.plan is None), None)
        if idle is None:
            # Two programs that play games do not both start at the first core.
            core = os.getpid() + len(self._processes) if self._one_core_a_game else None
            idle = GameProcess(self._grace_seconds, core)
            self._processes.append(idle)
        idle.begin(plan)

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait at most `seconds` until a game ends, and return all that have ended."""
        playing = self._playing()
        if playing:
            first_deadline = min(process.deadline for process in playing)
            timeout = min(seconds, max(first_deadline - time.monotonic(), 0.0))
            wait([process.connection for process in playing], timeout)
        return [game for process in playing if (game := process.poll()) is not None]

    def close(self) -> None:
        """Stop all processes and their games."""
        for process in self._processes:
            process.terminate()
        while self._processes:
            self._processes.pop().close()

    def _playing(self) -> list[GameProcess]:
        return [process for process in self._processes if process.plan is not None]
