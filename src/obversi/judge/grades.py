"""Grades of a whole class, by the rules of its course."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from typing import Any

from obversi.agents.course.preset import CoursePreset, Points
from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.standings import LiveStandings, Standing, standings
from obversi.color import BLACK, WHITE
from obversi.judge.board_result import Usability
from obversi.judge.grade import Grade, Record
from obversi.judge.played_stage import PlayedStage
from obversi.judge.student import Student

__all__ = ["grades"]

_COLOR_NOTES = {BLACK: "black", WHITE: "white"}

# Sums of the same parts in another order may differ by less than this.
_SAME = 1e-9


def grades(
    students: Sequence[Student],
    preset: CoursePreset,
    tried: Mapping[str, Usability],
    race: PlayedStage | None,
    round_robin: PlayedStage | None,
    *,
    intervals: bool = True,
) -> tuple[Grade, ...]:
    """Return the grades from the best to the last; before the end, those of what is there.

    The part of a stage is earned by the share of its boards that are right, or of its games that
    are won, a draw being half a win. A stage in which nobody has played is left out for all, and
    the others make the whole grade. `intervals` are those of the ratings, which take a while.
    """
    stages = [stage for stage in (round_robin, race) if stage is not None and stage.games]
    ratings = _ratings(stages[0], intervals) if stages else {}
    made = [
        _grade(student, preset, tried.get(student.name), race, round_robin, ratings)
        for student in students
    ]
    return tuple(_placed(made))


def _grade(
    student: Student,
    preset: CoursePreset,
    usability: Usability | None,
    race: PlayedStage | None,
    round_robin: PlayedStage | None,
    ratings: Mapping[str, Standing],
) -> Grade:
    boards = preset.usability_boards if usability is None else len(usability.boards)
    passed = 0 if usability is None else usability.passed
    seen = _Seen(student.name, preset.points)
    raced, met = seen.record(race), seen.record(round_robin)
    parts = [_Part(preset.grade.usability, passed / boards if boards else 0.0)]
    parts += [
        _Part(weight, record.score)
        for weight, record, stage in (
            (preset.grade.race, raced, race),
            (preset.grade.round_robin, met, round_robin),
        )
        if stage is not None and stage.games
    ]
    possible = sum(part.weight for part in parts)
    earned = sum(part.weight * part.share for part in parts)
    rating = ratings.get(student.name)
    plays = not student.problem and (usability is None or usability.can_play)
    return Grade(
        student=student,
        place=0,
        grade=preset.grade.total * earned / possible if possible else 0.0,
        plays=plays,
        passed=passed,
        boards=boards,
        race=raced,
        round_robin=met,
        faults=dict(sorted(seen.faults.items())),
        time_outs=seen.time_outs,
        rating=None if rating is None else rating.rating,
        low=None if rating is None else rating.low,
        high=None if rating is None else rating.high,
        problem=student.problem or _usability_problem(usability),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    weight: float
    share: float


class _Seen:
    """The games of one student, counted stage by stage."""

    def __init__(self, name: str, points: Points) -> None:
        self._name = name
        self._points = points
        self.faults: Counter[str] = Counter()
        self.time_outs = 0

    def record(self, stage: PlayedStage | None) -> Record:
        """Return what was won in a stage, and count what went wrong."""
        wins = draws = losses = 0
        for game, color in self._games(stage):
            margin = game.record.margin() or 0
            own = margin if color == BLACK else -margin
            wins, draws, losses = wins + (own > 0), draws + (own == 0), losses + (own < 0)
            if game.failure is not None and game.failure.color == color:
                self.faults[game.failure.fault.value] += 1
            self.time_outs += _time_outs(game, color)
        each = self._points
        points = wins * each.win + draws * each.draw + losses * each.loss
        return Record(wins, draws, losses, points)

    def _games(self, stage: PlayedStage | None) -> Iterator[tuple[PlayedGame, int]]:
        if stage is None or self._name not in stage.names:
            return
        place = stage.names.index(self._name)
        for game in stage.games:
            for color in (BLACK, WHITE):
                if game.agent(color) == place:
                    yield game, color


def _time_outs(game: PlayedGame, color: int) -> int:
    told: Any = game.notes.get(_COLOR_NOTES[color], {})
    return len(told.get("time_outs", ()))


def _usability_problem(usability: Usability | None) -> str:
    """Say why an agent is in no game that never had a right move on a board."""
    if usability is None or usability.can_play:
        return ""
    words = next((result.words for result in usability.boards if not result.passed), "")
    return f"it had no right move on any board of the usability test: {words}"


def _ratings(stage: PlayedStage, intervals: bool) -> dict[str, Standing]:
    entrants = stage.stored.settings.entrants
    if intervals:
        rows = standings(entrants, stage.games).rows
    else:
        live = LiveStandings(entrants)
        for game in stage.games:
            live.add(game)
        rows = live.standings().rows
    return {row.label: row for row in rows}


def _placed(made: Sequence[Grade]) -> Iterator[Grade]:
    """Sort by grades; those in no game come last, and who has the same grade shares a place."""
    ordered = sorted(made, key=lambda one: (not one.plays, -round(one.grade, 6), one.student.name))
    before: Grade | None = None
    for number, one in enumerate(ordered, start=1):
        shared = (
            before is not None
            and before.plays == one.plays
            and isclose(before.grade, one.grade, abs_tol=_SAME)
        )
        place = before.place if shared and before is not None else number
        before = replace(one, place=place)
        yield before
