"""``obversi lab search-depth``: how deep the same search gets in the same time."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.cli.lab.model_options import measuring, model_options, tell
from obversi.cli.options import examples
from obversi.lab.models.search_depth import SearchDepth, search_depth

__all__ = ["search_depth_command"]


@click.command(
    "search-depth",
    short_help="Measure how deep evaluations let the same search get.",
    epilog=examples(
        "obversi lab search-depth r2 r4 r3 --rules reversed",
        "obversi lab search-depth mine.toml positional --seconds 0.5 --games 20",
        "obversi lab search-depth r1 r2 --depth 7 --figure depth.png",
    ),
)
@click.argument("evaluations", nargs=-1, required=True, metavar="EVALUATION...")
@model_options(50, "positions of the middle game")
@click.option(
    "--seconds", type=float, default=0.02, show_default=True, help="Time for each search."
)
@click.option(
    "--depth",
    type=int,
    default=6,
    show_default=True,
    help="Plies of the searches whose nodes are counted.",
)
def search_depth_command(
    evaluations: tuple[str, ...],
    rules: str,
    size: int,
    games: int,
    seconds: float,
    depth: int,
    seed: int,
    threads: int | None,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Search the same positions by R2's search with each evaluation in turn: R2's fourth model.

    Tells the depth that is reached in the same time, and the two things that it comes from: how
    many nodes are cut off, and how quickly the evaluation answers.
    """
    with measuring("search depth") as watch:
        found = search_depth(
            evaluations,
            games,
            seconds=seconds,
            depth=depth,
            size=size,
            rules=rules,
            seed=seed,
            threads=threads,
            watch=watch,
        )
    tell(found, lambda: _parts(found), figure, as_json)


def _parts(found: SearchDepth) -> Iterator[RenderableType]:
    yield (
        f"{found.rules} rules, {found.size}×{found.size}, {found.positions:,} positions of the "
        f"middle game, {found.limit:g} s a search"
    )
    shown = Table(box=box.SIMPLE_HEAD)
    for number, name in enumerate(
        (
            *("evaluation", "plies (95 %)", f"nodes to depth {found.depth}"),
            *("times fewer than minimax", "ns of search / asked"),
        )
    ):
        shown.add_column(name, justify="right" if number else "left", no_wrap=number == 1)
    for one in found.depths:
        shown.add_row(
            escape(one.name),
            one.mean_reached.text(1),
            f"{sum(one.nodes) / len(one.nodes):,.0f}",
            one.pruning.text(0),
            f"{one.nanoseconds.value:.0f}",
        )
    yield shown
