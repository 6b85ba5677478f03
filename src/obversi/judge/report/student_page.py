"""The page of one student: findings, games, clocks and output, which nobody else gets to see."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.markup import Column, Html, note, section, table, tag
from obversi.arena.report.wording import seconds_text
from obversi.judge.board_result import Usability
from obversi.judge.check.advice import advice_for
from obversi.judge.grade import Grade, Part
from obversi.judge.report.coded import coded
from obversi.judge.report.course_table import course_lead, course_table
from obversi.judge.report.finding_card import finding_card
from obversi.judge.report.frame import judge_page
from obversi.judge.report.grades_table import number_text
from obversi.judge.report.own_game import OwnGame
from obversi.judge.report.own_games_part import own_games_part
from obversi.judge.report.positions import board_result_card
from obversi.judge.report.replay_data import Line, line_to, replay_data
from obversi.judge.report.state import ContestState
from obversi.judge.report.unfinished import unfinished_note
from obversi.judge.report.usage_table import most_noted

__all__ = ["student_page"]

_TRIES: Final = "tries a file on more boards, with the rules of the course given by --preset"


def student_page(state: ContestState, grade: Grade) -> str:
    """Return the page of a student.

    Of others it has names, moves and the kinds of their failures, and nothing else.
    """
    student, preset = grade.student, state.preset
    usability = state.usability.get(student.name)
    games = state.own_games(student.name)
    lines = _lines(usability, preset, len(games))
    content = [
        tag("p", f"{state.title}. {course_lead(preset)}.", class_="lead"),
        *unfinished_note(state),
        *_problem(grade),
        section("Grade", _facts(grade, usability, games, preset)),
        *_to_mend(usability, games, preset),
        *_usability(usability, preset, lines),
        *(own_games_part(games, preset) if games or lines else ()),
        section("The course", course_table(preset)),
    ]
    replays = replay_data(student.name, games, list(lines.values()), preset.move_seconds)
    return judge_page(student.name, *content, games=replays if replays["games"] else None)


def _problem(grade: Grade) -> Iterator[Html]:
    if grade.problem:
        advice = grade.student.advice
        told = [tag("p", tag("b", "What to do: "), coded(advice))] if advice else []
        yield section("What is wrong", tag("pre", grade.problem, class_="problem"), *told)


def _facts(
    grade: Grade, usability: Usability | None, games: Sequence[OwnGame], preset: CoursePreset
) -> Html:
    rows = list(_fact_rows(grade, usability, games, preset))
    columns = (Column("", number=False), Column("", number=False))
    return tag(
        "div", table(columns, rows, "How the agent did, and what that brought."), class_="facts"
    )


def _fact_rows(
    grade: Grade, usability: Usability | None, games: Sequence[OwnGame], preset: CoursePreset
) -> Iterator[tuple[str, str]]:
    so_far = "" if grade.is_whole else " so far"
    told = f"{number_text(grade.grade)} of {number_text(grade.possible)}{so_far}"
    yield "grade", f"{told}, place {grade.place}"
    if grade.boards:
        boards = f"{grade.passed} of {grade.boards} boards right"
        yield "usability", boards + _brought(grade.usability_part)
    for name, record, part in (
        ("points race", grade.race, grade.race_part),
        ("round robin", grade.round_robin, grade.round_robin_part),
    ):
        if record.games:
            won = f"{record.wins} won, {record.draws} drawn, {record.losses} lost"
            least, most = (
                number_text(record.games * each) for each in (preset.points.loss, preset.points.win)
            )
            points = f"{number_text(record.points)} points, of {least} to {most}"
            yield name, f"{won}: {points}{_brought(part)}"
    if grade.faults:
        told = ", ".join(f"{count} by {fault}" for fault, count in sorted(grade.faults.items()))
        yield "games lost by failures", told
    seconds = [taken for own in games for taken in own.seconds]
    if seconds:
        yield "longest move", f"{seconds_text(max(seconds))} of {preset.move_seconds:g} s"
        yield "moves that the clock cut short", str(grade.time_outs)
    memory = most_noted(games, "memory_mb")
    if memory is not None:
        yield "most memory", f"{memory:.1f} MB of {preset.memory_mb:g} MB"
    loads = [most_noted(games, "load_seconds"), usability.load_seconds if usability else None]
    known = [load for load in loads if load is not None]
    if known:
        yield "longest to load", f"{seconds_text(max(known))} of {preset.load_seconds:g} s"
    layers = {tuple(own.notes["layers"]) for own in games if "layers" in own.notes}
    if usability is not None:
        layers.add(tuple(usability.layers))
    if layers:
        yield "sandbox", "; or ".join(", ".join(held) for held in sorted(layers) if held)
    yield "file", grade.student.file
    yield "SHA-256", grade.student.sha256


def _brought(part: Part) -> str:
    """Say what a stage brought for the grade, if that is known."""
    if part.earned is None:
        return ""
    return f": {part.earned:.1f} of {number_text(part.possible)} for the grade"


def _to_mend(
    usability: Usability | None, games: Sequence[OwnGame], preset: CoursePreset
) -> Iterator[Html]:
    """Say what went wrong, all boards and games together, and what to do about it."""
    failures = [
        own.game.failure
        for own in games
        if own.game.failure is not None and own.game.failure.color == own.color
    ]
    findings = advice_for(usability, failures, preset)
    if findings:
        yield section(
            "What to mend",
            *(
                finding_card(number, finding, preset.rules)
                for number, finding in enumerate(findings, start=1)
            ),
            tag("p", "More is told by ", tag("code", "obversi judge check"), f", which {_TRIES}."),
        )


def _lines(usability: Usability | None, preset: CoursePreset, games: int) -> dict[int, Line]:
    """Return how the boards of the usability test came about, numbered after the games."""
    found = {}
    for place, result in enumerate(usability.boards if usability else ()):
        line = line_to(
            result.board,
            result.moves,
            rules=preset.rules,
            number=games + place + 1,
            title=f"Board {place + 1}: {result.about}",
            words=result.words,
        )
        if line is not None:
            found[place] = line
    return found


def _usability(
    usability: Usability | None, preset: CoursePreset, lines: Mapping[int, Line]
) -> Iterator[Html]:
    if usability is None or not usability.boards:
        return
    cards = [
        board_result_card(place + 1, result, preset.rules, lines.get(place))
        for place, result in enumerate(usability.boards)
    ]
    wrong, same, right = [], [], []
    failures = set()
    for card, result in zip(cards, usability.boards, strict=True):
        failure = (result.fault, result.words)
        if result.passed:
            right.append(card)
        elif result.answered or failure not in failures:
            wrong.append(card)
        else:
            same.append(card)
        failures.add(failure)
    told = f"{len(right)} of {len(cards)} boards were answered right."
    marks = "Dots are legal squares, frames are the squares of candidate_list."
    yield section(
        "Usability",
        note(f"{told} {marks}"),
        *wrong,
        *_folded_cards("boards on which it failed in the same way", same),
        *_folded_cards("boards that were answered right", right),
    )


def _folded_cards(words: str, cards: Sequence[Html]) -> Iterator[Html]:
    if cards:
        yield tag("details", tag("summary", f"{len(cards)} {words}"), *cards)
