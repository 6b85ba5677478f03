"""The result of a match, as tables for the terminal and as an object for JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from obversi.arena.elo import PAIR_POINTS
from obversi.arena.game import PlayedGame
from obversi.arena.match import Match
from obversi.arena.summary import MatchSummary, Strength, Tally, Thinking, summarise
from obversi.color import color_name

__all__ = ["MatchReport"]

_POINT_NAMES = ("0", "½", "1", "1½", "2")
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
            **_tally_object(summary.all),
            **_strength_object(summary.strength),
            "as_black": _tally_object(summary.as_black),
            "as_white": _tally_object(summary.as_white),
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
            yield self._result_table()
            if self._summary.strength:
                indent = (0, 0, 0, 2)
                yield Padding(self._strength_table(self._summary.strength), indent, expand=False)
            yield self._time_table()
        used = min(len(openings.boards), match.pairs)
        yield f"openings: {used}, {escape(openings.origin)}"
        for remark in (*self.notes, *self._failure_remarks()):
            yield f"note: {escape(remark)}"

    def _extent(self) -> str:
        games, planned = len(self.games), 2 * self.match.pairs
        return f"{games} games" if games == planned else f"{games} of {planned} games"

    def _result_table(self) -> Table:
        table = Table("", box=box.SIMPLE_HEAD)
        for name in ("A wins", "draws", "B wins", "score of A", "margin of A"):
            table.add_column(name, justify="right")
        summary = self._summary
        table.add_row("all games", *_tally_cells(summary.all), style="bold")
        table.add_row("A is black", *_tally_cells(summary.as_black))
        table.add_row("A is white", *_tally_cells(summary.as_white))
        return table

    def _strength_table(self, strength: Strength) -> Table:
        table = Table.grid(padding=(0, 3, 0, 0))
        table.add_row("Elo of A over B", f"[bold]{_elo_text(strength)}[/]")
        table.add_row("likelihood that A is stronger", f"{strength.superiority:.1%}")
        table.add_row("mean margin of A", _margin_text(self._summary.all, strength))
        counts = zip(_POINT_NAMES, strength.pairs, strict=True)
        table.add_row(
            f"{sum(strength.pairs)} pairs by the points of A",
            "   ".join(f"[dim]{points}:[/] {count}" for points, count in counts),
        )
        return table

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


def _tally_object(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "margin": tally.margin,
    }


def _strength_object(strength: Strength | None) -> dict[str, Any]:
    if strength is None:
        unknown = dict.fromkeys(["elo", "elo_low", "elo_high", "los", "margin_error"])
        return {"pairs": 0, "pentanomial": [0] * len(PAIR_POINTS), **unknown}
    return {
        "pairs": sum(strength.pairs),
        "pentanomial": list(strength.pairs),
        "elo": _finite(strength.elo),
        "elo_low": _finite(strength.elo_low),
        "elo_high": _finite(strength.elo_high),
        "los": strength.superiority,
        "margin_error": strength.margin_error,
    }


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


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _tally_cells(tally: Tally) -> list[str]:
    counts = [str(count) for count in (tally.wins, tally.draws, tally.losses)]
    if tally.score is None or tally.margin is None:
        return [*counts, "", ""]
    return [*counts, f"{tally.score:.1%}", f"{tally.margin:+.1f}"]


def _thinking_cells(thinking: Thinking) -> list[str]:
    times = [_time_text(seconds) for seconds in (thinking.mean, thinking.longest)]
    return [str(thinking.moves), *times, str(thinking.late)]


def _time_text(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{1000 * seconds:.2f} ms" if seconds < 0.01 else f"{seconds:.3f} s"


def _elo_text(strength: Strength) -> str:
    low, elo, high = strength.elo_low, strength.elo, strength.elo_high
    if isfinite(elo):
        return f"{elo:+.0f} ± {(high - low) / 2:.0f}   (95 %: {low:+.0f} to {high:+.0f})"
    return f"+∞   (95 %: above {low:+.0f})" if elo > 0 else f"-∞   (95 %: below {high:+.0f})"


def _margin_text(tally: Tally, strength: Strength) -> str:
    error = "" if strength.margin_error is None else f" ± {strength.margin_error:.1f}"
    return f"{tally.margin:+.1f}{error} discs"
