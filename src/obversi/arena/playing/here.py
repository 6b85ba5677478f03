"""Games in this process, one at a time."""

from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.play import play_planned
from obversi.arena.game.played import PlayedGame

__all__ = ["PlayersHere"]


class PlayersHere:
    """Plays a game when its result is asked for; nothing can end an agent that never moves."""

    def __init__(self) -> None:
        """Have no game at first."""
        self._pool = AgentPool()
        self._plan: GamePlan | None = None

    @property
    def busy(self) -> int:
        """How many games wait to be played: one or none."""
        return int(self._plan is not None)

    def has_room(self, _plan: GamePlan) -> bool:
        """Whether no game waits."""
        return self._plan is None

    def begin(self, plan: GamePlan) -> None:
        """Take a game."""
        self._plan = plan

    def finished(self, _seconds: float) -> list[PlayedGame]:
        """Play the game, however long that takes."""
        plan, self._plan = self._plan, None
        return [] if plan is None else [play_planned(plan, self._pool)]

    def close(self) -> None:
        """End programs that were started."""
        self._pool.close()
