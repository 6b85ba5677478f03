"""How strong the levels were found to be, in Elo above random play, as a tournament measured it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

__all__ = ["LevelRating", "level_ratings", "ratings_text"]

_FILE: Final = Path(__file__).with_name("ratings.json")


@dataclass(frozen=True, slots=True)
class LevelRating:
    """A rating with its 95 % interval, and how many games it comes from."""

    rating: int
    low: int
    high: int
    games: int


@cache
def level_ratings(rules: str) -> Mapping[int, LevelRating]:
    """Return the ratings of all levels on 8×8, by their numbers, under these rules."""
    written = json.loads(_FILE.read_text(encoding="utf-8"))[rules]
    return MappingProxyType({int(number): LevelRating(**told) for number, told in written.items()})


def ratings_text(ratings: Mapping[str, Mapping[int, LevelRating]]) -> str:
    """Write the ratings of both rule sets as they are kept."""
    told = {
        rules: {str(number): asdict(rating) for number, rating in sorted(levels.items())}
        for rules, levels in ratings.items()
    }
    return json.dumps(told, indent=2) + "\n"
