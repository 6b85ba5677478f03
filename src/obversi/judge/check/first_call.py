"""What the first call of a process takes longer than the next: the time of compilers."""

from dataclasses import dataclass
from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import seconds_text
from obversi.judge.check.asked import Asked
from obversi.judge.check.limit_findings import LOSES
from obversi.judge.finding import Finding, Level

__all__ = ["FirstCall", "first_call_finding"]

_TOPIC: Final = "first call"

# Less is chance: memory that is taken for the first time, files that are read for the first time.
_LEAST_SECONDS: Final = 0.1
_LEAST_PART: Final = 0.05

_ADVICE: Final = (
    "let it happen in `__init__` or at the end of the file, which are on no clock: call each "
    "compiled function there once, with the same types of arguments. cache=True does not help: "
    "nothing is kept from one game to the next"
)


_NO_END_ADVICE: Final = (
    "let `go` end by itself, before `self.time_out`: then it can be seen what is slow only once"
)


@dataclass(frozen=True, slots=True)
class FirstCall:
    """The first call of a new process and a second one on the same board, both without a fault.

    The first has had as long as it wanted, if it ends at all; `allowed` are the seconds after
    which it is interrupted. `lists_in_time` tells whether it has a candidate at the time-out.
    """

    first: Asked
    second: Asked
    allowed: float
    lists_in_time: bool = True

    @property
    def seconds_once(self) -> float:
        """What the first call took longer than the second."""
        return max(self.first.seconds - self.second.seconds, 0.0)

    def is_slow(self, preset: CoursePreset) -> bool:
        """Whether that is more than chance; who thinks until it is interrupted does not show it."""
        if self.first.is_late or self.second.is_late:
            return False
        return self.seconds_once >= max(_LEAST_SECONDS, _LEAST_PART * preset.move_seconds)

    def is_too_slow(self, preset: CoursePreset) -> bool:
        """Whether the first call takes longer than it may, by what the second does not need."""
        allowed = preset.move_seconds + preset.warm_up_seconds
        return self.is_slow(preset) and self.first.seconds > allowed


def first_call_finding(call: FirstCall, preset: CoursePreset) -> Finding | None:
    """Say what the first call of a game takes longer than others, if that can be known."""
    first, second = call.first, call.second
    if first.is_late:
        words = f"the first call of a game did not end by itself within {call.allowed:g} s"
        return Finding(Level.ADVICE, _TOPIC, words, _NO_END_ADVICE)
    if second.is_late:
        return None
    allowed = preset.move_seconds + preset.warm_up_seconds
    words = (
        f"the first call of a game took {seconds_text(first.seconds)}, the next on the same board "
        f"{seconds_text(second.seconds)}"
    )
    if not call.is_slow(preset):
        return Finding(Level.GOOD, _TOPIC, words)
    had = f"the first call has {allowed:g} s"
    if preset.warm_up_seconds:
        had += f" ({preset.warm_up_seconds:g} s of them to warm up)"
    if not call.is_too_slow(preset):
        return Finding(
            Level.ADVICE,
            _TOPIC,
            f"{words}: {seconds_text(call.seconds_once)} are lost to what is made once; {had}",
            _ADVICE,
        )
    costs = "it is interrupted then, and the last candidate so far is played"
    if preset.at_time_out == LOSES:
        costs = "that loses the game"
    elif not call.lists_in_time:
        costs = "it is interrupted then, with no candidate yet, and that loses the game"
    return Finding(Level.PROBLEM, _TOPIC, f"{words}, and {had}: {costs}", _ADVICE)
