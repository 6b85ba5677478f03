"""The agent that looks one move ahead."""

from obversi import _core
from obversi.agents.core_agent import CoreAgent

__all__ = ["GreedyAgent"]


class GreedyAgent(CoreAgent):
    """Plays the move with the best margin right after it: most discs, or fewest when reversed.

    Ties are broken at random.
    """

    name = "greedy"

    def _thinking_player(self, size: int, rules: str) -> _core.Player:
        return _core.GreedyPlayer(size, rules == "reversed")
