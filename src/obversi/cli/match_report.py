"""The result of games between two agents A and B: tables for the terminal, objects for JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from obversi.arena.game.plan import TimeControl
from obversi.arena.game.played import PlayedGame
from obversi.arena.match import Match
from obversi.arena.openings import Openings
from obversi.arena.statistics.duplicates import DuplicateCount
from obversi.arena.statistics.elo import PAIR_POINTS
from obversi.arena.statistics.sprt import SprtState, sprt_state
from obversi.arena.statistics.summary import MatchSummary, Strength, Tally, Thinking, summarise
from obversi.arena.tournament.settings import Sprt
from obversi.cli.terminal import finite, number_table
from obversi.color import color_name
from obversi.records import JsonObject, fields_object

_MOST_FAILURES_SHOWN = 5
_PAIR_POINTS = ("0", "½", "1", "1½", "2")


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The result of a match, also of an interrupted one."""

    match: Match
    time: TimeControl
    games: Sequence[PlayedGame]
    seconds: float
    concurrency: int = 1
    notes: Sequence[str] = ()
    _summary: MatchSummary = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_summary", summarise(self.games))
        repeated = DuplicateCount(self.games).notes(("A", "B"))
        object.__setattr__(self, "notes", (*self.notes, *repeated))

    def to_object(self) -> JsonObject:
        """Return everything, from A's point of view; infinite and unknown numbers are None."""
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
            "a_time": _time_object(summary.a_thinking),
            "b_time": _time_object(summary.b_thinking),
            "openings": openings_object(openings),
            "failures": [failure_object(game, ("a", "b")) for game in summary.failures],
            "notes": list(self.notes),
            "seconds": self.seconds,
        }

    def parts(self) -> Iterator[RenderableType]:
        """Return everything for the terminal."""
        match, openings = self.match, self.match.openings
        yield f"[bold]A[/] {escape(match.a)}  against  [bold]B[/] {escape(match.b)}"
        yield (
            f"{openings.rules} rules, {openings.size}×{openings.size}, {self.time}, "
            f"{games_text(len(self.games), 2 * match.pairs)} in {self.seconds:.1f} s, "
            f"seed {match.seed}"
        )
        if self.games:
            yield from summary_parts(self._summary)
        if match.sprt is not None:
            yield sprt_text(match.sprt, self._summary.strength)
        yield f"openings: {min(len(openings.boards), match.pairs)}, {escape(openings.origin)}"
        for note in (*self.notes, *failure_notes(self._summary.failures, ("A", "B"))):
            yield f"note: {escape(note)}"


def summary_parts(summary: MatchSummary) -> Iterator[RenderableType]:
    """Return the tables about the games of two agents; there must be at least one game."""
    yield result_table(summary.all, summary.as_black, summary.as_white)
    if summary.strength:
        yield strength_table(summary.strength, summary.all)
    yield _time_table({"A": summary.a_thinking, "B": summary.b_thinking})


def games_text(games: int, planned: int) -> str:
    """Return the number of games."""
    return f"{games} games" if games == planned else f"{games} of {planned} games"


# Results


def tally_object(tally: Tally) -> JsonObject:
    """Return the results of games."""
    return fields_object(tally, "games", "wins", "draws", "losses", "score", "margin")


def result_table(all_games: Tally, as_black: Tally, as_white: Tally) -> Table:
    """Show wins, draws and losses, also by the colour of A."""
    table = number_table("", "A wins", "draws", "B wins", "score of A", "margin of A")
    table.add_row("all games", *_tally_cells(all_games), style="bold")
    table.add_row("A is black", *_tally_cells(as_black))
    table.add_row("A is white", *_tally_cells(as_white))
    return table


def _tally_cells(tally: Tally) -> list[str]:
    counts = [str(count) for count in (tally.wins, tally.draws, tally.losses)]
    if tally.score is None or tally.margin is None:
        return [*counts, "", ""]
    return [*counts, f"{tally.score:.1%}", f"{tally.margin:+.1f}"]


# Strength


def strength_object(strength: Strength | None) -> JsonObject:
    """Return the numbers that pairs of games give; infinite and unknown ones are None."""
    pairs = (0,) * len(PAIR_POINTS) if strength is None else strength.pairs
    numbers: dict[str, float | None] = dict.fromkeys(
        ("elo", "elo_low", "elo_high", "normalised_elo", "normalised_low", "normalised_high")
    )
    if strength is not None:
        elo = (strength.elo, strength.elo_low, strength.elo_high)
        values = (*elo, strength.normalised, *strength.normalised_interval)
        numbers = dict(zip(numbers, map(finite, values), strict=True))
    return {
        "pairs": sum(pairs),
        "pentanomial": list(pairs),
        **numbers,
        "los": None if strength is None else strength.superiority,
        "margin_error": None if strength is None else strength.margin_error,
    }


def strength_table(strength: Strength, all_games: Tally) -> Padding:
    """Show Elo with its error bars, and the other numbers that pairs of games give."""
    table = Table.grid(padding=(0, 3, 0, 0))
    elo = _interval_text(strength.elo, strength.elo_low, strength.elo_high)
    normalised = _interval_text(strength.normalised, *strength.normalised_interval)
    error = "" if strength.margin_error is None else f" ± {strength.margin_error:.1f}"
    counts = zip(_PAIR_POINTS, strength.pairs, strict=True)
    table.add_row("Elo of A over B", f"[bold]{elo}[/]")
    table.add_row("normalised Elo", normalised)
    table.add_row("likelihood that A is stronger", f"{strength.superiority:.1%}")
    table.add_row("mean margin of A", f"{all_games.margin:+.1f}{error} discs")
    table.add_row(
        f"{sum(strength.pairs)} pairs by the points of A",
        "   ".join(f"[dim]{points}:[/] {count}" for points, count in counts),
    )
    return Padding(table, (0, 0, 0, 2), expand=False)


def _interval_text(elo: float, low: float, high: float) -> str:
    if isfinite(elo):
        return f"{elo:+.0f} ± {(high - low) / 2:.0f}   (95 %: {low:+.0f} to {high:+.0f})"
    return f"+∞   (95 %: above {low:+.0f})" if elo > 0 else f"-∞   (95 %: below {high:+.0f})"


def sprt_object(test: Sprt | None, strength: Strength | None) -> JsonObject | None:
    """Return the state of a test."""
    if test is None:
        return None
    return fields_object(test, "elo0", "elo1", "alpha", "beta") | fields_object(
        _sprt_state(test, strength), "llr", "lower", "upper", "decision", "reason"
    )


def sprt_text(test: Sprt, strength: Strength | None) -> str:
    """Return the result of a test in words."""
    return f"test: {_sprt_state(test, strength).reason}"


def _sprt_state(test: Sprt, strength: Strength | None) -> SprtState:
    return sprt_state(test, (0, 0, 0, 0, 0) if strength is None else strength.pairs)


# Time, openings and failures


def _time_object(thinking: Thinking) -> JsonObject:
    return fields_object(thinking, "moves", "mean", "longest", "late")


def _time_table(agents: Mapping[str, Thinking]) -> Table:
    table = number_table("time per move", "moves", "mean", "longest", "late")
    for name, thinking in agents.items():
        times = [_time_text(seconds) for seconds in (thinking.mean, thinking.longest)]
        table.add_row(escape(name), str(thinking.moves), *times, str(thinking.late))
    return table


def _time_text(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{1000 * seconds:.2f} ms" if seconds < 0.01 else f"{seconds:.3f} s"


def openings_object(openings: Openings) -> JsonObject:
    """Return the number of openings and where they come from."""
    return {"origin": openings.origin, "count": len(openings.boards), "distinct": openings.distinct}


def failure_object(game: PlayedGame, names: Sequence[str]) -> JsonObject:
    """Return how an agent lost a game by a failure, by the names of both agents."""
    assert game.failure is not None
    return {
        "game": game.number,
        "agent": names[game.agent(game.failure.color)],
        "color": color_name(game.failure.color),
        "kind": game.failure.kind.value,
        "reason": game.failure.reason,
    }


def failure_notes(games: Iterable[PlayedGame], names: Sequence[str]) -> Iterator[str]:
    """Describe the first games that were lost by failures, by the names of the agents."""
    failed = [game for game in games if game.failure is not None]
    for game in failed[:_MOST_FAILURES_SHOWN]:
        assert game.failure is not None
        loser = names[game.agent(game.failure.color)]
        yield f"{loser} lost game {game.number} by {game.failure.reason}"
    if len(failed) > _MOST_FAILURES_SHOWN:
        yield f"{len(failed) - _MOST_FAILURES_SHOWN} more games were lost by failures"
