"""What the first call of a process takes longer than the next: the time of compilers."""

from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import seconds_text
from obversi.judge.check.asked import Asked
from obversi.judge.check.limit_findings import LOSES
from obversi.judge.finding import Finding, Level

__all__ = ["first_call_finding"]

_TOPIC: Final = "first call"

# Less is chance: memory that is taken for the first time, files that are read for the first time.
_LEAST_SECONDS: Final = 0.1
_LEAST_PART: Final = 0.05

_ADVICE: Final = (
    "let it happen in `__init__` or at the end of the file, which are on no clock: call each "
    "compiled function there once, with the same types of arguments. cache=True does not help: "
    "nothing is kept from one game to the next"
)


def first_call_finding(
    first: Asked, second: Asked, preset: CoursePreset, *, lists_in_time: bool = True
) -> Finding:
    """Compare the first call of a new process with a second one on the same board.

    The first must have had as long as it wanted; `lists_in_time` tells whether it has a candidate
    at the time-out.
    """
    more = max(first.seconds - second.seconds, 0.0)
    allowed = preset.move_seconds + preset.warm_up_seconds
    words = (
        f"the first call of a game took {seconds_text(first.seconds)}, the next on the same board "
        f"{seconds_text(second.seconds)}"
    )
    if more < max(_LEAST_SECONDS, _LEAST_PART * preset.move_seconds):
        return Finding(Level.GOOD, _TOPIC, words)
    had = f"the first call has {allowed:g} s"
    if preset.warm_up_seconds:
        had += f" ({preset.warm_up_seconds:g} s of them to warm up)"
    if first.seconds <= allowed:
        return Finding(
            Level.ADVICE,
            _TOPIC,
            f"{words}: {seconds_text(more)} are lost to what is made once; {had}",
            _ADVICE,
        )
    costs = "it is interrupted then, and the last candidate so far is played"
    if preset.at_time_out == LOSES:
        costs = "that loses the game"
    elif not lists_in_time:
        costs = "it is interrupted then, with no candidate yet, and that loses the game"
    return Finding(Level.PROBLEM, _TOPIC, f"{words}, and {had}: {costs}", _ADVICE)
