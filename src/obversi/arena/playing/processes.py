"""Games in processes of their own, several at a time."""

import os
import time
from multiprocessing.connection import wait

from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.game_process import PATIENCE, GameProcess
from obversi.machine import core_count
from obversi.numbers import whole_number

__all__ = ["PlayersInProcesses"]


class PlayersInProcesses:
    """Plays so many games at a time, and no more than the cores can think about.

    Agents whose threads wait for each other's cores would lose time, and games, by our fault.
    """

    def __init__(
        self,
        concurrency: int | None = None,
        patience: float = PATIENCE,
        *,
        one_core_a_game: bool = False,
    ) -> None:
        """Play as many games at a time as there are cores, unless told otherwise.

        An agent hangs that moves so many seconds too late. Where nobody trusts the agents, each
        game has one core: who starts threads takes time from its own.
        """
        self._one_core_a_game = one_core_a_game
        self._patience = patience
        self._cores = core_count()
        wanted = self._cores if concurrency is None else concurrency
        self._concurrency = whole_number(wanted, "the concurrency", 1)
        self._processes: list[GameProcess] = []

    @property
    def busy(self) -> int:
        """How many games are being played."""
        return len(self._playing())

    def has_room(self, plan: GamePlan) -> bool:
        """Whether cores are free for the threads of this game; alone it may have more than all."""
        plans = [process.plan for process in self._playing()]
        threads = sum(other.threads for other in plans if other)
        fits = threads + plan.threads <= self._cores
        return len(plans) < self._concurrency and (fits or not plans)

    def begin(self, plan: GamePlan) -> None:
        """Give a game to a process that has none."""
        idle = next((process for process in self._processes if process.plan is None), None)
        if idle is None:
            # Two who play games at a time do not both begin at the first core.
            core = os.getpid() + len(self._processes) if self._one_core_a_game else None
            idle = GameProcess(self._patience, core)
            self._processes.append(idle)
        idle.begin(plan)

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait until a game ends, for so many seconds at most, and return those that have."""
        playing = self._playing()
        if playing:
            first_deadline = min(process.deadline for process in playing)
            patience = min(seconds, max(first_deadline - time.monotonic(), 0.0))
            wait([process.connection for process in playing], patience)
        return [game for process in playing if (game := process.poll()) is not None]

    def close(self) -> None:
        """End all processes, with the games that they are playing."""
        for process in self._processes:
            process.terminate()
        while self._processes:
            self._processes.pop().close()

    def _playing(self) -> list[GameProcess]:
        return [process for process in self._processes if process.plan is not None]
