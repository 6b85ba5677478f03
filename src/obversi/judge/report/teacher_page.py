"""The teacher's page: grades with links to everything, stages, problems, time and the sandbox."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.report.markup import Column, Html, bullets, note, section, table, tag
from obversi.arena.report.usage import endings_table, failure_list
from obversi.judge.check.failure_advice import failure_kind
from obversi.judge.grade import Grade
from obversi.judge.news import ROUND_ROBIN, USABILITY
from obversi.judge.played_stage import PlayedStage
from obversi.judge.report.course_table import course_lead, course_table
from obversi.judge.report.cross_table import cross_table
from obversi.judge.report.frame import judge_page
from obversi.judge.report.grades_table import grades_table, student_link
from obversi.judge.report.state import ContestState
from obversi.judge.report.unfinished import unfinished_note
from obversi.judge.report.usage_table import usage_table

__all__ = ["teacher_page"]

_HANDING_OUT: Final = (
    "Names lead to the pages of students. Each is for that student alone: it has what the agent "
    "printed and why it failed, and of others only names, moves and kinds of failures. For "
    "everyone there is "
)


def teacher_page(state: ContestState, links: Mapping[str, str]) -> str:
    """Return the page; `links` are what else there is to look at, by the name of a stage."""
    plays = sum(grade.plays for grade in state.grades)
    who = f"{len(state.grades)} students, of whom {plays} play"
    return judge_page(
        state.title,
        tag("p", f"{course_lead(state.preset)}; {who}.", class_="lead"),
        *unfinished_note(state),
        *([section("To be noticed", bullets(state.notes))] if state.notes else []),
        section(
            "Grades",
            grades_table(state.grades, state.preset, public=False),
            tag("p", _HANDING_OUT, tag("a", "the table of grades", href="grades.html"), "."),
        ),
        section("Stages", _stages(state, links)),
        *_problems(state),
        *_round_robin(state),
        *_usage(state),
        section("Sandbox", *_sandbox(state)),
        section("The course", course_table(state.preset)),
    )


def _stages(state: ContestState, links: Mapping[str, str]) -> Html:
    columns = (
        Column("stage", number=False),
        Column("done"),
        Column("of"),
        Column("begun", number=False),
        Column("state", number=False),
        Column("all games", number=False),
    )
    able = sum(not grade.student.problem for grade in state.grades)
    tried = len(state.usability)
    tested = "over" if tried >= able else "under way"
    rows = [[USABILITY, str(tried), str(able), state.record.created, tested, ""]]
    for stage in state.stages:
        stored = stage.stored
        name = stored.title
        page = tag("a", "look", href=links[name]) if name in links else ""
        told = stored.ended or "under way"
        games = [str(len(stage.games)), str(stored.planned)]
        rows.append([name, *games, stored.created, told, page])
    return table(columns, rows, "Students in the usability test, games in the other stages.")


def _problems(state: ContestState) -> Iterator[Html]:
    """Say who cannot play and why, and what else went wrong, stage by stage."""
    parts = []
    broken = [grade for grade in state.grades if grade.problem]
    if broken:
        rows = [
            [student_link(one.student.name), one.student.file, _with_advice(one)] for one in broken
        ]
        columns = [Column(head, number=False) for head in ("student", "file", "problem")]
        told = table(columns, rows, "These play no games.")
        parts.append(tag("div", told, class_="facts"))
    for stage in state.stages:
        failures = failure_list(stage.names, list(_alike(stage)))
        if failures:
            parts += [tag("h3", f"Failures in the {stage.stored.title}"), failures]
    if parts:
        yield section("Problems", *parts)


def _with_advice(one: Grade) -> str:
    advice = one.student.advice
    return f"{one.problem} → {advice}" if advice else one.problem


def _alike(stage: PlayedStage) -> Iterator[PlayedGame]:
    """Go through the games; of failures of the same kind, all are told as the first one is."""
    first: dict[tuple[int, str], Failure] = {}
    for game in stage.games:
        failure = game.failure
        if failure is not None:
            kind = failure_kind(failure.fault, failure.reason)
            told = first.setdefault((game.agent(failure.color), kind), failure)
            game = replace(game, failure=replace(failure, reason=told.reason))
        yield game


def _round_robin(state: ContestState) -> Iterator[Html]:
    if any(stage.stored.title == ROUND_ROBIN and stage.games for stage in state.stages):
        yield section("Round robin", cross_table(state.grades, state.seen_games, ROUND_ROBIN))


def _usage(state: ContestState) -> Iterator[Html]:
    """Show how the games ended, and what they took, of both stages together."""
    if games := state.seen_games:
        names = [grade.student.name for grade in state.grades if grade.student.name in games]
        yield section("Endings", endings_table(names, list(_together(names, state))))
        yield section("Time and memory", usage_table(state.grades, games, state.preset))


def _together(names: Sequence[str], state: ContestState) -> Iterator[PlayedGame]:
    """Go through the games of all stages, with players by their places among the names."""
    place = {name: number for number, name in enumerate(names)}
    for stage in state.stages:
        # Who is not among the names is in no game either.
        here = [place.get(name, 0) for name in stage.names]
        for game in stage.games:
            yield replace(game, a=here[game.a], b=here[game.b])


def _sandbox(state: ContestState) -> Iterator[Html]:
    """Say which layers held, and why the others did not."""
    held: Counter[tuple[str, ...]] = Counter()
    for usability in state.usability.values():
        held[tuple(usability.layers)] += 1
    for games in state.seen_games.values():
        held.update(tuple(own.notes["layers"]) for own in games if "layers" in own.notes)
    lines = [
        f"{', '.join(layers) or 'none'}: held around {count:,}"
        for layers, count in held.most_common()
    ]
    if lines:
        yield note("Layers around agents, one for each usability test and two for each game:")
        yield bullets(lines)
    record = state.record
    yield note(f"This machine has: {', '.join(record.layers) or 'none'}.")
    if record.missing:
        yield bullets(f"{layer} is missing: {why}" for layer, why in record.missing.items())
    cores = "1 core" if record.cores == 1 else f"{record.cores} cores"
    yield note(f"{record.machine or 'A machine'} with {cores}; obversi {record.version}.")
