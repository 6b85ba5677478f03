"""When a match has said enough: the sequential probability ratio test on pairs.

Two hypotheses are compared as games come in: H0, that A is by `elo0` stronger than B, and H1, that
it is by `elo1`. The evidence is the logarithm of how much likelier H1 makes the pairs than H0. The
test is over as soon as that leaves its bounds. Unlike a look at an interval after every game, which
is sure to show something in the end, it errs as seldom as it was told to.
"""

from dataclasses import dataclass
from math import log
from typing import Literal

from obversi.arena.statistics.elo import Pentanomial, log_likelihood_ratio, score_from_elo
from obversi.arena.tournament.settings import Sprt

__all__ = ["SprtState", "sprt_bounds", "sprt_state"]


@dataclass(frozen=True, slots=True)
class SprtState:
    """How a test stands: the evidence for H1 over H0, between its bounds or beyond one.

    `decision` is the hypothesis that is accepted, or None as long as the test goes on; `reason`
    says it in words. Strengths are those of A over B.
    """

    llr: float
    lower: float
    upper: float
    decision: Literal["H0", "H1"] | None
    reason: str


def sprt_bounds(test: Sprt) -> tuple[float, float]:
    """Return the evidence at which H0 and H1 are accepted, as Wald proposed.

    >>> from obversi.arena.tournament.settings import Sprt
    >>> [round(bound, 2) for bound in sprt_bounds(Sprt(0, 10))]
    [-2.94, 2.94]
    """
    return log(test.beta / (1 - test.alpha)), log((1 - test.beta) / test.alpha)


def sprt_state(test: Sprt, pairs: Pentanomial) -> SprtState:
    """Return what a test says after these pairs, which are counted by the points of A.

    >>> from obversi.arena.tournament.settings import Sprt
    >>> sprt_state(Sprt(0, 50), (10, 5, 40, 10, 25)).reason
    'H1 is accepted: A is +50 Elo over B rather than 0, for the evidence, +3.77, has passed +2.94'
    """
    lower, upper = sprt_bounds(test)
    llr = log_likelihood_ratio(pairs, score_from_elo(test.elo0), score_from_elo(test.elo1))
    elo0, elo1 = (f"{elo:+g}" if elo else "0" for elo in (test.elo0, test.elo1))
    decision: Literal["H0", "H1"] | None = None
    if llr <= lower:
        decision = "H0"
        reason = _accepted(decision, f"{elo0} Elo over B rather than {elo1}", llr, lower)
    elif llr >= upper:
        decision = "H1"
        reason = _accepted(decision, f"{elo1} Elo over B rather than {elo0}", llr, upper)
    else:
        reason = (
            f"it is open whether A is {elo0} Elo over B (H0) or {elo1} (H1), "
            f"for the evidence, {llr:+.2f}, lies between {lower:+.2f} and {upper:+.2f}"
        )
    return SprtState(llr, lower, upper, decision, reason)


def _accepted(decision: str, what: str, llr: float, bound: float) -> str:
    return (
        f"{decision} is accepted: A is {what}, "
        f"for the evidence, {llr:+.2f}, has passed {bound:+.2f}"
    )
