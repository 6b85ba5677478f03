"""Grades of a class, and their table for a spreadsheet."""

import csv
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from io import StringIO
from math import isfinite
from operator import add
from pathlib import Path
from typing import Any

from obversi.agents.course.preset import CoursePreset, Points
from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.standings import LiveStandings, Standing
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.formats.lines import visible
from obversi.formats.saving import write_whole
from obversi.judge.record import Student
from obversi.judge.similarity import Similarity
from obversi.judge.stages import RACE, ROUND_ROBIN, USABILITY, PlayedStage
from obversi.judge.usability import Usability


@dataclass(frozen=True, slots=True)
class GamesRecord:
    """Games won, drawn and lost, and the points of the course for them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    def share(self, worth: Points) -> float:
        """Return the share of the points: 0 if all games are lost, 1 if all are won."""
        if not self.games:
            return 0.0
        return (self.points / self.games - worth.loss) / (worth.win - worth.loss)

    def __add__(self, other: "GamesRecord") -> "GamesRecord":
        return GamesRecord(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class Part:
    """The points of a stage for the grade: `earned` of `possible`; None if not known yet.

    A stage that is not played has 0 possible points.
    """

    possible: float = 0.0
    earned: float | None = None


@dataclass(frozen=True, slots=True)
class StudentGrade:
    """The place and the grade of a student, with their parts.

    Students with the same grade share a place. `plays` is false for students without games, since
    their file cannot be used or had no right move on any board; among equal grades they come last.
    The points of the stages are `usability_part`, `race_part` and `round_robin_part`. `passed` of
    `boards` were right. `failures` counts the games lost by each kind of failure, and `time_outs`
    the moves that were stopped at the time-out. `rating` is in Elo, by the games of the round
    robin, or of the race before. `low` and `high` are its 95 % interval: None if it was not
    computed, infinite if no result bounds it. `similar` are the groups of submissions like this
    one, for the teacher.
    """

    student: Student
    place: int
    usability_part: Part = field(default_factory=Part)
    race_part: Part = field(default_factory=Part)
    round_robin_part: Part = field(default_factory=Part)
    plays: bool = True
    passed: int = 0
    boards: int = 0
    race: GamesRecord = field(default_factory=GamesRecord)
    round_robin: GamesRecord = field(default_factory=GamesRecord)
    failures: Mapping[str, int] = field(default_factory=dict)
    time_outs: int = 0
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    problem: str = ""
    similar: tuple[Similarity, ...] = ()

    @property
    def parts(self) -> tuple[Part, Part, Part]:
        """The parts of all stages, in order."""
        return self.usability_part, self.race_part, self.round_robin_part

    @property
    def grade(self) -> float:
        """The points so far, without the penalty."""
        return max(self._earned - self.penalty, 0.0)

    @property
    def penalty(self) -> float:
        """The points that are taken off since the submission was late."""
        student = self.student
        return student.penalty_points + student.penalty_share * self._earned

    @property
    def _earned(self) -> float:
        return sum(part.earned for part in self.parts if part.earned is not None)

    @property
    def is_whole(self) -> bool:
        """Whether the points of all stages are known."""
        return all(part.earned is not None for part in self.parts)

    @property
    def possible(self) -> float:
        """The best possible grade so far."""
        return sum(part.possible for part in self.parts if part.earned is not None)

    @property
    def total(self) -> GamesRecord:
        """The games of both stages."""
        return self.race + self.round_robin


# Grades are compared with this number of digits: sums depend on the order of their parts.
_DIGITS = 9


def grades(
    students: Sequence[Student],
    preset: CoursePreset,
    tried: Mapping[str, Usability],
    race: PlayedStage | None,
    round_robin: PlayedStage | None,
    *,
    skipped: Collection[str] = (),
    similar: Sequence[Similarity] = (),
    intervals: bool = True,
) -> tuple[StudentGrade, ...]:
    """Return the grades from best to worst; before the end, those so far.

    The points of a stage are proportional to its boards that are right, or to its points between
    all games lost and all games won. The other stages make up for `skipped` ones. The `intervals`
    of the ratings take a while.
    """
    stages = [stage for stage in (round_robin, race) if stage is not None and stage.games]
    ratings = _ratings(stages[0], intervals) if stages else {}
    worth = _worth(preset, skipped)
    made = [
        _grade(student, preset, worth, tried.get(student.name), race, round_robin, ratings)
        for student in students
    ]
    alike = [
        replace(one, similar=tuple(each for each in similar if one.student.name in each.names))
        for one in made
    ]
    return tuple(_with_places(alike))


def _worth(preset: CoursePreset, skipped: Collection[str]) -> Mapping[str, float]:
    """Return the points of each stage; their sum is the best grade."""
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
) -> StudentGrade:
    boards = preset.usability_boards if usability is None else len(usability.boards)
    passed = 0 if usability is None else usability.passed
    counts = _GameCounts(student, preset.points)
    race_record, round_robin_record = counts.record(race), counts.record(round_robin)
    is_known = usability is not None or bool(student.problem)
    plays = not student.problem and (usability is None or usability.can_play)

    def of_games(stage: str, record: GamesRecord) -> Part:
        is_done = bool(record.games) or not plays
        earned = worth[stage] * record.share(preset.points)
        return Part(worth[stage], earned if is_done or not worth[stage] else None)

    of_boards = worth[USABILITY] * (passed / boards if boards else 0.0)
    rating = ratings.get(student.name)
    return StudentGrade(
        student=student,
        place=0,
        usability_part=Part(worth[USABILITY], of_boards if is_known else None),
        race_part=of_games(RACE, race_record),
        round_robin_part=of_games(ROUND_ROBIN, round_robin_record),
        plays=plays,
        passed=passed,
        boards=boards,
        race=race_record,
        round_robin=round_robin_record,
        failures=dict(sorted(counts.failures.items())),
        time_outs=counts.time_outs,
        rating=None if rating is None else rating.rating,
        low=None if rating is None else rating.low,
        high=None if rating is None else rating.high,
        problem=student.problem or _usability_problem(usability),
    )


class _GameCounts:
    """Counts the games of one student, stage by stage."""

    def __init__(self, student: Student, points: Points) -> None:
        self._student = student
        self._points = points
        self.failures: Counter[str] = Counter()
        self.time_outs = 0

    def record(self, stage: PlayedStage | None) -> GamesRecord:
        """Return the results of a stage, and count failures and time-outs."""
        wins = draws = losses = 0
        for game, color in self._games(stage):
            margin = game.record.margin() or 0
            own = margin if color == BLACK else -margin
            wins, draws, losses = wins + (own > 0), draws + (own == 0), losses + (own < 0)
            if game.failure is not None and game.failure.color == color:
                self.failures[game.failure.kind.value] += 1
            notes: Any = game.notes.get(color_name(color), {})
            self.time_outs += len(notes.get("time_outs", ()))
        each = self._points
        points = wins * each.win + draws * each.draw + losses * each.loss
        return GamesRecord(wins, draws, losses, points)

    def _games(self, stage: PlayedStage | None) -> Iterator[tuple[PlayedGame, Color]]:
        name = self._student.name
        if stage is None or name not in stage.names or not stage.judges(self._student):
            return
        place = stage.names.index(name)
        for game in stage.games:
            for color in (BLACK, WHITE):
                if game.agent(color) == place:
                    yield game, color


def _usability_problem(usability: Usability | None) -> str:
    if usability is None or usability.can_play:
        return ""
    words = next((result.words for result in usability.boards if not result.passed), "")
    return (
        "it plays no games, since no board with a legal move was right in the usability test; the "
        f"first result: {words}"
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


def _with_places(made: Sequence[StudentGrade]) -> Iterator[StudentGrade]:
    """Sort by the share of the possible points; equal grades share a place."""

    def standing(one: StudentGrade) -> tuple[float, bool]:
        share = one.grade / one.possible if one.possible else 0.0
        return -round(share, _DIGITS), not one.plays

    ordered = sorted(made, key=lambda one: (standing(one), one.student.name))
    place = 0
    for number, one in enumerate(ordered, start=1):
        if number == 1 or standing(one) != standing(ordered[number - 2]):
            place = number
        yield replace(one, place=place)


COLUMNS = (
    *("place", "student", "grade", "grade_of"),
    *("usability_part", "race_part", "round_robin_part", "boards_right", "boards"),
    *("race_points", "race_wins", "race_draws", "race_losses"),
    *("round_robin_points", "round_robin_wins", "round_robin_draws", "round_robin_losses"),
    *("lost_by_failures", "failures", "time_outs"),
    *("rating", "rating_low", "rating_high", "problem", "file", "sha256"),
    *("penalty", "similar_to", "notes"),
)

# A spreadsheet would compute texts that begin with these.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_grades_csv(grades: Iterable[StudentGrade], path: Path) -> None:
    """Write the table completely or not at all."""
    # Spreadsheets need this mark to recognise UTF-8.
    write_whole(path, "\ufeff" + grades_csv(grades))


def grades_csv(grades: Iterable[StudentGrade]) -> str:
    """Return the table: a line with the columns, and one for each student.

    The columns of the roster come last, as they are written there.
    """
    rows = tuple(grades)
    of_roster = tuple(dict.fromkeys(name for one in rows for name in one.student.columns))
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, *(_roster_column(name) for name in of_roster)])
    for one in rows:
        cells = (one.student.columns.get(name, "") for name in of_roster)
        writer.writerow([*_row(one), *map(_text, cells)])
    return text.getvalue()


def _roster_column(name: str) -> str:
    return f"roster_{name}" if name in COLUMNS else _text(name)


def _row(one: StudentGrade) -> list[str | int | float]:
    stages: list[str | int | float] = []
    for record in (one.race, one.round_robin):
        # Without games the cells are empty, which is not the same as 0.
        counts = (record.wins, record.draws, record.losses)
        stages += [f"{record.points:g}", *counts] if record.games else [""] * (1 + len(counts))
    failures = " ".join(f"{kind}:{times}" for kind, times in one.failures.items())
    return [
        *(one.place, _text(one.student.name), f"{one.grade:.2f}", f"{one.possible:g}"),
        *("" if part.earned is None else f"{part.earned:.2f}" for part in one.parts),
        *(one.passed, one.boards),
        *stages,
        *(sum(one.failures.values()), failures, one.time_outs),
        *map(_number, (one.rating, one.low, one.high)),
        *map(_text, (one.problem, one.student.file, one.student.sha256)),
        f"{one.penalty:.2f}" if one.penalty else "",
        *map(_text, ("; ".join(_similar_texts(one)), "; ".join(one.student.notes))),
    ]


def _similar_texts(one: StudentGrade) -> Iterator[str]:
    for each in one.similar:
        others = " ".join(name for name in each.names if name != one.student.name)
        yield f"{others} ({int(100 * each.share)} %)"


def _number(value: float | None) -> str:
    return "" if value is None or not isfinite(value) else f"{value:.0f}"


def _text(value: str) -> str:
    line = visible(" ".join(value.split()))
    return f"'{line}" if line.startswith(_FORMULA) else line
