"""The tables of the judge's pages: grades, pairs, time and memory, and the rules of the course."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, median
from urllib.parse import quote

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import interval_text, margin_text, seconds_text
from obversi.judge.games import SeenGame
from obversi.judge.grades import Grade, Record
from obversi.pages import Column, Html, agent_name, table, tag


def grades_table(grades: Sequence[Grade], preset: CoursePreset, *, public: bool) -> Html:
    """Return a row for each student, the best first.

    Without `public` it has links to the pages of students, and kinds of failures.
    """
    parts = preset.grade
    points = preset.points
    win, draw, loss = (number_text(worth, 2) for worth in (points.win, points.draw, points.loss))
    each = f"{win} points for a win, {draw} for a draw, {loss} for a loss"
    columns = [
        Column("", about="the place; equal grades share a place"),
        Column("student", number=False),
        Column("grade", about=f"of {parts.total:g}"),
        Column("usability", about=f"boards answered right; {parts.usability:g} of the grade"),
        Column("points race", about=f"{each}; {parts.race:g} of the grade"),
        Column("round robin", about=f"{each}; {parts.round_robin:g} of the grade"),
        Column("W-D-L", about="games won, drawn and lost, in both stages"),
        Column("rating", about="Elo, of which the mean is 0"),
        Column("95 %", about="the interval of the rating"),
    ]
    if not public:
        columns += [
            Column("time-outs", about="moves that were stopped at the time-out"),
            Column("lost by", number=False, about="games lost by a failure, by its kind"),
        ]
    rows = [[*_row(grade, public), *(() if public else _failures(grade))] for grade in grades]
    if not public and any(grade.student.id for grade in grades):
        columns.append(Column("id", number=False, about="of the roster"))
        rows = [[*row, grade.student.id] for row, grade in zip(rows, grades, strict=True)]
    about = (
        f"Grades are of {parts.total:g}: {parts.usability:g} for usability, {parts.race:g} for the "
        f"points race and {parts.round_robin:g} for the round robin. A game brings {each}. "
        "Winning all games of a stage gives its whole part, losing all gives nothing, and the "
        "points decide in between."
    )
    return tag("div", table(columns, rows, about), class_="grades")


def student_link(name: str) -> Html:
    """Return a student's name as a link to the student's page."""
    return tag(
        "a", name, href=f"students/{quote(name, safe='', errors='replace')}.html", class_="agent"
    )


def number_text(number: float, digits: int = 1) -> str:
    """Write a number as briefly as possible, with a typographic minus sign.

    >>> number_text(-15.0), number_text(61.333), number_text(0.04)
    ('−15', '61.3', '0')
    """
    rounded = round(number, digits) or 0.0
    return f"{rounded:.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")


def grade_text(grade: Grade) -> str:
    """Write a grade; before all parts are known, with the best grade so far."""
    earned = number_text(grade.grade)
    return earned if grade.is_whole else f"{earned} of {number_text(grade.possible)}"


def _row(grade: Grade, public: bool) -> list[str]:
    name = grade.student.name
    total = grade.total
    rating = None if grade.rating is None else margin_text(round(grade.rating)).partition(".")[0]
    return [
        str(grade.place),
        agent_name(name) if public else student_link(name),
        tag("b", grade_text(grade)),
        f"{grade.passed}/{grade.boards}" if grade.boards else "",
        _points(grade.race),
        _points(grade.round_robin),
        f"{total.wins}-{total.draws}-{total.losses}" if total.games else "",
        rating or "",
        interval_text(grade.low, grade.high),
    ]


def _failures(grade: Grade) -> list[str]:
    failures = [f"{count}× {kind}" for kind, count in sorted(grade.failures.items()) if count]
    return [
        str(grade.time_outs) if grade.total.games else "",
        ", ".join(failures) if grade.plays else "does not play",
    ]


def _points(record: Record) -> str:
    return number_text(record.points) if record.games else ""


def cross_table(
    grades: Sequence[Grade], games: Mapping[str, Sequence[SeenGame]], stage: str
) -> Html:
    """Return the games won, drawn and lost in a stage by the student of the row.

    The order is that of the grades. Cells are green if more games were won than lost, and red if
    fewer were.
    """
    rows = [grade for grade in grades if grade.plays]
    columns = [
        Column(""),
        Column("student", number=False),
        *(Column(str(number), about=row.student.name) for number, row in enumerate(rows, start=1)),
    ]
    lines = []
    for number, row in enumerate(rows, start=1):
        name = row.student.name
        met: dict[str, list[str]] = {}
        for own in games.get(name, ()):
            if own.stage == stage:
                met.setdefault(own.opponent, []).append(own.result)
        cells = [_cross_cell(name, other.student.name, met) for other in rows]
        lines.append([str(number), student_link(name), *cells])
    about = "Games won, drawn and lost by the student of the row against that of the column."
    return tag("div", table(columns, lines, about), class_="cross class")


def _cross_cell(name: str, other: str, met: Mapping[str, Sequence[str]]) -> str:
    if name == other:
        return "·"
    results = met.get(other, ())
    if not results:
        return ""
    counts = [results.count(result) for result in ("won", "drawn", "lost")]
    won, _, lost = counts
    kind = "better" if won > lost else "worse" if won < lost else None
    cell = tag("b", "-".join(map(str, counts)))
    return tag("span", cell, class_=kind, title=f"{name} against {other}")


_USAGE_COLUMNS = (
    Column("student", number=False),
    Column("moves", about="moves that the agent chose"),
    Column("mean", about="time per move"),
    Column("median", about="half of its moves took less"),
    Column("longest", about="the longest move"),
    Column("longest game", about="all moves of the game together"),
    Column("time-outs", about="moves that were stopped at the time-out"),
    Column("load", about="the longest time to load the file"),
    Column("memory", about="the most memory"),
    Column("output", about="the most output of a game"),
)


def usage_table(
    grades: Sequence[Grade], games: Mapping[str, Sequence[SeenGame]], preset: CoursePreset
) -> Html:
    """Return time and memory of all students with games, the best first."""
    rows = [
        _usage_row(grade, games[grade.student.name])
        for grade in grades
        if grade.student.name in games
    ]
    about = f"Allowed: {_limits_text(preset)}."
    return table(_USAGE_COLUMNS, rows, about)


def most_noted(games: Sequence[SeenGame], what: str) -> float | None:
    """Return the largest number with this name in the notes of games, or None."""
    values = (own.notes.get(what) for own in games)
    return max((value for value in values if isinstance(value, int | float)), default=None)


def _usage_row(grade: Grade, games: Sequence[SeenGame]) -> list[str]:
    seconds = [taken for own in games for taken in own.seconds]
    memory, printed = most_noted(games, "memory_mb"), most_noted(games, "output_bytes")
    return [
        agent_name(grade.student.name),
        str(len(seconds)),
        seconds_text(fmean(seconds) if seconds else None),
        seconds_text(median(seconds) if seconds else None),
        seconds_text(max(seconds, default=None)),
        seconds_text(max(sum(own.seconds) for own in games)),
        str(grade.time_outs),
        seconds_text(most_noted(games, "load_seconds")),
        "" if memory is None else f"{memory:.1f} MB",
        "" if printed is None else f"{printed / 1000:,.1f} KB",
    ]


_AT_TIME_OUT = {
    "last candidate": "the last candidate is played",
    "loses": "the game is lost",
}
_CANDIDATES = {"all": "all legal squares, the move at its end", "last": "the move"}


def course_summary(preset: CoursePreset) -> str:
    """Return the most important rules of a course in one line.

    >>> course_summary(CoursePreset("cs303"))
    'cs303: 8×8, reversed rules (fewest discs win), 5 s per move, 180 s per game, 100 MB'
    """
    wins = "most" if preset.rules == "normal" else "fewest"
    board = f"{preset.size}×{preset.size}, {preset.rules} rules ({wins} discs win)"
    return f"{preset.name}: {board}, {_limits_text(preset)}"


def _limits_text(preset: CoursePreset) -> str:
    game = "" if preset.game_seconds is None else f"{preset.game_seconds:g} s per game, "
    return f"{preset.move_seconds:g} s per move, {game}{preset.memory_mb:g} MB"


def course_table(preset: CoursePreset) -> Html:
    """Return all rules of a course."""
    return facts_table(_course_rows(preset), "The requirements and limits of the course.")


def facts_table(rows: Iterable[tuple[str, str]], about: str) -> Html:
    """Return a table of names and values."""
    columns = (Column("", number=False), Column("", number=False))
    return tag("div", table(columns, rows, about), class_="facts")


def _course_rows(preset: CoursePreset) -> Iterator[tuple[str, str]]:
    yield "board", f"{preset.size}×{preset.size}, {preset.rules} rules"
    yield "a move", f"{preset.move_seconds:g} s"
    if preset.warm_up_seconds:
        yield "the first move of a game", f"{preset.warm_up_seconds:g} s more"
    if preset.game_seconds is not None:
        yield "all moves of a game", f"{preset.game_seconds:g} s"
    yield "loading", f"{preset.load_seconds:g} s, on no clock"
    yield "at the time-out", _AT_TIME_OUT[preset.at_time_out]
    yield "candidate_list", _CANDIDATES[preset.candidates]
    yield "memory", f"{preset.memory_mb:g} MB"
    yield "output", f"{preset.output_kb:g} KB per game"
    yield "files", f"{preset.scratch_mb:g} MB"
    yield "threads", str(preset.threads)
    yield "forbidden imports", ", ".join(preset.forbidden_imports) or "none"
    yield "required layers of the sandbox", ", ".join(preset.sandbox) or "nothing"
