"""The agent without a plan."""

from obversi import _core
from obversi.agents.core_agent import CoreAgent

__all__ = ["RandomAgent"]


class RandomAgent(CoreAgent):
    """Plays any legal move, each as likely as the others."""

    name = "random"

    def _thinking_player(self, size: int, rules: str) -> _core.Player:
        return _core.RandomPlayer(size, rules == "reversed")
