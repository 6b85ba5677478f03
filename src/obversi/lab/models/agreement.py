"""Whether two measures put the same things in the same order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from obversi.errors import ObversiError
from obversi.lab.claims.chance import times

__all__ = ["Agreement", "agreement"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How alike two orders are: 1 if they are the same, -1 if one is the other turned round.

    It is Kendall's rank correlation: of all pairs of things, the share that both orders put alike
    minus the share that they put otherwise. `chance` is how often orders that have nothing to do
    with each other are as alike, or as opposite, as these.
    """

    correlation: float
    chance: float
    count: int

    @property
    def is_sure(self) -> bool:
        """Whether chance makes it 1 time in 20 or less."""
        return self.chance <= 0.05

    def __str__(self) -> str:
        """Tell it in words."""
        return (
            f"rank correlation (Kendall's) of {self.correlation:+.2f} over {self.count} "
            f"(chance makes as much {times(self.chance)})"
        )

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {"correlation": self.correlation, "chance": self.chance, "count": self.count}


def agreement(first: Sequence[float], second: Sequence[float]) -> Agreement:
    """Compare two orders by Kendall's rank correlation, of three things or more.

    The chance is exact for as few as there are here, and nearly so if some are alike.

    >>> agreement([1, 2, 3, 4, 5], [2, 4, 6, 8, 10]).correlation
    1.0
    """
    from scipy.stats import kendalltau

    if len(first) != len(second) or len(first) < 3:
        raise ObversiError(f"{len(first)} and {len(second)} numbers make no two orders")
    if len(set(first)) == 1 or len(set(second)) == 1:
        return Agreement(0.0, 1.0, len(first))
    found = kendalltau(first, second)
    return Agreement(round(float(found.statistic), 12), float(found.pvalue), len(first))
