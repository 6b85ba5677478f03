"""Findings about time, memory and the first call of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import seconds_text
from obversi.judge.check.answers import BoardAnswer, boards_text
from obversi.judge.check.failure_advice import COMPILE_ADVICE
from obversi.judge.finding import CheckFinding, Severity, board_finding

LOSES = "loses"

# Above this share of a limit, a slower or busier machine may exceed it.
CLOSE_TO_LIMIT = 0.8

_OF_TIME = (FailureKind.TIME, FailureKind.HANG)


def limit_findings(
    all_answers: Sequence[BoardAnswer], preset: CoursePreset, *, starts_slowly: bool = False
) -> Iterator[CheckFinding]:
    """Yield findings about time and memory, if most calls were answered.

    If it `starts_slowly` the first call of a process is too slow, which was said before. Calls that
    were cut short say nothing about time.
    """
    answers = [one for one in all_answers if one.failure is None and not one.is_too_late]
    if 2 * sum(bool(one.legal) for one in answers) <= sum(bool(one.legal) for one in all_answers):
        return
    failures = {one.failure for one in all_answers}
    is_in_time = failures.isdisjoint(_OF_TIME) and not any(one.is_too_late for one in all_answers)
    timed = [one for one in answers if not one.is_cut]
    if starts_slowly:  # the consequences are left out
        timed = [one for one in timed if not one.is_late]
    if timed:
        time = _time(timed, preset)
        if is_in_time or time.level is not Severity.GOOD:
            yield time
        if not starts_slowly:
            yield from _whole_game(timed, preset)
    if FailureKind.MEMORY not in failures:
        yield _memory(all_answers, preset)


def _time(answers: Sequence[BoardAnswer], preset: CoursePreset) -> CheckFinding:
    longest = max(answers, key=lambda one: one.seconds)
    late = [one for one in answers if one.is_late]
    allowed = preset.move_seconds
    if late:
        where = f"{boards_text(len(late), len(answers))} it was interrupted at {allowed:g} s"
        advice = (
            "stop the search yourself: look at the clock every few hundred positions, and end "
            f"at about {CLOSE_TO_LIMIT * allowed:.3g} s. Do not count on {allowed:g} s, but on "
            "`self.time_out`"
        )
        if preset.at_time_out == LOSES:
            words = f"{where}, which loses the game"
            return board_finding(longest.board, Severity.PROBLEM, "time", words, advice)
        words = (
            f"{where}; then the last candidate so far is played. That is allowed, but a search "
            "that stops itself knows its best move"
        )
        return CheckFinding(Severity.ADVICE, "time", words, advice)
    calls = "the only call" if len(answers) == 1 else f"the longest of {len(answers)} calls"
    words = (
        f"{calls}, on boards with up to {max(len(one.legal) for one in answers)} moves, took "
        f"{seconds_text(longest.seconds)} of the {allowed:g} s"
    )
    if longest.seconds > CLOSE_TO_LIMIT * allowed:
        advice = (
            "the judge's machine may be slower or busier than yours: end at about "
            f"{CLOSE_TO_LIMIT * allowed:.3g} s"
        )
        return board_finding(longest.board, Severity.ADVICE, "time", words, advice)
    return CheckFinding(Severity.GOOD, "time", words)


def _whole_game(answers: Sequence[BoardAnswer], preset: CoursePreset) -> Iterator[CheckFinding]:
    """Yield advice if calls like these would use up the time of a long game."""
    if preset.game_seconds is None:
        return
    calls = preset.size**2 // 2 - 2
    mean = sum(one.seconds for one in answers) / len(answers)
    if calls * mean > CLOSE_TO_LIMIT * preset.game_seconds:
        yield CheckFinding(
            Severity.ADVICE,
            "time",
            f"{calls} calls of {seconds_text(mean)}, as these were, would take "
            f"{seconds_text(calls * mean)}, but a game has {preset.game_seconds:g} s: without time "
            "an agent loses",
            "add up the time of the calls in `self`, and search less when little is left",
        )


def _memory(all_answers: Sequence[BoardAnswer], preset: CoursePreset) -> CheckFinding:
    most = max(one.memory_mb for one in all_answers)
    words = f"it used at most {most:.1f} MB of the {preset.memory_mb:g} MB"
    if most > CLOSE_TO_LIMIT * preset.memory_mb:
        advice = "with more it loses the game: limit the size of tables of positions"
        return CheckFinding(Severity.ADVICE, "memory", words, advice)
    return CheckFinding(Severity.GOOD, "memory", words)


def repeat_finding(first: BoardAnswer, second: BoardAnswer) -> CheckFinding | None:
    """Return whether the same board got the same move twice, if both calls were answered."""
    if any(one.failure is not None or one.is_too_late for one in (first, second)):
        return None
    if first.candidates[-1:] == second.candidates[-1:]:
        return CheckFinding(Severity.GOOD, "repeat", "the same board gets the same move twice")
    return CheckFinding(
        Severity.ADVICE,
        "repeat",
        "the same board gets another move in a second call",
        "that is not a mistake if chance or the clock decides; but errors are easier to find with "
        "`random.seed(1)`, and without data of the call before",
    )


_TOPIC = "first call"

# Smaller differences are chance: memory and files that are used for the first time.
_LEAST_SECONDS = 0.1
_LEAST_PART = 0.05

# For a first call that is slow without a compiler.
_PREPARE_ADVICE = (
    "make tables, and whatever else is made once, in `__init__` or at the end of the file, which "
    "are on no clock"
)

_NO_END_ADVICE = (
    "let `go` end by itself, before `self.time_out`: then the check can measure the first call"
)


@dataclass(frozen=True, slots=True)
class FirstCall:
    """The first call of a new process and a second one on the same board, without failures.

    The first call had `allowed` seconds, more than in a game. `lists_in_time` says whether it has a
    candidate at the time-out of a game, and `compiles` whether the file uses a compiler.
    """

    first: BoardAnswer
    second: BoardAnswer
    allowed: float
    lists_in_time: bool = True
    compiles: bool = False

    @property
    def seconds_once(self) -> float:
        """The additional time of the first call."""
        return max(self.first.seconds - self.second.seconds, 0.0)

    def is_slow(self, preset: CoursePreset) -> bool:
        """Whether that is more than chance; calls that are interrupted do not show it."""
        if self.first.is_late or self.second.is_late:
            return False
        return self.seconds_once >= max(_LEAST_SECONDS, _LEAST_PART * preset.move_seconds)

    def is_too_slow(self, preset: CoursePreset) -> bool:
        """Whether the first call is too slow, and the second one is not."""
        allowed = preset.move_seconds + preset.warm_up_seconds
        if self.first.is_late and self.first.compiles:
            return self.allowed >= allowed
        return self.is_slow(preset) and self.first.seconds > allowed


def first_call_finding(call: FirstCall, preset: CoursePreset) -> CheckFinding | None:
    """Return a finding about the additional time of the first call, if it can be measured."""
    first, second = call.first, call.second
    allowed = preset.move_seconds + preset.warm_up_seconds
    if first.is_late and first.compiles:
        words = f"the first call of a game was still compiling after {call.allowed:.3g} s"
        return CheckFinding(
            Severity.PROBLEM, _TOPIC, f"{words}, and has {allowed:g} s", COMPILE_ADVICE
        )
    if first.is_late:
        words = f"the first call of a game did not end by itself within {call.allowed:.3g} s"
        return CheckFinding(Severity.ADVICE, _TOPIC, words, _NO_END_ADVICE)
    if second.is_late:
        return None
    words = (
        f"the first call of a game took {seconds_text(first.seconds)}, the next on the same board "
        f"{seconds_text(second.seconds)}"
    )
    if not call.is_slow(preset):
        return CheckFinding(Severity.GOOD, _TOPIC, words)
    had = f"the first call has {allowed:g} s"
    if preset.warm_up_seconds:
        had += f" ({preset.warm_up_seconds:g} s of them to warm up)"
    lost = "are lost to compiling" if call.compiles else "are needed once"
    advice = COMPILE_ADVICE if call.compiles else _PREPARE_ADVICE
    if not call.is_too_slow(preset):
        words = f"{words}: {seconds_text(call.seconds_once)} {lost}; {had}"
        return CheckFinding(Severity.ADVICE, _TOPIC, words, advice)
    costs = "it is interrupted then, and the last candidate so far is played"
    if preset.at_time_out == LOSES:
        costs = "that loses the game"
    elif not call.lists_in_time:
        costs = "it is interrupted then, with no candidate yet, and that loses the game"
    words = f"{words}: {seconds_text(call.seconds_once)} {lost}, and {had}: {costs}"
    return CheckFinding(Severity.PROBLEM, _TOPIC, words, advice)
