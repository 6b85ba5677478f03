"""What came of a training, as tables for the terminal."""

from collections.abc import Sequence

from rich import box
from rich.table import Table

from obversi.training.history import History
from obversi.training.phase_report import PhaseReport
from obversi.training.probcut import ProbcutFit, foretold

__all__ = ["error_table", "history_table", "probcut_table"]


def error_table(reports: Sequence[PhaseReport]) -> Table:
    """Show how far the weights are off, phase by phase, from the beginning of the game."""
    table = _table("empty", "positions", "spread", "error", "held out", "error there")
    for report in sorted(reports, key=lambda report: (report.evaluation, report.phase)):
        if report.evaluation == "full":
            table.add_row(
                f"{report.most_empties}-{report.least_empties}",
                f"{report.positions:,}",
                f"{report.spread:.2f}",
                f"{report.fitted_error:.2f}",
                f"{report.held_out:,}",
                f"{report.held_out_error:.2f}",
            )
    return table


def history_table(history: History) -> Table:
    """Show the generations and their matches."""
    table = _table("generation", "games", "error", "score", "95 %", "margin", "kept")
    for record in history.generations:
        match = record.match
        low, high = match.interval if match is not None else (0.0, 0.0)
        table.add_row(
            str(record.number),
            f"{record.games:,}",
            f"{record.held_out_error:.2f}",
            *(
                ("", "", "")
                if match is None
                else (f"{match.score:.1%}", f"{low:.1%} to {high:.1%}", f"{match.margin:+.1f}")
            ),
            "yes" if record.replaces else "no",
        )
    return table


def probcut_table(fit: ProbcutFit) -> Table:
    """Show what deep searches found beyond shallow ones, and in brackets what the model says."""
    table = _table("empty", "shallow", "deep", "positions", "mean", "deviation")
    for cell in fit.cells:
        mean, deviation = foretold(fit.weights.probcut, cell)
        is_asked_for = abs(2 * cell.shallow - cell.deep) <= 2 if cell.kind == 0 else True
        if not is_asked_for:
            continue
        table.add_row(
            f"{cell.most_empties}-{cell.least_empties}" if cell.kind == 0 else str(cell.deep),
            str(cell.shallow),
            str(cell.deep) if cell.kind == 0 else "end",
            f"{cell.positions:,}",
            f"{cell.mean:+.2f} ({mean:+.2f})",
            f"{cell.deviation:.2f} ({deviation:.2f})",
        )
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(first, box=box.SIMPLE_HEAD)
    for name in others:
        table.add_column(name, justify="right")
    return table
