"""The page about fitted weights: their errors by phase, and the earlier generations."""

from collections.abc import Sequence
from typing import Any

from obversi.figures import BLUE, GREEN, ORANGE, can_draw, inline_figure, new_figure, style, svg
from obversi.pages.parts import Column
from obversi.pages.rendering import render
from obversi.training.history import GenerationRecord, TrainingHistory
from obversi.training.phases import PhaseReport

_FITTED, _HELD_OUT, _LIGHT = BLUE, ORANGE, GREEN
_HEIGHT = 2.9  # of one diagram, in inches

_PHASE_HEADS = (
    *("empty squares", "positions", "spread", "error"),
    *("held out", "error", "deviation"),
)
_GENERATION_HEADS = (
    *("generation", "games", "positions", "error, held out"),
    *("score", "95 %", "champion"),
)


def training_page(
    title: str, reports: Sequence[PhaseReport], history: TrainingHistory | None = None
) -> str:
    """Return the page of a fit, with the generations of a training if there are any.

    Without Matplotlib it has no curves.
    """
    in_order = sorted(reports, key=lambda report: report.phase)
    full = [report for report in in_order if report.evaluation == "full"]
    light = [report for report in in_order if report.evaluation == "light"]
    generations = history.generations if history else ()
    held_out = sum(report.held_out for report in full)
    errors = sum(report.held_out * report.held_out_error for report in full)
    drawing = _drawing(full, light, generations) if can_draw() else None
    return render(
        "training/training.html",
        title=title,
        styles=["lab.css"],
        figures=True,
        positions=sum(report.positions for report in full),
        held_out=held_out,
        error=errors / max(held_out, 1),
        drawing=inline_figure(drawing, "errors"),
        phase_columns=list(map(Column, _PHASE_HEADS)),
        full=list(map(_phase_cells, full)),
        light=list(map(_phase_cells, light)),
        generation_columns=list(map(Column, _GENERATION_HEADS)),
        generations=list(map(_generation_cells, generations)),
    )


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
    errors = [record.held_out_error for record in generations]
    diagram.plot(numbers, errors, "o-", color=_HELD_OUT, clip_on=False)
    diagram.set(title="Mean error by generation, held out", xlabel="generation", ylabel="discs")
    diagram.set_xticks(numbers)
    diagram.set_ylim(bottom=0)


def _middles(reports: Sequence[PhaseReport]) -> list[float]:
    return [(report.most_empties + report.least_empties) / 2 for report in reports]


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
