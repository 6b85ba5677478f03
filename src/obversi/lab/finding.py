"""What a report says, what was measured here, and whether the two agree."""

from dataclasses import dataclass
from math import hypot
from typing import Any, Final, Literal

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate

__all__ = ["Finding", "Verdict", "compare", "observe"]

# "open": the two are compatible, but the error bars are so wide that they could not disagree;
# "new": the report says nothing of it.
Verdict = Literal["agrees", "differs", "open", "new"]

_TELLING_PART: Final = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of a comparison: what it is about, both numbers as texts, and what follows.

    `sentence` says in plain words whether the report was right, and how sure that is.
    """

    what: str
    reported: str
    ours: str
    verdict: Verdict
    sentence: str

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "what": self.what,
            "reported": self.reported,
            "ours": self.ours,
            "verdict": self.verdict,
            "sentence": self.sentence,
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "Finding":
        """Read what `to_object` returned."""
        return cls(**told)


def compare(
    what: str,
    reported: Estimate | float,
    ours: Estimate,
    sentence: str,
    *,
    digits: int = 2,
    percent: bool = False,
    tolerance: float = 0.0,
    telling: float | None = None,
) -> Finding:
    """Set a number of a report beside ours: they differ if chance makes that 1 time in 20 or less.

    A reported number with an interval of its own is uncertain by that much as well; one without is
    taken as it is. Differences up to the `tolerance` are of no consequence. Numbers that do not
    differ agree only if they could have differed: if by chance they would not be farther apart than
    what is `telling`, a quarter of the reported number unless something else is given.
    """
    theirs = reported if isinstance(reported, Estimate) else Estimate(reported, reported, reported)
    apart = abs(theirs.value - ours.value)
    by_chance = NORMAL_95 * hypot(theirs.error, ours.error)
    least = abs(theirs.value) / _TELLING_PART if telling is None else telling
    verdict: Verdict = "differs"
    if not apart > max(by_chance, tolerance):
        verdict = "agrees" if by_chance <= max(least, tolerance) else "open"
    told = (
        theirs.text(digits, percent)
        if isinstance(reported, Estimate)
        else _plain(reported, digits, percent)
    )
    return Finding(what, told, ours.text(digits, percent), verdict, sentence)


def observe(
    what: str, ours: Estimate, sentence: str, *, digits: int = 2, percent: bool = False
) -> Finding:
    """Tell a number of which the report says nothing."""
    return Finding(what, "", ours.text(digits, percent), "new", sentence)


def _plain(number: float, digits: int, percent: bool) -> str:
    return f"{100 * number:.{digits}f} %" if percent else f"{number:,.{digits}f}"
