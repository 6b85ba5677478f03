"""A game that is to be played."""

from dataclasses import dataclass

from obversi.arena.game.time_control import TimeControl
from obversi.board import Board

__all__ = ["GamePlan", "Player"]


@dataclass(frozen=True, slots=True)
class Player:
    """An agent of a game: its place among the agents, what makes it, and its seed there."""

    agent: int
    description: str
    seed: int
    threads: int = 1


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game to play: the first agent of the pair, A, has the colour `a_color`.

    Numbers of games and pairs begin with 1. With so many empty squares as `adjudicate` says, or
    fewer, the game ends with the margin of perfect play; 0 plays it out.
    """

    number: int
    pair: int
    opening: Board
    a: Player
    b: Player
    a_color: int
    time: TimeControl
    adjudicate: int = 0
    round: int = 1

    def player(self, color: int) -> Player:
        """Return who plays a colour."""
        return self.a if color == self.a_color else self.b

    @property
    def threads(self) -> int:
        """How many cores the game takes: agents think in turns."""
        return max(self.a.threads, self.b.threads)
