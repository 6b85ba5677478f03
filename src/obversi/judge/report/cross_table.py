"""Who won against whom, small enough for a whole class."""

from collections.abc import Mapping, Sequence

from obversi.arena.report.markup import Column, Html, table, tag
from obversi.judge.grade import Grade
from obversi.judge.report.grades_table import student_link
from obversi.judge.seen_game import SeenGame

__all__ = ["cross_table"]


def cross_table(
    grades: Sequence[Grade], games: Mapping[str, Sequence[SeenGame]], stage: str
) -> Html:
    """Return the games won, drawn and lost in a stage by the student of the row.

    The order is that of the grades. Cells are green where more were won than lost, and red where
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
        cells = [_cell(name, other.student.name, met) for other in rows]
        lines.append([str(number), student_link(name), *cells])
    about = "Games won, drawn and lost by the student of the row against that of the column."
    return tag("div", table(columns, lines, about), class_="cross class")


def _cell(name: str, other: str, met: Mapping[str, Sequence[str]]) -> str:
    if name == other:
        return "·"
    results = met.get(other, ())
    if not results:
        return ""
    counts = [results.count(result) for result in ("won", "drawn", "lost")]
    won, _, lost = counts
    kind = "better" if won > lost else "worse" if won < lost else None
    told = tag("b", "-".join(map(str, counts)))
    return tag("span", told, class_=kind, title=f"{name} against {other}")
