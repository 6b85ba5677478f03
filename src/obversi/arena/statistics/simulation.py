"""Pairs of games between agents of known strength, made by chance, to try the statistics on."""

from collections.abc import Callable, Sequence

import numpy as np

from obversi.arena.statistics.davidson import Davidson
from obversi.arena.statistics.elo import Pentanomial, score_from_elo
from obversi.arena.statistics.pair_kinds import PAIR_KINDS, pair_kind
from obversi.arena.statistics.pair_results import Numbers, PairResults
from obversi.arena.statistics.strength_model import ELO

__all__ = [
    "pair_frequencies",
    "simulated_davidson_tournament",
    "simulated_pairs",
    "simulated_tournament",
]


def pair_frequencies(score: float, *, draws: float = 0.05, bias: float = 0.3) -> Numbers:
    """Return how often pairs bring 0, ½, 1, 1½ and 2 points to who is expected to score so much.

    `draws` is the share of draws of what is possible with that score. `bias` is how uneven the
    openings are, from 0 to 1: one game of a pair is expected to bring more by that share of what is
    possible, the other less.

    >>> pair_frequencies(0.5, draws=0, bias=0).tolist()
    [0.25, 0.0, 0.5, 0.0, 0.25]
    """
    none, half, split, drawn, more, two = _kinds_with_bias(score, draws, bias)
    return np.array([none, half, split + drawn, more, two])


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
    """Let agents of these strengths all meet for so many pairs; scores are those of Elo."""
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
    """Let agents of these strengths all meet for so many pairs; games are those of Davidson.

    `draws` is the share of draws between equals. In the share `mirrored` of the pairs colours
    decide: the better the first game is for an agent, the worse is the second.
    """
    return _all_meet(elo, pairs, random, lambda gap: _kinds_by_davidson(gap, draws, mirrored))


def _all_meet(
    elo: Sequence[float],
    pairs: int,
    random: np.random.Generator,
    frequencies: Callable[[float], Numbers],
) -> PairResults:
    """Let all meet; the frequencies of the kinds of pairs come from a difference in Elo."""
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
    # Of one number between 0 and 1 the first game takes what lies below, the second what above.
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
