"""How far a contest has come."""

from dataclasses import dataclass
from typing import Final

__all__ = ["RACE", "ROUND_ROBIN", "STAGES", "USABILITY", "News"]

USABILITY: Final = "usability"
RACE: Final = "points race"
ROUND_ROBIN: Final = "round robin"

# In the order in which they are played; the two last are also names of tournaments.
STAGES: Final = (USABILITY, RACE, ROUND_ROBIN)


@dataclass(frozen=True, slots=True)
class News:
    """So much of a stage is done: students in the usability test, games in the others.

    `words` say what has happened since, and are empty if nothing has.
    """

    stage: str
    done: int
    planned: int
    words: str = ""
