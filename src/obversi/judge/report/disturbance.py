"""How much the machine disturbed the agents of a contest, for the teacher."""

from collections.abc import Iterator, Mapping
from typing import Any

from obversi.arena.game.play import DISPUTES
from obversi.core_wait import CoreTimes
from obversi.judge.machine_timing import disturbance_text
from obversi.judge.report.state import ContestState


def disturbance_lines(state: ContestState) -> Iterator[str]:
    """Yield sentences: the tests of the machine, the time that others took, and repeated games."""
    for number, test in enumerate(state.machine_timings):
        when = "At the start" if number == 0 else "When the contest was resumed"
        if test.place:
            when = f"On the worker {test.place}"
        yield f"{when}: {test.words(state.preset.move_seconds)}."
    times = _times(state)
    if times.elapsed:
        words = disturbance_text(times)
        yield f"In all calls together: {words}."
    repeats = sum(usability.repeats for usability in state.usability.values())
    if repeats:
        yield f"{_times_text(repeats)} a board was asked again, as a clock was in dispute."
    yield from _disputes(state)


def _times(state: ContestState) -> CoreTimes:
    times = sum((usability.times for usability in state.usability.values()), CoreTimes())
    for notes in _notes(state):
        if isinstance(notes.get("core_times"), Mapping):
            times += CoreTimes(**notes["core_times"])
    return times


def _notes(state: ContestState) -> Iterator[Mapping[str, Any]]:
    """Yield the notes of both agents of each game."""
    for stage in state.stages:
        for game in stage.games:
            yield from (notes for notes in game.notes.values() if isinstance(notes, Mapping))


def _disputes(state: ContestState) -> Iterator[str]:
    repeated = [notes[DISPUTES] for notes in _notes(state) if notes.get(DISPUTES)]
    if not repeated:
        return
    count = len(repeated)
    games = "1 game was" if count == 1 else f"{count} games were"
    yield (
        f"{games} played again, {_times_text(sum(map(len, repeated)))} in all, as the machine may "
        f"have been why a clock ran out; first: {repeated[0][0]}."
    )


def _times_text(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
