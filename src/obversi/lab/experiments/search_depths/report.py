"""What search depths say about R2's words on pruning."""

from collections.abc import Mapping
from typing import Final

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
    """Put the model to the test: an evaluation that knows nothing must not look good."""
    nothing = depths[NOTHING.name]
    more = [name for name in KNOWING if depths[name].pruning.value > nothing.pruning.value]
    better = [name for name in KNOWING if lost[name].value < lost[NOTHING.name].value]
    fooled = len(more) < len(better) / 2
    return Finding(
        f"an evaluation that knows nothing, {rules}",
        "deeper means better (3.3.2.4)",
        f"cuts off {nothing.pruning.text(0)} times",
        "differs" if fooled else "agrees",
        f"To call all positions equal cuts off more than {len(KNOWING) - len(more)} of "
        f"{len(KNOWING)} evaluations do, {nothing.pruning.value:.0f} times, though {len(better)} "
        f"of them choose better moves under {rules} rules: depth alone "
        f"{'does not tell' if fooled else 'tells'} who is good.",
    )


def two_causes(rules: str, depths: Mapping[str, EvaluationDepth]) -> Finding:
    """Tell how much of the time to a depth is pruning, and how much is the time to judge."""
    asked = {
        name: sum(depths[name].evaluations) / len(depths[name].evaluations) for name in KNOWING
    }
    answer = {name: depths[name].nanoseconds.value for name in KNOWING}
    pruning, speed = (max(one.values()) / min(one.values()) for one in (asked, answer))
    slowest, quickest = max(answer, key=answer.__getitem__), min(answer, key=answer.__getitem__)
    more = "quicker to ask" if speed > pruning else "better at cutting off"
    return Finding(
        f"pruning or speed, {rules}",
        "",
        f"{pruning:.1f} times and {speed:.1f} times",
        "new",
        f"To the same depth one evaluation is asked up to {pruning:.1f} times as often as another "
        f"under {rules} rules, and takes up to {speed:.1f} times as long to answer ({slowest} "
        f"against {quickest}): who gets deeper is above all {more}.",
    )
