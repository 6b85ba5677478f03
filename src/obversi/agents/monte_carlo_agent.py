"""The agent that plays games out at random."""

from math import isfinite, sqrt

from obversi import _core
from obversi.agents.core_agent import CoreAgent
from obversi.errors import ObversiError
from obversi.numbers import whole_number

__all__ = ["MonteCarloAgent"]

# What the core can count; more would take hours in any case.
_MOST_PLAYOUTS = (1 << 32) - 1


class MonteCarloAgent(CoreAgent):
    """Plays the move that Monte Carlo tree search tried most, within its playouts or seconds."""

    name = "mcts"

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        exploration: float = sqrt(2),
        seed: int | None = None,
        perfect: int = 0,
    ) -> None:
        """Play 1000 games a move out unless told otherwise."""
        super().__init__(seed, perfect)
        if seconds is not None and not (isfinite(seconds) and seconds > 0):
            raise ObversiError(f"mcts cannot think for {seconds} s: expected more than 0")
        if not (isfinite(exploration) and exploration >= 0):
            raise ObversiError(f"mcts cannot explore by {exploration}: expected 0 or more")
        if playouts is not None:
            playouts = whole_number(playouts, "the number of playouts", 1, most=_MOST_PLAYOUTS)
        self.seconds = seconds
        self._playouts = 1000 if playouts is None and seconds is None else playouts
        self._exploration = exploration

    def _thinking_player(self, size: int, rules: str) -> _core.Player:
        return _core.MonteCarloPlayer(
            size, rules == "reversed", self._playouts or 0, self.seconds or 0.0, self._exploration
        )
