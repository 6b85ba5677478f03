"""Whether an agent keeps the limits of its course on hard boards."""

from collections.abc import Iterator, Sequence
from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.agents.failure import Fault
from obversi.arena.report.wording import seconds_text
from obversi.judge.check.asked import Asked, boards_text, moves_text
from obversi.judge.finding import Finding, Level

__all__ = ["LOSES", "limit_findings", "repeat_finding"]

LOSES: Final = "loses"

# Beyond this part of a limit a slower or a busier machine may do harm.
_CLOSE: Final = 0.8

_OF_TIME: Final = (Fault.TIME, Fault.HANG)


def limit_findings(
    asked: Sequence[Asked], preset: CoursePreset, *, compiles: bool = False
) -> Iterator[Finding]:
    """Go through what calls say about time and memory, if most of them were answered.

    What is known to be over a limit is not told to be within it. `compiles` tells that the first
    call of a process takes too long for what is made once.
    """
    answers = [one for one in asked if one.fault is None and not one.is_too_late]
    if 2 * sum(bool(one.legal) for one in answers) <= sum(bool(one.legal) for one in asked):
        return
    faults = {one.fault for one in asked}
    is_in_time = faults.isdisjoint(_OF_TIME) and not any(one.is_too_late for one in asked)
    time = _time(answers, preset, compiles)
    if is_in_time or time.level is not Level.GOOD:
        yield time
    if not compiles:
        yield from _whole_game(answers, preset)
    if Fault.MEMORY not in faults:
        yield _memory(asked, preset)


def _time(answers: Sequence[Asked], preset: CoursePreset, compiles: bool) -> Finding:
    longest = max(answers, key=lambda one: one.seconds)
    late = [one for one in answers if one.is_late]
    allowed = preset.move_seconds
    board, moves = longest.board.to_string(), moves_text(longest.board)
    if late:
        where = f"{boards_text(len(late), len(answers))} it was interrupted at {allowed:g} s"
        advice = (
            "stop the search yourself: look at the clock every few hundred positions, and end "
            f"at about {_CLOSE * allowed:.3g} s. Do not count on {allowed:g} s, but on "
            "`self.time_out`"
        )
        if compiles:
            advice = "that is the time of what is made once: see `first call` below"
        if preset.at_time_out == LOSES:
            words = f"{where}, which loses the game"
            return Finding(Level.PROBLEM, "time", words, advice, "", board, moves)
        words = (
            f"{where}; then the last candidate so far is played. That is allowed, but a search "
            "that ends by itself knows its best move"
        )
        return Finding(Level.ADVICE, "time", words, advice)
    words = (
        f"the longest of {len(answers)} calls, on boards with up to "
        f"{max(len(one.legal) for one in answers)} moves, took "
        f"{seconds_text(longest.seconds)} of the {allowed:g} s"
    )
    if longest.seconds > _CLOSE * allowed:
        advice = (
            "the judge's machine may be slower or busier than yours: end at about "
            f"{_CLOSE * allowed:.3g} s"
        )
        return Finding(Level.ADVICE, "time", words, advice, "", board, moves)
    return Finding(Level.GOOD, "time", words)


def _whole_game(answers: Sequence[Asked], preset: CoursePreset) -> Iterator[Finding]:
    """Say what such calls would add up to in a game that is as long as can be."""
    if preset.game_seconds is None:
        return
    calls = preset.size**2 // 2 - 2
    mean = sum(one.seconds for one in answers) / len(answers)
    if calls * mean > _CLOSE * preset.game_seconds:
        yield Finding(
            Level.ADVICE,
            "time",
            f"{calls} calls of {seconds_text(mean)}, as these were, would take "
            f"{seconds_text(calls * mean)}, and a game has {preset.game_seconds:g} s: who has none "
            "left loses",
            "sum up in `self` what the calls of a game took, and hurry when little is left",
        )


def _memory(asked: Sequence[Asked], preset: CoursePreset) -> Finding:
    most = max(one.memory_mb for one in asked)
    words = f"it held at most {most:.1f} MB of the {preset.memory_mb:g} MB"
    if most > _CLOSE * preset.memory_mb:
        advice = "who holds more loses the game: give tables of positions a largest size"
        return Finding(Level.ADVICE, "memory", words, advice)
    return Finding(Level.GOOD, "memory", words)


def repeat_finding(first: Asked, second: Asked) -> Finding | None:
    """Say whether the same board got the same answer twice, where both calls gave one."""
    if any(one.fault is not None or one.is_too_late for one in (first, second)):
        return None
    if first.candidates[-1:] == second.candidates[-1:]:
        return Finding(Level.GOOD, "repeat", "the same board gets the same move twice")
    return Finding(
        Level.ADVICE,
        "repeat",
        "the same board gets another move in a second call",
        "that is no mistake where chance or the clock decides; but what goes wrong is easier to "
        "find with `random.seed(1)`, and with nothing left over from the call before",
    )
