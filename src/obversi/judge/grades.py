"""Grades of a whole class, by the rules of its course."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from obversi.agents.course.preset import CoursePreset, Points
from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.standings import LiveStandings, Standing
from obversi.color import BLACK, WHITE
from obversi.judge.board_result import Usability
from obversi.judge.grade import Grade, Part, Record
from obversi.judge.news import RACE, ROUND_ROBIN, USABILITY
from obversi.judge.played_stage import PlayedStage
from obversi.judge.student import Student

__all__ = ["grades"]

_COLOR_NOTES = {BLACK: "black", WHITE: "white"}

# Sums of the same parts in another order may differ by less than the last of these digits.
_DIGITS: Final = 9


def grades(
    students: Sequence[Student],
    preset: CoursePreset,
    tried: Mapping[str, Usability],
    race: PlayedStage | None,
    round_robin: PlayedStage | None,
    *,
    skipped: Collection[str] = (),
    intervals: bool = True,
) -> tuple[Grade, ...]:
    """Return the grades from the best to the last; before the end, what is earned so far.

    The part of a stage is earned by the share of its boards that are right, or of its points, from
    those for games all lost to those for games all won. The `skipped` stages are played by nobody,
    and the others make the whole grade. `intervals` are those of the ratings, which take a while.
    """
    stages = [stage for stage in (round_robin, race) if stage is not None and stage.games]
    ratings = _ratings(stages[0], intervals) if stages else {}
    worth = _worth(preset, skipped)
    made = [
        _grade(student, preset, worth, tried.get(student.name), race, round_robin, ratings)
        for student in students
    ]
    return tuple(_placed(made))


def _worth(preset: CoursePreset, skipped: Collection[str]) -> Mapping[str, float]:
    """Return what each stage can bring; together that is the best grade."""
    whole = preset.grade
    worth = {USABILITY: whole.usability, RACE: whole.race, ROUND_ROBIN: whole.round_robin}
    played = {stage: 0.0 if stage in skipped else part for stage, part in worth.items()}
    possible = sum(played.values())
    return {
        stage: part * whole.total / possible if possible else 0.0 for stage, part in played.items()
    }


def _grade(
    student: Student,
    preset: CoursePreset,
    worth: Mapping[str, float],
    usability: Usability | None,
    race: PlayedStage | None,
    round_robin: PlayedStage | None,
    ratings: Mapping[str, Standing],
) -> Grade:
    boards = preset.usability_boards if usability is None else len(usability.boards)
    passed = 0 if usability is None else usability.passed
    seen = _Seen(student.name, preset.points)
    raced, met = seen.record(race), seen.record(round_robin)
    is_known = usability is not None or bool(student.problem)
    plays = not student.problem and (usability is None or usability.can_play)

    def of_games(stage: str, record: Record) -> Part:
        is_done = bool(record.games) or not plays
        earned = worth[stage] * record.share(preset.points)
        return Part(worth[stage], earned if is_done or not worth[stage] else None)

    of_boards = worth[USABILITY] * (passed / boards if boards else 0.0)
    rating = ratings.get(student.name)
    return Grade(
        student=student,
        place=0,
        usability_part=Part(worth[USABILITY], of_boards if is_known else None),
        race_part=of_games(RACE, raced),
        round_robin_part=of_games(ROUND_ROBIN, met),
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
    """Say why an agent is in no game: it had no board right on which there is a move."""
    if usability is None or usability.can_play:
        return ""
    words = next((result.words for result in usability.boards if not result.passed), "")
    return (
        "it plays no games, since no board with a legal move was right in the usability test; on "
        f"the first: {words}"
    )


def _ratings(stage: PlayedStage, intervals: bool) -> dict[str, Standing]:
    if intervals:
        rows = stage.standings().rows
    else:
        live = LiveStandings(stage.stored.settings.entrants)
        for game in stage.games:
            live.add(game)
        rows = live.standings().rows
    return {row.label: row for row in rows}


def _placed(made: Sequence[Grade]) -> Iterator[Grade]:
    """Sort by grades, as parts of what could be earned; who has the same one shares a place."""

    def standing(one: Grade) -> tuple[float, bool]:
        share = one.grade / one.possible if one.possible else 0.0
        return -round(share, _DIGITS), not one.plays

    ordered = sorted(made, key=lambda one: (standing(one), one.student.name))
    place = 0
    for number, one in enumerate(ordered, start=1):
        if number == 1 or standing(one) != standing(ordered[number - 2]):
            place = number
        yield replace(one, place=place)
