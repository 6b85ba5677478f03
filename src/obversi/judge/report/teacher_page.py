"""The teacher's page with everything, and the page of grades to publish."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from obversi.arena.game.play import DISPUTES
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.report.tables import endings_table, failure_list
from obversi.core_wait import CoreTimes
from obversi.judge.check.failure_advice import failure_group
from obversi.judge.machine_timing import disturbance_text
from obversi.judge.report.page import judge_page
from obversi.judge.report.state import ContestState
from obversi.judge.similarity import similarity_text
from obversi.judge.stages import ROUND_ROBIN, PlayedStage


def grades_page(state: ContestState) -> str:
    """Return the page of grades, which says nothing about failures."""
    return judge_page("grades.html", state.title, state.preset, state=state)


def teacher_page(state: ContestState, links: Mapping[str, str]) -> str:
    """Return the teacher's page; `links` are the pages of stages, by the names of stages."""
    games = state.seen_games
    names = [grade.student.name for grade in state.grades if grade.student.name in games]
    failures = [
        (stage.stored.title, listed)
        for stage in state.stages
        if (listed := failure_list(stage.names, list(_same_reasons(stage))))
    ]
    has_round_robin = any(one.stored.title == ROUND_ROBIN and one.games for one in state.stages)
    return judge_page(
        "teacher.html",
        state.title,
        state.preset,
        state=state,
        playing=sum(grade.plays for grade in state.grades),
        links=links,
        has_problems=any(grade.problem for grade in state.grades),
        similarity_text=similarity_text,
        failures=failures,
        round_robin=ROUND_ROBIN if has_round_robin else "",
        endings_table=endings_table(names, list(_all_games(names, state))) if games else "",
        layers_used=_layers_used(state),
        disturbance=list(disturbance_lines(state)),
    )


def _same_reasons(stage: PlayedStage) -> Iterator[PlayedGame]:
    """Yield the games, with the first reason for all failures of the same kind."""
    first: dict[tuple[int, str], Failure] = {}
    for game in stage.games:
        failure = game.failure
        if failure is not None:
            kind = failure_group(failure.kind, failure.reason)
            same = first.setdefault((game.agent(failure.color), kind), failure)
            game = replace(game, failure=replace(failure, reason=same.reason))
        yield game


def _all_games(names: Sequence[str], state: ContestState) -> Iterator[PlayedGame]:
    """Yield the games of all stages, with players numbered by `names`."""
    place = {name: number for number, name in enumerate(names)}
    for stage in state.stages:
        # Students who are not in `names` have no games.
        numbers = [place.get(name, 0) for name in stage.names]
        for game in stage.games:
            yield replace(game, a=numbers[game.a], b=numbers[game.b])


def _layers_used(state: ContestState) -> list[str]:
    used = Counter(tuple(usability.layers) for usability in state.usability.values())
    for games in state.seen_games.values():
        used.update(tuple(own.notes["layers"]) for own in games if "layers" in own.notes)
    return [
        f"{', '.join(layers) or 'none'}: {count:,} times" for layers, count in used.most_common()
    ]


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
