"""The interface of what plays games, and its simplest form: one game at a time in this process."""

from typing import Protocol

from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.play import TurnMonitor, play_planned
from obversi.arena.game.played import PlayedGame


class Players(Protocol):
    """Plays games, several at a time."""

    @property
    def busy(self) -> int:
        """The number of games that are being played."""

    def has_room(self, plan: GamePlan) -> bool:
        """Whether this game can start now without slowing others down."""

    def begin(self, plan: GamePlan) -> None:
        """Start a game; `has_room` must be true for it."""

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait at most `seconds` until a game ends, and return all that have ended."""

    def close(self) -> None:
        """Stop all games and processes; unfinished games are lost."""


class LocalPlayers:
    """Plays one game at a time in this process; an agent that never moves blocks it."""

    def __init__(self, monitor: TurnMonitor | None = None) -> None:
        """Start without a game; the monitor is notified of turns."""
        self._monitor = monitor
        self._pool = AgentPool()
        self._plan: GamePlan | None = None

    @property
    def busy(self) -> int:
        """The number of games to play: one or none."""
        return int(self._plan is not None)

    def has_room(self, _plan: GamePlan) -> bool:
        """Whether there is no game to play."""
        return self._plan is None

    def begin(self, plan: GamePlan) -> None:
        """Take a game."""
        self._plan = plan

    def finished(self, _seconds: float) -> list[PlayedGame]:
        """Play the game to its end."""
        plan, self._plan = self._plan, None
        return [] if plan is None else [play_planned(plan, self._pool, self._monitor)]

    def close(self) -> None:
        """Close the agents."""
        self._pool.close()
