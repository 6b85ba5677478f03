"""Two agents that meet from random openings, and what their pairs of games say."""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from obversi.agents.agent import Agent
from obversi.arena.bulk import play_bulk
from obversi.arena.openings import Openings, random_openings
from obversi.arena.statistics.elo import (
    PAIR_POINTS,
    Pentanomial,
    elo_from_score,
    mean_score,
    score_interval,
)
from obversi.errors import ObversiError
from obversi.lab.estimate import Estimate, mean
from obversi.lab.settings import Settings
from obversi.lab.step import Watch

__all__ = [
    "half_points",
    "lab_openings",
    "meet",
    "opposite_points",
    "points_advantage",
    "points_elo",
    "points_score",
]

# On small boards a little deeper than in a match, or there would be too few of them.
_PLIES: Final = {4: 4, 6: 6, 8: 8}
_MOST_HALF_POINTS: Final = 4


def lab_openings(settings: Settings, rules: str, games: int, purpose: str) -> Openings:
    """Return openings for so many games, or all there are; no two are alike.

    They depend on the seed and on the purpose alone: what is compared has the same openings.
    """
    return random_openings(
        max(1, (games + 1) // 2),
        size=settings.size,
        rules=rules,
        plies=_PLIES[settings.size],
        seed=Random(f"{settings.seed} {purpose}").getrandbits(62),
    )


def meet(
    a: str | Agent,
    b: str | Agent,
    openings: Openings,
    settings: Settings,
    watch: Watch | None = None,
) -> str:
    """Play every opening twice with colours swapped; return the half points of A, a digit a pair.

    As texts, thousands of games are small enough to be kept, and pairs from the same openings can
    still be compared one by one.
    """
    games = 2 * len(openings.boards)

    def on_progress(wins: int, draws: int, losses: int) -> None:
        if watch is not None:
            watch((wins + draws + losses) / games)

    played = play_bulk(
        a,
        b,
        games,
        size=settings.size,
        rules=openings.rules,
        openings=openings,
        seed=settings.seed,
        threads=settings.threads,
        on_progress=on_progress,
    )
    if watch is not None:
        watch(1.0)  # games that end between two looks were not told
    if played.failures:
        raise ObversiError(f"{played.a} against {played.b}: {played.failures[0].reason}")
    half_points = (np.sign(played.margins.reshape(-1, 2)) + 1).sum(axis=1)
    return "".join(str(points) for points in half_points)


def points_score(points: str) -> Estimate:
    """Return the points of A a game, from 0 to 1.

    >>> points_score("4220").value
    0.5
    """
    pairs = _pentanomial(points)
    return Estimate(mean_score(pairs), *score_interval(pairs), 2 * len(points))


def points_elo(points: str) -> Estimate:
    """Return the Elo of A over B; all or nothing has an open end."""
    found = points_score(points)
    low, high = elo_from_score(found.low), elo_from_score(found.high)
    return Estimate(elo_from_score(found.value), low, high, found.count)


def points_advantage(points: str, others: str) -> Estimate:
    """Return how many points a game more one agent made than another from the same openings.

    >>> points_advantage("44", "42").value
    0.25
    """
    if len(points) != len(others):
        raise ObversiError("the pairs to compare are not from the same openings")
    found = mean((half_points(points) - half_points(others)) / _MOST_HALF_POINTS)
    return Estimate(found.value, found.low, found.high, 2 * len(points))


def opposite_points(points: str) -> str:
    """Return the half points of B.

    >>> opposite_points("420")
    '024'
    """
    return points.translate(_OPPOSITE)


def half_points(points: str) -> NDArray[np.float64]:
    """Return the half points of A in each pair, as numbers."""
    return np.frombuffer(points.encode(), np.uint8).astype(np.float64) - ord("0")


_OPPOSITE: Final = str.maketrans("01234", "43210")


def _pentanomial(points: Sequence[str]) -> Pentanomial:
    if not points:
        raise ObversiError("there is no score without a whole pair of games")
    none, half, one, more, two = (points.count(str(kind)) for kind in range(len(PAIR_POINTS)))
    return none, half, one, more, two
