"""Simulated pairs of games between agents of known strength, to test the statistics."""

from collections.abc import Callable, Sequence

import numpy as np

from obversi.arena.statistics.elo import Pentanomial, score_from_elo
from obversi.arena.statistics.pair_results import PAIR_KINDS, Numbers, PairResults, pair_kind
from obversi.arena.statistics.strength_models import ELO, Davidson


def pair_frequencies(score: float, *, draws: float = 0.05, bias: float = 0.3) -> Numbers:
    """Return the frequencies of pairs with 0, ½, 1, 1½ and 2 points, for an expected score.

    `draws` is the share of draws, relative to the maximum for that score. `bias`, from 0 to 1, is
    the unevenness of the openings: one game of a pair has a higher expected score, the other a
    lower one, by that share of the maximum.

    >>> pair_frequencies(0.5, draws=0, bias=0).tolist()
    [0.25, 0.0, 0.5, 0.0, 0.25]
    """
    none, half, split, drawn, more, two = _kinds_with_bias(score, draws, bias)
    return np.array([none, half, split + drawn, more, two])


def simulated_pairs(frequencies: Numbers, pairs: int, random: np.random.Generator) -> Pentanomial:
    """Draw pairs whose points have these frequencies."""
    return tuple(random.multinomial(pairs, frequencies).tolist())


def simulated_tournament(
    elo: Sequence[float],
    pairs: int,
    random: np.random.Generator,
    *,
    draws: float = 0.05,
    bias: float = 0.3,
) -> PairResults:
    """Simulate a round robin of agents with these ratings; scores follow Elo."""
    return _all_meet(
        elo, pairs, random, lambda gap: _kinds_with_bias(score_from_elo(gap), draws, bias)
    )


def simulated_davidson_tournament(
    elo: Sequence[float],
    pairs: int,
    random: np.random.Generator,
    *,
    draws: float = 0.2,
    mirrored: float = 0.3,
) -> PairResults:
    """Simulate a round robin of agents with these ratings; results follow Davidson's model.

    `draws` is the share of draws between equals. In the share `mirrored` of the pairs the colours
    decide: the better the first game is for an agent, the worse is the second.
    """
    return _all_meet(elo, pairs, random, lambda gap: _kinds_by_davidson(gap, draws, mirrored))


def _all_meet(
    elo: Sequence[float],
    pairs: int,
    random: np.random.Generator,
    frequencies: Callable[[float], Numbers],
) -> PairResults:
    """Simulate a round robin; `frequencies` maps a difference in Elo to those of kinds of pairs."""
    first, second = np.triu_indices(len(elo), 1)
    gaps = np.array(elo)[first] - np.array(elo)[second]
    counts = [random.multinomial(pairs, frequencies(gap)) for gap in gaps.tolist()]
    return PairResults(len(elo), first, second, np.array(counts, np.float64))


def _kinds_with_bias(score: float, draws: float, bias: float) -> Numbers:
    swing = bias * min(score, 1 - score)
    games = []
    for own in (score + swing, score - swing):
        drawn = 2 * draws * min(own, 1 - own)
        games.append(np.array([1 - own - drawn / 2, drawn, own - drawn / 2]))
    return _kinds(np.outer(*games))


def _kinds_by_davidson(gap: float, draws: float, mirrored: float) -> Numbers:
    parameters = np.array([gap / ELO, np.log(2 * draws / (1 - draws))])
    score, drawn = Davidson().expected(parameters)
    game = np.array([1 - score - drawn / 2, drawn, score - drawn / 2])
    # Both games come from one random number: the second from 1 minus that of the first.
    ends = np.concatenate([[0], np.cumsum(game)])
    lowest = np.maximum.outer(ends[:-1], 1 - ends[1:])
    highest = np.minimum.outer(ends[1:], 1 - ends[:-1])
    mirror = np.maximum(highest - lowest, 0)
    return _kinds(mirrored * mirror + (1 - mirrored) * np.outer(game, game))


def _kinds(both: Numbers) -> Numbers:
    """Return the frequencies of the kinds of pairs, given those of both games' results."""
    kinds = np.zeros(len(PAIR_KINDS))
    for (one, other), frequency in np.ndenumerate(both):
        kinds[pair_kind(one - 1, other - 1)] += frequency
    return kinds
