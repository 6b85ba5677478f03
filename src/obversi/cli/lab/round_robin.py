"""``obversi lab round-robin``: everyone plays everyone, and who beats whom in a circle."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.cli.lab.model_options import measuring, model_options, tell
from obversi.cli.options import examples
from obversi.lab.models.round_robin import RoundRobin, round_robin

__all__ = ["round_robin_command"]

_CYCLES_TOLD: Final = 8


@click.command(
    "round-robin",
    short_help="Let everyone play everyone, and find who beats whom in a circle.",
    epilog=examples(
        "obversi lab round-robin greedy r4:depth=2 r3:depth=2 mcts:playouts=50",
        "obversi lab round-robin r2:depth=2 r3:depth=2 r4:depth=2 --figure circle.png",
        "obversi lab round-robin r1 r3 r4 --plies 0 --games 2 --json",
    ),
)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@model_options(200, "games of each pair, half of them with either colour")
@click.option(
    "--plies",
    type=int,
    help="Random moves of an opening; 0 begins at the start, as R2 does.  [default: 8 on 8×8]",
)
def round_robin_command(
    agents: tuple[str, ...],
    rules: str,
    size: int,
    games: int,
    plies: int | None,
    seed: int,
    threads: int | None,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Let every pair of agents play, and tell who beats whom: R2's first performance model.

    One agent beats another with more than half of the points. Cycles, in which everyone beats the
    next and the last the first, are found and told with how sure they are.
    """
    with measuring("round robin") as watch:
        table = round_robin(
            agents,
            games,
            size=size,
            rules=rules,
            plies=plies,
            seed=seed,
            threads=threads,
            watch=watch,
        )
    tell(table, lambda: _parts(table), figure, as_json)


def _parts(table: RoundRobin) -> Iterator[RenderableType]:
    games = table.encounters[0].score.count
    yield f"{table.rules} rules, {table.size}×{table.size}, {games:,} games of each pair"
    names = list(table.points)
    shown = Table(box=box.SIMPLE_HEAD)
    shown.add_column("agent", no_wrap=True)
    shown.add_column("points", justify="right")
    for number in range(len(names)):
        shown.add_column(str(number + 1), justify="right")
    for number, name in enumerate(names, start=1):
        cells = [
            "" if other == name else f"{100 * table.encounter(name, other).score.value:.0f}"
            for other in names
        ]
        shown.add_row(f"{number} {escape(name)}", f"{100 * table.points[name]:.1f}%", *cells)
    yield shown
    if not table.cycles:
        yield "there is no cycle"
        return
    yield f"cycles: {len(table.cycles)}, the surest first"
    for cycle in table.cycles[:_CYCLES_TOLD]:
        scores = ", ".join(score.text(0, percent=True) for score in cycle.scores)
        sure = f"sure, luck at most {cycle.doubt:.2g}" if cycle.is_sure else "not sure"
        yield f"  {escape(str(cycle))}: {scores}; {sure}"
