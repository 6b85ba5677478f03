"""A page about weights that were fitted: curves and numbers, in one file without links."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

from obversi.figures import BLUE, GREEN, ORANGE, new_figure, style, svg
from obversi.training.history import GenerationRecord, History
from obversi.training.phase_report import PhaseReport

__all__ = ["training_page"]

_FITTED, _HELD_OUT, _LIGHT = BLUE, ORANGE, GREEN
_HEIGHT = 2.9  # of one diagram, in inches

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { text-align: right; padding: .15rem .7rem; border-bottom: 1px solid #8886; }
"""


def training_page(
    title: str, reports: Sequence[PhaseReport], history: History | None = None
) -> str:
    """Return a page of HTML about a fit, and about the generations before it if there are any."""
    full = [report for report in reports if report.evaluation == "full"]
    light = [report for report in reports if report.evaluation == "light"]
    generations = history.generations if history else ()
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{_summary(full)}</p>",
        _drawing(full, light, generations),
        "<h2>Full evaluation</h2>",
        _phase_table(full),
        "<h2>Light evaluation</h2>",
        _phase_table(light),
        *(["<h2>Generations</h2>", _generation_table(generations)] if generations else []),
        "</body></html>",
    ]
    return "\n".join(parts)


def _summary(reports: Sequence[PhaseReport]) -> str:
    positions = sum(report.positions for report in reports)
    held_out = sum(report.held_out for report in reports)
    error = sum(report.held_out * report.held_out_error for report in reports) / max(held_out, 1)
    told = f"{positions:,} positions were fitted. On {held_out:,} positions of other games "
    return told + f"the evaluation is {error:.2f} discs off on average."


def _drawing(
    full: Sequence[PhaseReport],
    light: Sequence[PhaseReport],
    generations: Sequence[GenerationRecord],
) -> str:
    """Draw all diagrams, one below the other, as SVG."""
    diagrams = 3 if len(generations) > 1 else 2
    with style():
        figure, axes = new_figure(diagrams, height=_HEIGHT)
        _draw_errors(axes[0, 0], full, light)
        _draw_positions(axes[1, 0], full)
        if diagrams == 3:
            _draw_generations(axes[2, 0], generations)
        return svg(figure, "errors and positions by phase")


def _draw_errors(diagram: Any, full: Sequence[PhaseReport], light: Sequence[PhaseReport]) -> None:
    tested = [report for report in full if report.held_out]
    light_tested = [report for report in light if report.held_out]
    seen = [report for report in full if report.positions]
    diagram.plot(_middles(seen), [report.fitted_error for report in seen], color=_FITTED)
    diagram.plot(_middles(tested), [report.held_out_error for report in tested], color=_HELD_OUT)
    diagram.plot(
        _middles(light_tested), [report.held_out_error for report in light_tested], color=_LIGHT
    )
    diagram.legend(["fitted", "held out", "held out, light evaluation"])
    diagram.set(title="Mean error by phase", xlabel="empty squares", ylabel="discs")
    diagram.set_ylim(bottom=0)
    diagram.invert_xaxis()


def _draw_positions(diagram: Any, full: Sequence[PhaseReport]) -> None:
    widths = [0.8 * (report.most_empties - report.least_empties + 1) for report in full]
    diagram.bar(_middles(full), [report.positions for report in full], widths, color=_FITTED)
    diagram.set(title="Positions by phase", xlabel="empty squares", ylabel="positions")
    diagram.invert_xaxis()


def _draw_generations(diagram: Any, generations: Sequence[GenerationRecord]) -> None:
    numbers = [record.number for record in generations]
    diagram.plot(numbers, [record.held_out_error for record in generations], "o-", color=_HELD_OUT)
    diagram.set(title="Mean error by generation, held out", xlabel="generation", ylabel="discs")
    diagram.set_xticks(numbers)
    diagram.set_ylim(bottom=0)


def _middles(reports: Sequence[PhaseReport]) -> list[float]:
    return [(report.most_empties + report.least_empties) / 2 for report in reports]


def _phase_table(reports: Sequence[PhaseReport]) -> str:
    heads = ("empty squares", "positions", "spread", "error", "held out", "error", "deviation")
    in_order = sorted(reports, key=lambda report: report.phase)
    return _table(heads, map(_phase_cells, in_order))


def _phase_cells(report: PhaseReport) -> tuple[str, ...]:
    tested = (f"{report.held_out_error:.2f}", f"{report.held_out_deviation:.2f}")
    return (
        f"{report.most_empties}–{report.least_empties}",
        f"{report.positions:,}",
        f"{report.spread:.2f}",
        f"{report.fitted_error:.2f}",
        f"{report.held_out:,}",
        *(tested if report.held_out else ("", "")),
    )


def _generation_table(generations: Sequence[GenerationRecord]) -> str:
    heads = ("generation", "games", "positions", "error, held out", "score", "95 %", "kept")
    return _table(heads, map(_generation_cells, generations))


def _generation_cells(record: GenerationRecord) -> tuple[str, ...]:
    match = record.match
    low, high = match.interval if match else (0.0, 0.0)
    return (
        str(record.number),
        f"{record.games:,}",
        f"{record.positions:,}",
        f"{record.held_out_error:.2f}",
        *((f"{match.score:.1%}", f"{low:.1%} to {high:.1%}") if match else ("", "")),
        "yes" if record.replaces else "no",
    )


def _table(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [_row("th", heads), *(_row("td", row) for row in rows)]
    return "\n".join(["<table>", *lines, "</table>"])


def _row(kind: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"
