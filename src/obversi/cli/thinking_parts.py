"""The time that agents took for their moves, as a table for the terminal and for JSON."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.arena.statistics.summary import Thinking

__all__ = ["thinking_object", "thinking_table"]


def thinking_object(thinking: Thinking) -> dict[str, Any]:
    """Return how long moves took, in seconds; what is unknown is None."""
    return {
        "moves": thinking.moves,
        "mean": thinking.mean,
        "longest": thinking.longest,
        "late": thinking.late,
    }


def thinking_table(agents: Mapping[str, Thinking]) -> Table:
    """Show how long the moves of each agent took."""
    table = Table("time a move", box=box.SIMPLE_HEAD)
    for name in ("moves", "mean", "longest", "late"):
        table.add_column(name, justify="right")
    for name, thinking in agents.items():
        times = [_time_text(seconds) for seconds in (thinking.mean, thinking.longest)]
        table.add_row(escape(name), str(thinking.moves), *times, str(thinking.late))
    return table


def _time_text(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{1000 * seconds:.2f} ms" if seconds < 0.01 else f"{seconds:.3f} s"
