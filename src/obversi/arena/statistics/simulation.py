"""Pairs of games between agents of known strength, made by chance, to try the statistics on."""

from collections.abc import Sequence

import numpy as np

from obversi.arena.statistics.bradley_terry import ELO
from obversi.arena.statistics.elo import Pentanomial
from obversi.arena.statistics.pair_results import Numbers, PairResults

__all__ = ["pair_frequencies", "simulated_pairs", "simulated_tournament"]


def pair_frequencies(score: float, *, draws: float = 0.05, bias: float = 0.3) -> Numbers:
    """Return how often pairs bring 0, ½, 1, 1½ and 2 points to who is expected to score so much.

    `draws` is the share of draws of what is possible with that score. `bias` is how uneven the
    openings are, from 0 to 1: one game of a pair is expected to bring more by that share of what is
    possible, the other less.

    >>> pair_frequencies(0.5, draws=0, bias=0).tolist()
    [0.25, 0.0, 0.5, 0.0, 0.25]
    """
    swing = bias * min(score, 1 - score)
    games = []
    for own in (score + swing, score - swing):
        drawn = 2 * draws * min(own, 1 - own)
        games.append(np.array([1 - own - drawn / 2, drawn, own - drawn / 2]))
    return np.asarray(np.convolve(games[0], games[1]))


def simulated_pairs(frequencies: Numbers, pairs: int, random: np.random.Generator) -> Pentanomial:
    """Play so many pairs whose points have these frequencies."""
    none, half, one, more, two = random.multinomial(pairs, frequencies).tolist()
    return none, half, one, more, two


def simulated_tournament(
    elo: Sequence[float],
    pairs: int,
    random: np.random.Generator,
    *,
    draws: float = 0.05,
    bias: float = 0.3,
) -> PairResults:
    """Let agents of these strengths all meet for so many pairs."""
    first, second = np.triu_indices(len(elo), 1)
    strengths = np.array(elo)
    scores = 1 / (1 + np.exp((strengths[second] - strengths[first]) / ELO))
    counts = [
        simulated_pairs(pair_frequencies(float(score), draws=draws, bias=bias), pairs, random)
        for score in scores
    ]
    return PairResults(len(elo), first, second, np.array(counts, np.float64))
