"""The games of experiments, and their openings."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.agents.agent import Agent
from obversi.arena.bulk import BulkGames, CorePlaying, play_bulk
from obversi.arena.openings import Openings, random_openings, start_openings
from obversi.arena.statistics.elo import (
    PAIR_POINTS,
    Pentanomial,
    elo_from_score,
    mean_score,
    score_interval,
)
from obversi.errors import InputError
from obversi.lab.estimate import Estimate, elo, mean, score
from obversi.lab.steps import Trial, Watch
from obversi.records import fields_object

# On small boards openings are a little deeper than in a match. Otherwise there would be too few.
_PLIES = {4: 4, 6: 6, 8: 8}
MOST_HALF_POINTS = 4  # of a pair of games


@lru_cache(maxsize=4)
def lab_openings(trial: Trial, games: int, purpose: str) -> Openings:
    """Return different openings for this number of games, or all if there are fewer.

    They depend only on the seed and the purpose, so compared agents have the same openings.
    """
    return random_openings(
        max(1, (games + 1) // 2),
        size=trial.size,
        rules=trial.rules,
        plies=_PLIES[trial.size],
        seed=Random(f"{trial.seed} {purpose}").getrandbits(62),
    )


def play_games(
    a: str | Agent | CorePlaying,
    b: str | Agent | CorePlaying,
    games: int,
    openings: Openings,
    watch: Watch | None = None,
    **options: Any,
) -> BulkGames:
    """Play games from openings, with options of `play_bulk`; a failure of an agent is an error."""
    played = play_bulk(
        *(a, b, games),
        size=openings.size,
        rules=openings.rules,
        openings=openings,
        on_progress=None if watch is None else lambda *results: watch(sum(results) / games),
        **options,
    )
    if played.failures:
        failure, names = played.failures[0], (played.a, played.b)
        name, other = names if failure.agent == "a" else reversed(names)
        raise InputError(f"{name} failed in a game against {other}: {failure.reason}")
    return played


def play_openings(
    trial: Trial,
    a: str | Agent | CorePlaying,
    b: str | Agent | CorePlaying,
    openings: Openings,
    **options: Any,
) -> BulkGames:
    """Play every opening twice with colours swapped."""
    options |= fields_object(trial, "seed", "threads")
    played = play_games(a, b, 2 * len(openings.boards), openings, trial.watch, **options)
    trial.watch(1.0)  # the last games may have ended without a report
    return played


def meet(trial: Trial, a: str | Agent, b: str | Agent, openings: Openings) -> str:
    """Play every opening twice with colours swapped; return the half points of A, a digit a pair.

    As a text, thousands of games are small enough to be stored, and pairs from the same openings
    can still be compared one by one.
    """
    played = play_openings(trial, a, b, openings)
    pairs = (np.sign(played.margins.reshape(-1, 2)) + 1).sum(axis=1)
    return "".join(str(points) for points in pairs)


def points_score(points: str) -> Estimate:
    """Return the points of A a game, from 0 to 1.

    >>> points_score("4220").value
    0.5
    """
    pairs = _pentanomial(points)
    return Estimate(mean_score(pairs), *score_interval(pairs), 2 * len(points))


def points_elo(points: str) -> Estimate:
    """Return the Elo of A over B; if one side won all games, the interval has an open end."""
    found = points_score(points)
    low, high = elo_from_score(found.low), elo_from_score(found.high)
    return Estimate(elo_from_score(found.value), low, high, found.count)


def points_advantage(points: str, others: str) -> Estimate:
    """Return the difference of two agents in points a game, from the same openings.

    >>> points_advantage("44", "42").value
    0.25
    """
    if len(points) != len(others):
        raise InputError("the pairs to compare are not from the same openings")
    found = mean((half_points(points) - half_points(others)) / MOST_HALF_POINTS)
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


_OPPOSITE = str.maketrans("01234", "43210")


def _pentanomial(points: Sequence[str]) -> Pentanomial:
    if not points:
        raise InputError("there is no score without a whole pair of games")
    none, half, one, more, two = (points.count(str(kind)) for kind in range(len(PAIR_POINTS)))
    return none, half, one, more, two


def duel(
    trial: Trial,
    a: str | Agent | CorePlaying,
    b: str | Agent | CorePlaying,
    purpose: str,
    games: int | None = None,
) -> dict[str, Any]:
    """Play every opening twice with colours swapped; return score, Elo, margin and nodes of A.

    Duels of one purpose begin from the same openings, so they can be compared. There are at most
    twice as many games as openings, which are few on a small board.
    """
    openings = lab_openings(trial, trial.games if games is None else games, purpose)
    played = play_openings(trial, a, b, openings)
    choices = np.maximum(played.rounds.choices.sum(axis=0), 1)
    return {
        **fields_object(played, "a", "b"),
        "games": len(played),
        **fields_object(played, "wins", "draws", "losses"),
        "score": score(played),
        "elo": elo(played),
        "margin": mean(played.margins.reshape(-1, 2).mean(axis=1)),
        "nodes": [float(nodes) for nodes in played.rounds.nodes.sum(axis=0) / choices],
    }


# The number of games in R2.
BATCH = 40


def batches_of(games: int) -> tuple[int, int]:
    """Return the size of batches of games, and their number, which is at least two.

    A batch has forty games, or fewer if that makes under ten batches.

    >>> batches_of(4000), batches_of(100)
    ((40, 100), (10, 10))
    """
    batch = max(2, min(BATCH, games // 20 * 2))
    return batch, max(2, games // batch)


def round_batches(
    trial: Trial, a: str, b: str, games: int, *, from_start: bool = True
) -> Iterator[BulkGames]:
    """Let two agents play in batches of games, as `batches_of` divides them.

    Games begin from the start, or from random openings, which agents without chance need.
    """
    batch, batches = batches_of(games)
    for number in range(batches):
        # The seed is drawn, so that it has at most as many bits as the core takes.
        seed = Random(f"{trial.seed} batch {number}").getrandbits(62)
        openings = (
            start_openings(trial.size, trial.rules)
            if from_start
            else random_openings(batch // 2, size=trial.size, rules=trial.rules, seed=seed)
        )
        yield play_games(a, b, batch, openings, seed=seed, threads=trial.threads)
        trial.watch((number + 1) / batches)
