"""The result of a match, as tables for the terminal and as an object for JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.arena.game import PlayedGame
from obversi.arena.match import Match
from obversi.arena.summary import MatchSummary, Thinking, summarise
from obversi.cli.result_parts import (
    result_table,
    strength_object,
    strength_table,
    tally_object,
)
from obversi.color import color_name

__all__ = ["MatchReport"]

_MOST_FAILURES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What is told at the end of a match, or when it breaks off."""

    match: Match
    games: Sequence[PlayedGame]
    seconds: float
    concurrency: int = 1
    notes: Sequence[str] = ()
    _summary: MatchSummary = field(init=False)

    def __post_init__(self) -> None:
        """Sum the games up once."""
        object.__setattr__(self, "_summary", summarise(self.games))

    # For JSON

    def to_object(self) -> dict[str, Any]:
        """Return everything, seen by A; what is infinite or unknown is None."""
        match, openings, summary = self.match, self.match.openings, self._summary
        return {
            "a": match.a,
            "b": match.b,
            "rules": openings.rules,
            "size": openings.size,
            "time": match.seconds,
            "seed": match.seed,
            "concurrency": self.concurrency,
            "planned_games": 2 * match.pairs,
            **tally_object(summary.all),
            **strength_object(summary.strength),
            "as_black": tally_object(summary.as_black),
            "as_white": tally_object(summary.as_white),
            "a_time": _thinking_object(summary.a_thinking),
            "b_time": _thinking_object(summary.b_thinking),
            "openings": {
                "origin": openings.origin,
                "count": len(openings.boards),
                "distinct": openings.distinct,
            },
            "failures": [_failure_object(game) for game in summary.failures],
            "notes": list(self.notes),
            "seconds": self.seconds,
        }

    # For the terminal

    def parts(self) -> Iterator[RenderableType]:
        """Return what is shown, from top to bottom: lines and tables."""
        match, openings = self.match, self.match.openings
        yield f"[bold]A[/] {escape(match.a)}  against  [bold]B[/] {escape(match.b)}"
        yield (
            f"{openings.rules} rules, {openings.size}×{openings.size}, {match.seconds:g} s a move, "
            f"{self._extent()} in {self.seconds:.1f} s, seed {match.seed}"
        )
        if self.games:
            summary = self._summary
            yield result_table(summary.all, summary.as_black, summary.as_white)
            if summary.strength:
                yield strength_table(summary.strength, summary.all)
            yield self._time_table()
        used = min(len(openings.boards), match.pairs)
        yield f"openings: {used}, {escape(openings.origin)}"
        for remark in (*self.notes, *self._failure_remarks()):
            yield f"note: {escape(remark)}"

    def _extent(self) -> str:
        games, planned = len(self.games), 2 * self.match.pairs
        return f"{games} games" if games == planned else f"{games} of {planned} games"

    def _time_table(self) -> Table:
        table = Table("time a move", box=box.SIMPLE_HEAD)
        for name in ("moves", "mean", "longest", "late"):
            table.add_column(name, justify="right")
        table.add_row("A", *_thinking_cells(self._summary.a_thinking))
        table.add_row("B", *_thinking_cells(self._summary.b_thinking))
        return table

    def _failure_remarks(self) -> Iterator[str]:
        failures = self._summary.failures
        for game in failures[:_MOST_FAILURES_SHOWN]:
            told = _failure_object(game)
            yield f"{told['agent'].upper()} lost game {game.number} by {told['reason']}"
        if len(failures) > _MOST_FAILURES_SHOWN:
            yield f"{len(failures) - _MOST_FAILURES_SHOWN} more games were lost like that"


def _thinking_object(thinking: Thinking) -> dict[str, Any]:
    return {
        "moves": thinking.moves,
        "mean": thinking.mean,
        "longest": thinking.longest,
        "late": thinking.late,
    }


def _failure_object(game: PlayedGame) -> dict[str, Any]:
    assert game.failure is not None
    return {
        "game": game.number,
        "agent": "a" if game.failure.color == game.a_color else "b",
        "color": color_name(game.failure.color),
        "reason": game.failure.reason,
    }


def _thinking_cells(thinking: Thinking) -> list[str]:
    times = [_time_text(seconds) for seconds in (thinking.mean, thinking.longest)]
    return [str(thinking.moves), *times, str(thinking.late)]


def _time_text(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{1000 * seconds:.2f} ms" if seconds < 0.01 else f"{seconds:.3f} s"
