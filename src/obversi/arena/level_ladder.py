"""The ladder of levels: how strong each of them is, on one scale for each rule set.

Only the highest level plays by time, and is as strong as the machine is fast.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Final

from obversi.agents.levels import LEVELS, LevelRating
from obversi.arena.ladder import ladder_settings
from obversi.arena.statistics.standings import Standings
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import TournamentSettings
from obversi.errors import ObversiError

__all__ = ["LEVEL_LADDER", "level_ladder_settings", "measured_ratings"]

_LABELS: Final = {f"level {level.number}": level.number for level in LEVELS["normal"]}

LEVEL_LADDER: Final = (
    "random",
    "greedy",
    *(f"{label}=engine:level={number}" for label, number in _LABELS.items()),
)


def level_ladder_settings(
    rules: str, size: int = 8, pairs: int = 20, seed: int = 1
) -> TournamentSettings:
    """Return the tournament by which levels are rated, each against those of about its strength."""
    return ladder_settings(rules, size, pairs, seed, agents=LEVEL_LADDER, form="neighbours")


def measured_ratings(
    results: Sequence[tuple[StoredTournament, Standings]],
) -> dict[str, Mapping[int, LevelRating]]:
    """Return how strong each level was, by the rules of its tournament."""
    return {stored.settings.rules: dict(_ratings(standings)) for stored, standings in results}


def _ratings(standings: Standings) -> Iterator[tuple[int, LevelRating]]:
    for row in standings.rows:
        if row.label not in _LABELS:
            continue
        if row.rating is None or row.low is None or row.high is None:
            raise ObversiError(f"{row.label} has no rating: play more games")
        if not (isfinite(row.low) and isfinite(row.high)):
            raise ObversiError(
                f"{row.label} has won or lost all its games, so that nothing bounds its rating: "
                "play more games"
            )
        # As the page has them: rounded once, so that no two places tell different numbers.
        rating, low, high = (round(value) for value in (row.rating, row.low, row.high))
        yield _LABELS[row.label], LevelRating(rating, low, high, row.games)
