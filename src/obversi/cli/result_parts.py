"""How games between A and B ended, as tables for the terminal and as objects for JSON."""

from math import isfinite
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table

from obversi.arena.statistics.elo import PAIR_POINTS
from obversi.arena.statistics.summary import Strength, Tally

__all__ = ["result_table", "strength_object", "strength_table", "tally_object"]

_STRENGTH_NAMES = (
    *("elo", "elo_low", "elo_high", "normalised_elo", "normalised_low", "normalised_high"),
    *("los", "margin_error"),
)

_POINT_NAMES = ("0", "½", "1", "1½", "2")


def tally_object(tally: Tally) -> dict[str, Any]:
    """Return how some games ended."""
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "margin": tally.margin,
    }


def strength_object(strength: Strength | None) -> dict[str, Any]:
    """Return what whole pairs say; what is infinite or unknown is None."""
    if strength is None:
        unknown = dict.fromkeys(_STRENGTH_NAMES)
        return {"pairs": 0, "pentanomial": [0] * len(PAIR_POINTS), **unknown}
    low, high = strength.normalised_interval
    return {
        "pairs": sum(strength.pairs),
        "pentanomial": list(strength.pairs),
        "elo": _finite(strength.elo),
        "elo_low": _finite(strength.elo_low),
        "elo_high": _finite(strength.elo_high),
        "normalised_elo": _finite(strength.normalised),
        "normalised_low": _finite(low),
        "normalised_high": _finite(high),
        "los": strength.superiority,
        "margin_error": strength.margin_error,
    }


def result_table(all_games: Tally, as_black: Tally, as_white: Tally) -> Table:
    """Show wins, draws and losses, by the colour of A too."""
    table = Table("", box=box.SIMPLE_HEAD)
    for name in ("A wins", "draws", "B wins", "score of A", "margin of A"):
        table.add_column(name, justify="right")
    table.add_row("all games", *_tally_cells(all_games), style="bold")
    table.add_row("A is black", *_tally_cells(as_black))
    table.add_row("A is white", *_tally_cells(as_white))
    return table


def strength_table(strength: Strength, all_games: Tally) -> Padding:
    """Show Elo with its error bars, and what else the pairs say."""
    table = Table.grid(padding=(0, 3, 0, 0))
    elo = _interval_text(strength.elo, strength.elo_low, strength.elo_high)
    table.add_row("Elo of A over B", f"[bold]{elo}[/]")
    table.add_row(
        "normalised Elo", _interval_text(strength.normalised, *strength.normalised_interval)
    )
    table.add_row("likelihood that A is stronger", f"{strength.superiority:.1%}")
    table.add_row("mean margin of A", _margin_text(all_games, strength))
    counts = zip(_POINT_NAMES, strength.pairs, strict=True)
    table.add_row(
        f"{sum(strength.pairs)} pairs by the points of A",
        "   ".join(f"[dim]{points}:[/] {count}" for points, count in counts),
    )
    return Padding(table, (0, 0, 0, 2), expand=False)


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _tally_cells(tally: Tally) -> list[str]:
    counts = [str(count) for count in (tally.wins, tally.draws, tally.losses)]
    if tally.score is None or tally.margin is None:
        return [*counts, "", ""]
    return [*counts, f"{tally.score:.1%}", f"{tally.margin:+.1f}"]


def _interval_text(elo: float, low: float, high: float) -> str:
    """Write Elo with its 95 % interval."""
    if isfinite(elo):
        return f"{elo:+.0f} ± {(high - low) / 2:.0f}   (95 %: {low:+.0f} to {high:+.0f})"
    return f"+∞   (95 %: above {low:+.0f})" if elo > 0 else f"-∞   (95 %: below {high:+.0f})"


def _margin_text(tally: Tally, strength: Strength) -> str:
    error = "" if strength.margin_error is None else f" ± {strength.margin_error:.1f}"
    return f"{tally.margin:+.1f}{error} discs"
