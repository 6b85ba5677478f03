"""What plays games, wherever that is."""

from typing import Protocol

from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame

__all__ = ["Players"]


class Players(Protocol):
    """Plays several games at a time, as many as it has room for."""

    @property
    def busy(self) -> int:
        """How many games are being played."""

    def has_room(self, plan: GamePlan) -> bool:
        """Whether this game can begin now without taking the time of others."""

    def begin(self, plan: GamePlan) -> None:
        """Begin a game for which there is room."""

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait until a game ends, for so many seconds at most, and return those that have."""

    def close(self) -> None:
        """End the games that are still being played, which are lost, and all processes."""
