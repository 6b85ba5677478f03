"""The standings and the cross table as Markdown."""

import re
from collections.abc import Iterable, Sequence

from obversi.arena.report.wording import (
    interval_text,
    margin_text,
    points_text,
    rating_text,
    score_text,
)
from obversi.arena.statistics.standings import Standings


def markdown_standings(standings: Standings) -> str:
    """Return the agents from best to worst."""
    heads = ("", "agent", "rating", "95 %", "games", "points", "score", "margin")
    rows = (
        (
            str(place),
            markdown_text(row.label),
            rating_text(row),
            interval_text(row.low, row.high),
            str(row.games),
            points_text(row.points),
            score_text(row.score),
            margin_text(row.margin),
        )
        for place, row in enumerate(standings.rows, start=1)
    )
    return _table(heads, rows, text_columns=(1,))


def markdown_cross_table(standings: Standings) -> str:
    """Return the scores of each row's agent against each column's agent, in percent."""
    numbered = list(enumerate(standings.rows, start=1))
    heads = ("", "agent", *(str(place) for place, _ in numbered))
    rows = []
    for place, row in numbered:
        cells = [str(place), markdown_text(row.label)]
        for _, other in numbered:
            crossing = standings.crossing(row, other)
            if crossing is None or crossing.tally.score is None:
                cells.append("·" if other is row else "")
            else:
                cells.append(f"{100 * crossing.tally.score:.0f}")
        rows.append(cells)
    return _table(heads, rows, text_columns=(1,))


def markdown_text(text: str) -> str:
    r"""Escape the special characters of Markdown.

    >>> print(markdown_text("a|b *c*"))
    a\|b \*c\*
    """
    one_line = " ".join(text.split())
    return re.sub(r"([\\`*_\[\]<>|#&~])", r"\\\1", one_line)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], text_columns: Sequence[int]) -> str:
    rule = ["---" if number in text_columns else "---:" for number in range(len(heads))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows))
