"""``obversi lab value-loss``: how far evaluations are from the truth."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.cli.lab.model_options import measuring, model_options, tell
from obversi.cli.options import examples
from obversi.lab.models.value_loss import ValueLoss, value_loss

__all__ = ["value_loss_command"]


@click.command(
    "value-loss",
    short_help="Measure how far evaluations are from exact values.",
    epilog=examples(
        "obversi lab value-loss r2 r1 --rules reversed",
        "obversi lab value-loss mine.toml r4 --empties 10 --plies 2 --games 1000",
        "obversi lab value-loss r0-adjusted r0-original --figure loss.svg",
    ),
)
@click.argument("evaluations", nargs=-1, required=True, metavar="EVALUATION...")
@model_options(300, "positions to begin from")
@click.option(
    "--plies", type=int, default=3, show_default=True, help="Plies that are searched from there."
)
@click.option(
    "--empties", type=int, help="Empty squares at the beginning.  [default: 12, or 8 on 4×4]"
)
def value_loss_command(
    evaluations: tuple[str, ...],
    rules: str,
    size: int,
    games: int,
    plies: int,
    empties: int | None,
    seed: int,
    threads: int | None,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Compare estimates with true minimax values, node by node: R2's third model.

    From positions of random games every line is followed for some plies, and every node solved. The
    loss is the mean square of truth (1, 0 or -1) minus estimate.
    """
    with measuring("value loss") as watch:
        found = value_loss(
            evaluations,
            games,
            plies=plies,
            empties=empties,
            size=size,
            rules=rules,
            seed=seed,
            threads=threads,
            watch=watch,
        )
    tell(found, lambda: _parts(found), figure, as_json)


def _parts(found: ValueLoss) -> Iterator[RenderableType]:
    yield (
        f"{found.rules} rules, {found.size}×{found.size}, {found.roots:,} positions with "
        f"{found.empties} empties, {found.plies} plies: {found.nodes:,} nodes"
    )
    shown = Table(box=box.SIMPLE_HEAD)
    for number, name in enumerate(("evaluation", "loss (95 %)", "scale", "discs lost", "right")):
        shown.add_column(name, justify="right" if number else "left", no_wrap=number > 0)
    for loss in found.losses:
        shown.add_row(
            escape(loss.name),
            loss.loss.text(),
            "as it is" if loss.scale is None else f"{loss.scale:,.3g}",
            loss.discs_lost.text(1),
            f"{100 * loss.right_moves.value:.0f} %",
        )
    yield shown
    yield (
        f"to say 0 of every position loses {found.nothing.value:.3f}, and a random legal move "
        f"{found.any_move.value:.1f} discs; right: the share of moves that lose none"
    )
