"""A level: how far it looks, how long it may think, and how it errs."""

from dataclasses import dataclass

from obversi.agents.levels.ratings import LevelRating, level_ratings
from obversi.agents.levels.slips import Slips

__all__ = ["Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength to play against, in one of the six games.

    It looks `depth` plies ahead, or as far as it comes if that is None, and takes `seconds` for a
    move at most. Strong levels have no `slips`.
    """

    number: int
    name: str
    words: str
    depth: int | None
    seconds: float
    slips: Slips | None

    def rating(self, rules: str) -> LevelRating | None:
        """Return how strong it was found to be on 8×8, or None if nobody has measured it."""
        return level_ratings(rules).get(self.number)
