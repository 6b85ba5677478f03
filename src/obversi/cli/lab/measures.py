"""``obversi lab round-robin``, ``win-rate``, ``value-loss`` and ``search-depth``: R2's measures."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click
from rich.console import RenderableType
from rich.markup import escape

from obversi.cli import options
from obversi.cli.progress import bar_progress, progress
from obversi.cli.terminal import number_table, print_json, print_parts
from obversi.errors import InputError
from obversi.figures import new_figure, png, svg
from obversi.formats.saving import check_target, replacing
from obversi.lab.models.round_robin import RoundRobin, round_robin
from obversi.lab.models.search_depth import SearchDepth, search_depth
from obversi.lab.models.solved_trees import MOST_EMPTIES, MOST_PLIES
from obversi.lab.models.value_loss import ValueLoss, value_loss
from obversi.lab.models.win_rate import EarlyStops, WinRates, win_rates
from obversi.records import JsonObject

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FIGURES = (".png", ".svg")
_CYCLES_SHOWN = 8

# Minimax has some ten times as many nodes for each ply: more take hours.
_DEEPEST_COUNTED = 9


class _Measurement(Protocol):
    """The result of a measure: plain data that draws itself."""

    def to_object(self) -> JsonObject:
        """Return it for JSON."""

    def draw(self) -> "Figure":
        """Draw it, by Matplotlib."""


_Measured = TypeVar("_Measured", bound=_Measurement)


def _report(
    measure: Callable[..., _Measured],
    parts: Callable[[_Measured], Iterator[RenderableType]],
    subjects: tuple[str, ...],
    *,
    games: int,
    figure: Path | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Measure agents or evaluations, draw the result into the file `figure`, and print it."""
    name = str(click.get_current_context().info_name).replace("-", " ")
    with bar_progress(1) as bar:

        def watch(share: float) -> None:
            bar.show(f"{name}: measuring", share)

        measured = measure(subjects, games, watch=watch, **settings)
    if figure is not None:
        with progress("drawing"):
            drawn = measured.draw()
            title = (drawn.get_suptitle() or drawn.axes[0].get_title()).strip()
            content = png(drawn) if figure.suffix == ".png" else svg(drawn, title).encode()
        with replacing(figure.resolve()) as partial:
            partial.write_bytes(content)
    if as_json:
        print_json(measured.to_object(), allow_nan=False)
    else:
        print_parts(parts(measured))
        if figure is not None:
            print_parts([f"the figure is in {escape(str(figure))}"])


def _checked_figure(path: Path) -> Path:
    """Reject a file that cannot be drawn, before anything is measured."""
    if path.suffix not in _FIGURES:
        raise click.BadParameter(f"{path} is not a figure: expected {' or '.join(_FIGURES)}")
    try:
        check_target(path)
    except InputError as error:
        raise click.BadParameter(str(error)) from error
    new_figure()  # raises an error if Matplotlib is missing
    return path


def _measure_options(games: int, unit: str) -> Callable[[Any], Any]:
    """Add the options of all measures; `unit` is what ``--games`` counts."""
    return options.all_of(
        options.rules_option,
        options.size_option,
        click.option("--games", type=options.GAMES, default=games, help=f"How many {unit}."),
        options.seed_option(),
        options.threads_option,
        options.file_option(
            "--figure",
            callback=options.reading(_checked_figure),
            help="Draw the result into this file, .png or .svg.",
        ),
        options.json_option,
    )


_evaluations_argument = click.argument(
    "evaluations", nargs=-1, required=True, metavar="EVALUATION..."
)


# Round robin


@click.command(
    "round-robin",
    epilog="\n\n".join(
        [
            options.COMMANDS_FOR_GAMES,
            options.examples(
                "obversi lab round-robin greedy r4:depth=2 r3:depth=2 mcts:playouts=50",
                "obversi lab round-robin r2:depth=2 r3:depth=2 r4:depth=2 --figure circle.png",
                "obversi lab round-robin r1 r3 r4 --plies 0 --games 2 --json",
            ),
        ]
    ),
)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@_measure_options(200, "games of each pair, half of them with either colour")
@click.option(
    "--plies",
    type=options.PLIES,
    help="Random moves of an opening; 0: the start, as in R2.  [default: 8 on 8×8]",
)
def round_robin_command(agents: tuple[str, ...], **settings: Any) -> None:
    """Let every pair of agents play, and show which beats which: R2's first performance model.

    An agent beats another with more than half of the points. Cycles, in which each agent beats the
    next and the last the first, are listed with how sure they are.
    """
    _report(round_robin, _round_robin_parts, agents, **settings)


def _round_robin_parts(table: RoundRobin) -> Iterator[RenderableType]:
    games = table.encounters[0].score.count
    yield f"{table.rules} rules, {table.size}×{table.size}, {games:,} games of each pair"
    names = list(table.points)
    shown = number_table("agent", "points", *(str(number + 1) for number in range(len(names))))
    shown.columns[0].no_wrap = True
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
    for cycle in table.cycles[:_CYCLES_SHOWN]:
        scores = ", ".join(score.text(0, percent=True) for score in cycle.scores)
        sure = f"sure, p at most {cycle.doubt:.2g}" if cycle.is_sure else "not sure"
        yield f"  {escape(str(cycle))}: {scores}; {sure}"


# Win rate


@click.command(
    "win-rate",
    epilog=options.examples(
        "obversi lab win-rate r2 r2-position --rules reversed",
        "obversi lab win-rate mine.toml --solved 0 --games 10000",
        "obversi lab win-rate r2-position --rules reversed --solved 0 --r2-rule 0.001",
    ),
)
@_evaluations_argument
@_measure_options(2000, "games of each evaluation, half of them with either colour")
@click.option(
    "--solved",
    type=options.SOLVED,
    default=12,
    help="Empty squares that both sides play perfectly at the end.",
)
@click.option(
    "--r2-rule",
    type=options.FiniteRange(0, 1, min_open=True),
    metavar="CHANGE",
    help="Also show R2's result: it stops when the rate has changed by less than CHANGE.",
)
def win_rate_command(evaluations: tuple[str, ...], **settings: Any) -> None:
    """Let evaluations that search one move play a random player: R2's second model.

    Both sides play the last squares perfectly. An agent may be named instead of an evaluation.
    """
    _report(win_rates, _win_rate_parts, evaluations, **settings)


def _win_rate_parts(result: WinRates) -> Iterator[RenderableType]:
    first = result.rates[0]
    ending = f"the last {first.solved} squares perfect" if first.solved else "no perfect ending"
    yield (
        f"against a random player, {first.rules} rules, {first.size}×{first.size}, "
        f"{first.all.games:,} games each, {ending}"
    )
    shown = number_table("evaluation", "score (95 %)", "won", "as black", "as white", "margin")
    for rate in result.rates:
        colors = (tally.score for tally in (rate.as_black, rate.as_white))
        shown.add_row(
            escape(rate.name),
            rate.score.text(1, percent=True),
            f"{100 * rate.wins.value:.1f} %",
            *("" if score is None else f"{100 * score:.1f} %" for score in colors),
            f"{rate.margin.value:+.1f}",
        )
    yield shown
    for rate in result.rates:
        if (stops := rate.early_stops) is not None:
            yield f"{escape(rate.name)} by R2's rule: {_stops_text(stops)}"


def _stops_text(stops: EarlyStops) -> str:
    if stops.mean is None or stops.mean_games is None:
        return "it did not stop in this number of games"
    scatter = ""
    if stops.deviation is not None:
        scatter = f" with a standard deviation of {100 * stops.deviation:.1f}"
    return (
        f"{100 * stops.mean:.1f} %{scatter}, of {stops.mean_games:.0f} games each "
        f"({len(stops.estimates)} measured)"
    )


# Value loss


@click.command(
    "value-loss",
    epilog=options.examples(
        "obversi lab value-loss r2 r1 --rules reversed",
        "obversi lab value-loss mine.toml r4 --empties 10 --plies 2 --games 1000",
        "obversi lab value-loss r0-adjusted r0-original --figure loss.svg",
    ),
)
@_evaluations_argument
@_measure_options(300, "positions to start from")
@click.option(
    "--plies",
    type=options.WholeRange(1, MOST_PLIES),
    default=3,
    help="Plies that are searched from there.",
)
@click.option(
    "--empties",
    type=options.WholeRange(1, MOST_EMPTIES),
    help="Empty squares of the positions.  [default: 12, or 8 on 4×4]",
)
def value_loss_command(evaluations: tuple[str, ...], **settings: Any) -> None:
    """Compare estimates with true minimax values, node by node: R2's third model.

    From positions of random games every line is followed for some plies, and every node solved. The
    loss is the mean square of truth (1, 0 or -1) minus estimate.
    """
    _report(value_loss, _value_loss_parts, evaluations, **settings)


def _value_loss_parts(result: ValueLoss) -> Iterator[RenderableType]:
    yield (
        f"{result.rules} rules, {result.size}×{result.size}, {result.roots:,} positions with "
        f"{result.empties} empties, {result.plies} plies: {result.nodes:,} nodes"
    )
    shown = number_table("evaluation", "loss (95 %)", "scale", "discs lost", "right")
    for loss in result.losses:
        shown.add_row(
            escape(loss.name),
            loss.loss.text(),
            "none" if loss.scale is None else f"{loss.scale:,.3g}",
            loss.discs_lost.text(1),
            f"{100 * loss.right_moves.value:.0f} %",
        )
    yield shown
    yield (
        f"the constant 0 has a loss of {result.nothing.value:.3f}, and a random legal move loses "
        f"{result.any_move.value:.1f} discs; right: the share of moves that lose none"
    )


# Search depth


@click.command(
    "search-depth",
    epilog=options.examples(
        "obversi lab search-depth r2 r4 r3 --rules reversed",
        "obversi lab search-depth mine.toml positional --seconds 0.5 --games 20",
        "obversi lab search-depth r1 r2 --depth 7 --figure depth.png",
    ),
)
@_evaluations_argument
@_measure_options(50, "positions of the middle game")
@click.option("--seconds", type=options.SECONDS, default=0.02, help="Time for each search.")
@click.option(
    "--depth",
    type=options.WholeRange(2, _DEEPEST_COUNTED),
    default=6,
    help="Plies of the searches whose nodes are counted.",
)
def search_depth_command(evaluations: tuple[str, ...], **settings: Any) -> None:
    """Search the same positions by R2's search with each evaluation in turn: R2's fourth model.

    The report has the depth that is reached in the same time, and its two causes: how many nodes
    are pruned, and how fast the evaluation is.
    """
    _report(search_depth, _search_depth_parts, evaluations, **settings)


def _search_depth_parts(result: SearchDepth) -> Iterator[RenderableType]:
    yield (
        f"{result.rules} rules, {result.size}×{result.size}, {result.positions:,} positions of the "
        f"middle game, {result.limit:g} s a search"
    )
    shown = number_table(
        *("evaluation", "plies (95 %)", f"nodes to depth {result.depth}"),
        *("times fewer than minimax", "ns per evaluation"),
    )
    for column in shown.columns[2:]:
        column.no_wrap = False
    for one in result.depths:
        shown.add_row(
            escape(one.name),
            one.mean_reached.text(1),
            f"{sum(one.nodes) / len(one.nodes):,.0f}",
            one.pruning.text(0),
            f"{one.nanoseconds.value:.0f}",
        )
    yield shown
