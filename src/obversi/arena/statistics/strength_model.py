"""What a model of strengths has to tell of the games of two agents."""

from math import log
from typing import Final, Protocol

from obversi.arena.statistics.pair_results import Marks, Numbers, PairResults

__all__ = ["ELO", "StrengthModel"]

# One natural unit of strength in Elo.
ELO: Final = 400 / log(10)


class StrengthModel(Protocol):
    """How strengths make results, as an exponential family.

    The logarithm of how likely a result is is the sum of its statistics, each times a parameter,
    less `log_partition` of the parameters. The first statistic is the score, and its parameter how
    much stronger the first agent is, in natural units. If there is a second statistic, it is
    whether the game is drawn, and its parameter is the same for all games. The last axis of
    parameters and of what is told of statistics is that of the statistics.
    """

    @property
    def pair_statistics(self) -> Numbers:
        """The statistics of both games together: a row for each kind of pair."""
        ...

    def log_partition(self, parameters: Numbers) -> Numbers:
        """Return the logarithm that makes the likelihoods of all results sum up to 1."""
        ...

    def expected(self, parameters: Numbers) -> Numbers:
        """Return the statistics of a game that are to be expected."""
        ...

    def covariance(self, parameters: Numbers) -> Numbers:
        """Return how the statistics of a game scatter, on two axes."""
        ...

    def bounds_draws(self, results: PairResults) -> bool:
        """Return whether results bound how likely draws are, or the model does not need that."""
        ...

    def open_ends(self, results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
        """Return the agents whose strength nothing bounds from below, and from above.

        Strengths are counted from where the mean with the weights `zero` is 0.
        """
        ...
