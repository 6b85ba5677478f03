"""The result of a match, as tables for the terminal and as an object for JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import RenderableType
from rich.markup import escape

from obversi.arena.game.played import PlayedGame
from obversi.arena.match import Match
from obversi.arena.statistics.duplicates import duplicate_notes
from obversi.arena.statistics.summary import MatchSummary, summarise
from obversi.cli.failure_remarks import failure_remarks
from obversi.cli.result_parts import (
    result_table,
    strength_object,
    strength_table,
    tally_object,
)
from obversi.cli.sprt_parts import sprt_object, sprt_text
from obversi.cli.thinking_parts import thinking_object, thinking_table
from obversi.color import color_name

__all__ = ["MatchReport", "summary_parts"]


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
        object.__setattr__(self, "notes", (*self.notes, *duplicate_notes(("A", "B"), self.games)))

    # For JSON

    def to_object(self) -> dict[str, Any]:
        """Return everything, seen by A; what is infinite or unknown is None."""
        match, openings, summary = self.match, self.match.openings, self._summary
        clock = match.clock
        return {
            "a": match.a,
            "b": match.b,
            "rules": openings.rules,
            "size": openings.size,
            "time": match.seconds if clock is None else None,
            "clock": None if clock is None else [clock.clock, clock.increment],
            "adjudicate": match.adjudicate,
            "seed": match.seed,
            "concurrency": self.concurrency,
            "planned_games": 2 * match.pairs,
            **tally_object(summary.all),
            **strength_object(summary.strength),
            "sprt": sprt_object(match.sprt, summary.strength),
            "as_black": tally_object(summary.as_black),
            "as_white": tally_object(summary.as_white),
            "a_time": thinking_object(summary.a_thinking),
            "b_time": thinking_object(summary.b_thinking),
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
            f"{openings.rules} rules, {openings.size}×{openings.size}, {match.settings().time}, "
            f"{self._extent()} in {self.seconds:.1f} s, seed {match.seed}"
        )
        if self.games:
            yield from summary_parts(self._summary)
        if match.sprt is not None:
            yield sprt_text(match.sprt, self._summary.strength)
        used = min(len(openings.boards), match.pairs)
        yield f"openings: {used}, {escape(openings.origin)}"
        for remark in (*self.notes, *failure_remarks(self._summary.failures, ("A", "B"))):
            yield f"note: {escape(remark)}"

    def _extent(self) -> str:
        games, planned = len(self.games), 2 * self.match.pairs
        return f"{games} games" if games == planned else f"{games} of {planned} games"


def summary_parts(summary: MatchSummary) -> Iterator[RenderableType]:
    """Return the tables about the games of two agents, of which there must be one."""
    yield result_table(summary.all, summary.as_black, summary.as_white)
    if summary.strength:
        yield strength_table(summary.strength, summary.all)
    yield thinking_table({"A": summary.a_thinking, "B": summary.b_thinking})


def _failure_object(game: PlayedGame) -> dict[str, Any]:
    assert game.failure is not None
    return {
        "game": game.number,
        "agent": "a" if game.failure.color == game.a_color else "b",
        "color": color_name(game.failure.color),
        "fault": game.failure.fault.value,
        "reason": game.failure.reason,
    }
