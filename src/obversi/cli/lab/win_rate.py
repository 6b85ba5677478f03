"""``obversi lab win-rate``: how often evaluations beat a random chooser."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.cli.lab.model_options import measuring, model_options, tell
from obversi.cli.options import examples
from obversi.lab.models.early_stops import EarlyStops
from obversi.lab.models.win_rate import WinRates, win_rates

__all__ = ["win_rate_command"]


@click.command(
    "win-rate",
    short_help="Measure how often evaluations beat a random chooser.",
    epilog=examples(
        "obversi lab win-rate r2 r2-position --rules reversed",
        "obversi lab win-rate mine.toml --solved 0 --games 10000",
        "obversi lab win-rate r2-position --rules reversed --solved 0 --r2-rule 0.001",
    ),
)
@click.argument("evaluations", nargs=-1, required=True, metavar="EVALUATION...")
@model_options(2000, "games of each evaluation, half of them with either colour")
@click.option(
    "--solved",
    type=int,
    default=12,
    show_default=True,
    help="Empty squares that both sides play perfectly at the end.",
)
@click.option(
    "--r2-rule",
    type=float,
    metavar="CHANGE",
    help="Tell also what R2 would have: it stops when the rate moves by less a game.",
)
def win_rate_command(
    evaluations: tuple[str, ...],
    rules: str,
    size: int,
    games: int,
    solved: int,
    r2_rule: float | None,
    seed: int,
    threads: int | None,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Let evaluations that look one move ahead play a random chooser: R2's second model.

    Both sides play the last squares perfectly. An agent may be named instead of an evaluation, and
    plays as it does.
    """
    with measuring("win rate") as watch:
        found = win_rates(
            evaluations,
            games,
            size=size,
            rules=rules,
            solved=solved,
            r2_rule=r2_rule,
            seed=seed,
            threads=threads,
            watch=watch,
        )
    tell(found, lambda: _parts(found), figure, as_json)


def _parts(found: WinRates) -> Iterator[RenderableType]:
    first = found.rates[0]
    ending = f"the last {first.solved} squares perfect" if first.solved else "no perfect ending"
    yield (
        f"against a random chooser, {first.rules} rules, {first.size}×{first.size}, "
        f"{first.all.games:,} games each, {ending}"
    )
    shown = Table(box=box.SIMPLE_HEAD)
    for number, name in enumerate(
        ("evaluation", "score (95 %)", "won", "as black", "as white", "margin")
    ):
        shown.add_column(name, justify="right" if number else "left", no_wrap=number > 0)
    for rate in found.rates:
        colors = (tally.score for tally in (rate.as_black, rate.as_white))
        shown.add_row(
            escape(rate.name),
            rate.score.text(1, percent=True),
            f"{100 * rate.wins.value:.1f} %",
            *("" if score is None else f"{100 * score:.1f} %" for score in colors),
            f"{rate.margin.value:+.1f}",
        )
    yield shown
    for rate in found.rates:
        if (stops := rate.early_stops) is not None:
            yield f"{escape(rate.name)} by R2's rule: {_text(stops)}"


def _text(stops: EarlyStops) -> str:
    if stops.mean is None or stops.mean_games is None:
        return "it never ended in so many games"
    scatter = ""
    if stops.deviation is not None:
        scatter = f" with a standard deviation of {100 * stops.deviation:.1f}"
    return (
        f"{100 * stops.mean:.1f} %{scatter}, of {stops.mean_games:.0f} games each "
        f"({len(stops.estimates)} measured)"
    )
