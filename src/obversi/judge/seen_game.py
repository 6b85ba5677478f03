"""A game and one of its two players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from obversi.arena.game.played import Failure, PlayedGame
from obversi.color import color_name

__all__ = ["SeenGame"]


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game, the colour that a player had in it, who was the other, and what it was played for."""

    game: PlayedGame
    color: int
    opponent: str
    stage: str = ""

    @property
    def margin(self) -> int:
        """The margin of this player, in discs."""
        return self.game.margin if self.color == self.game.a_color else -self.game.margin

    @property
    def result(self) -> str:
        """Whether this player has won, drawn or lost."""
        return "won" if self.margin > 0 else "lost" if self.margin < 0 else "drawn"

    @property
    def own_failure(self) -> Failure | None:
        """What this player lost the game by, if it did."""
        failure = self.game.failure
        return failure if failure is not None and failure.color == self.color else None

    @property
    def notes(self) -> Mapping[str, Any]:
        """What its agent told of the game."""
        told = self.game.notes.get(color_name(self.color))
        return told if isinstance(told, Mapping) else {}

    @property
    def seconds(self) -> Sequence[float]:
        """How long the moves of this player took."""
        return self.game.seconds(self.color)
