"""Shared parts of the experiments on R2's models: evaluations, rank correlation, R2's scope."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from obversi.errors import InputError
from obversi.heuristics import EVALUATIONS, AnyEvaluation, Mix, Phase
from obversi.lab.estimate import times
from obversi.lab.finding import Finding
from obversi.records import Record
from obversi.rules import Rules


@dataclass(frozen=True, slots=True)
class Agreement(Record):
    """The agreement of two orders: 1 if they are the same, -1 if one is the reverse of the other.

    It is Kendall's rank correlation: the share of pairs of things that have the same order in both
    minus the share of pairs with opposite orders. `chance` is the probability that independent
    orders agree or disagree at least as much.
    """

    correlation: float
    chance: float
    count: int

    @property
    def is_sure(self) -> bool:
        """Whether chance explains it 1 time in 20 or less."""
        return self.chance <= 0.05

    def __str__(self) -> str:
        """Return it in words."""
        return (
            f"rank correlation (Kendall's) of {self.correlation:+.2f} over {self.count} "
            f"(chance makes as much {times(self.chance)})"
        )


def agreement(first: Sequence[float], second: Sequence[float]) -> Agreement:
    """Compare two orders of three things or more by Kendall's rank correlation.

    The chance is exact for small numbers of things, and nearly exact if some are equal.

    >>> agreement([1, 2, 3, 4, 5], [2, 4, 6, 8, 10]).correlation
    1.0
    """
    from scipy.stats import kendalltau

    if len(first) != len(second) or len(first) < 3:
        raise InputError(f"{len(first)} and {len(second)} numbers are not two orders")
    if len(set(first)) == 1 or len(set(second)) == 1:
        return Agreement(0.0, 1.0, len(first))
    found = kendalltau(first, second)
    return Agreement(round(float(found.statistic), 12), float(found.pvalue), len(first))


def is_about(rules: Rules, size: int) -> bool:
    """Return whether R2 is about these games; it is only about the reversed game on 8×8."""
    return rules == "reversed" and size == 8


def where_r2_speaks(finding: Finding, rules: Rules, size: int) -> Finding:
    """Return a finding unchanged if R2 is about these games, and as a new one otherwise.

    >>> found = Finding("cycles", "some", "1 cycle", "agrees", "There is a cycle.")
    >>> where_r2_speaks(found, "reversed", 8).verdict, where_r2_speaks(found, "normal", 8).verdict
    ('agrees', 'new')
    """
    if is_about(rules, size):
        return finding
    return replace(finding, reported="", verdict="new")


# An evaluation for which all positions are equal, except finished games.
NOTHING = Mix("nothing", (Phase({"discs": 0.0}),))

DISCS = Mix("discs", (Phase({"discs": 1.0}),))

YARDSTICKS: Mapping[str, AnyEvaluation] = MappingProxyType(
    {**{name: name for name in EVALUATIONS}, DISCS.name: DISCS, NOTHING.name: NOTHING}
)
