"""What search depths say about R2's words on pruning."""

from collections.abc import Mapping
from typing import Final

from obversi.lab.claims.several_tests import is_less, widened
from obversi.lab.estimate import Estimate
from obversi.lab.finding import Finding, Verdict
from obversi.lab.models.agreement import agreement
from obversi.lab.models.search_depth import EvaluationDepth
from obversi.lab.models.yardsticks import NOTHING, YARDSTICKS

__all__ = ["KNOWING", "ignorance", "prunes_more", "two_causes"]

KNOWING: Final = tuple(name for name in YARDSTICKS if name != NOTHING.name)


def prunes_more(
    rules: str, depths: Mapping[str, EvaluationDepth], lost: Mapping[str, Estimate]
) -> Finding:
    """Test what the model rests on: that a better evaluation cuts off more."""
    order = agreement(
        [depths[name].pruning.value for name in KNOWING],
        [-lost[name].value for name in KNOWING],
    )
    verdict: Verdict = "open"
    if order.is_sure:
        verdict = "agrees" if order.correlation > 0 else "differs"
    judged = {
        "agrees": "evaluations with better moves cut off more",
        "differs": "evaluations with better moves cut off less",
        "open": "whether evaluations with better moves cut off more stays open",
    }[verdict]
    return Finding(
        f"a better evaluation prunes more, {rules}",
        "“implies a better pruning” (3.3.2.4)",
        f"{order.correlation:+.2f}",
        verdict,
        f"Under {rules} rules {judged}: pruning and good moves have a {order}.",
    )


def ignorance(
    rules: str, depths: Mapping[str, EvaluationDepth], lost: Mapping[str, Estimate]
) -> Finding:
    """Put the model to the test: an evaluation that knows nothing must not look good.

    One evaluation that surely chooses better moves, but surely gets less deep, refutes it.
    """
    nothing = depths[NOTHING.name]
    better = [name for name in KNOWING if is_less(lost[name], lost[NOTHING.name], len(KNOWING))]
    above = [name for name in KNOWING if _is_deeper(depths[name], nothing)]
    below = [name for name in KNOWING if _is_deeper(nothing, depths[name])]
    fooled = sum(name in below for name in better)
    verdict: Verdict = "open"
    if fooled:
        verdict = "differs"
    elif better and set(better) <= set(above):
        verdict = "agrees"
    judged = {
        "differs": "to get deeper does not mean to choose better moves",
        "agrees": "all that choose better moves get deeper too",
        "open": "whether to get deeper means to choose better moves stays open",
    }[verdict]
    return Finding(
        f"an evaluation that knows nothing, {rules}",
        "deeper means better (3.3.2.4)",
        f"{nothing.mean_reached.text(1)} plies",
        verdict,
        f"To call all positions equal gets {nothing.mean_reached.text(1)} plies deep under {rules} "
        f"rules, surely deeper than {len(below)} of {len(KNOWING)} evaluations and less deep than "
        f"{len(above)}; {len(better)} surely choose better moves, {fooled} of them though they get "
        f"less deep: {judged} (95 % for all {len(KNOWING)} together).",
    )


def _is_deeper(one: EvaluationDepth, other: EvaluationDepth) -> bool:
    return widened(one.plies_over(other), len(KNOWING)).low > 0


def two_causes(rules: str, depths: Mapping[str, EvaluationDepth]) -> Finding:
    """Tell how far evaluations differ in pruning, and how far in the time that a search takes."""
    asked = {
        name: sum(depths[name].evaluations) / len(depths[name].evaluations) for name in KNOWING
    }
    answer = {name: depths[name].nanoseconds.value for name in KNOWING}
    pruning, speed = (max(one.values()) / min(one.values()) for one in (asked, answer))
    slowest, quickest = max(answer, key=answer.__getitem__), min(answer, key=answer.__getitem__)
    return Finding(
        f"pruning or speed, {rules}",
        "",
        f"{pruning:.1f} times and {speed:.1f} times",
        "new",
        f"To the same depth one evaluation was asked up to {pruning:.1f} times as often as another "
        f"under {rules} rules; the time of the whole search, divided by how often the evaluation "
        f"was asked, was up to {speed:.1f} times as long ({slowest} against {quickest}).",
    )
