"""What came out of an experiment, in lines for the terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from obversi.lab.finding import Finding
from obversi.lab.page.redo import extent_text
from obversi.lab.result import Result

__all__ = ["result_parts"]

_COLOURS: Final = {"agrees": "green", "differs": "red", "open": "yellow", "new": "cyan"}


def result_parts(result: Result) -> Iterator[RenderableType]:
    """Return what is shown, from top to bottom."""
    experiment = result.experiment
    yield f"[bold]{escape(experiment.title)}[/]  ({escape(experiment.report)})"
    yield f"[dim]{escape(extent_text(result))}: {result.seconds:.1f} s[/]"
    yield escape(result.summary)
    yield Padding(_finding_table(result.findings), (1, 0)) if result.findings else ""


def _finding_table(findings: Sequence[Finding]) -> Table:
    """Show each finding with both numbers, and below them what follows."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for finding in findings:
        colour, reported = _COLOURS[finding.verdict], finding.reported
        numbers = f"the report {reported}; ours {finding.ours}" if reported else finding.ours
        table.add_row(
            f"[{colour}]{finding.verdict}[/]",
            f"[bold]{escape(finding.what)}[/]: {escape(numbers)}\n{escape(finding.sentence)}",
        )
    return table
