"""The sequential probability ratio test (SPRT) on pairs, which ends a match early.

Two hypotheses are compared after each game: H0, that A is stronger than B by `elo0`, and H1, that
it is by `elo1`. The test ends when the logarithm of the likelihood ratio (LLR) of H1 to H0 leaves
its bounds. Its error rates are those of the settings; checking a 95 % interval after every game
would be wrong far more often.
"""

from dataclasses import dataclass
from math import log
from typing import Literal

from obversi.arena.statistics.elo import Pentanomial, log_likelihood_ratio, score_from_elo
from obversi.arena.tournament.settings import Sprt
from obversi.arguments import checked_type


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a test: the log-likelihood ratio of H1 to H0, and its bounds.

    `decision` is the accepted hypothesis, or None while the test continues; `reason` explains it.
    """

    llr: float
    lower: float
    upper: float
    decision: Literal["H0", "H1"] | None
    reason: str


def sprt_bounds(test: Sprt) -> tuple[float, float]:
    """Return the log-likelihood ratios at which H0 and H1 are accepted (Wald, 1945).

    >>> from obversi.arena.tournament.settings import Sprt
    >>> [round(bound, 2) for bound in sprt_bounds(Sprt(0, 10))]
    [-2.94, 2.94]
    """
    return log(test.beta / (1 - test.alpha)), log((1 - test.beta) / test.alpha)


def sprt_state(test: Sprt, pairs: Pentanomial) -> SprtState:
    """Return the state of a test after these pairs, counted by the points of A.

    >>> from obversi.arena.tournament.settings import Sprt
    >>> sprt_state(Sprt(0, 50), (10, 5, 40, 10, 25)).reason
    'H1 is accepted: A is +50 Elo over B rather than 0, since the LLR, +3.77, has passed +2.94'
    """
    lower, upper = sprt_bounds(checked_type(test, Sprt, "test"))
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
            f"since the LLR, {llr:+.2f}, is between {lower:+.2f} and {upper:+.2f}"
        )
    return SprtState(llr, lower, upper, decision, reason)


def _accepted(decision: str, what: str, llr: float, bound: float) -> str:
    return (
        f"{decision} is accepted: A is {what}, since the LLR, {llr:+.2f}, has passed {bound:+.2f}"
    )
