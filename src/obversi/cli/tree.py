"""``obversi tree``: a textbook search step by step, as a tree in the terminal or as SVG."""

from math import sqrt
from pathlib import Path
from typing import cast

import click
from click.core import ParameterSource
from rich.text import Text
from rich.tree import Tree

from obversi.board import Board
from obversi.cli import options
from obversi.cli.positions import PositionCommand, board_argument
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal, number_table, open_terminal, print_json
from obversi.color import BLACK
from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.report import tree_svg
from obversi.textbook.tracing.trace import (
    MAX_NODES,
    SEARCHES,
    Cut,
    NodeState,
    SearchName,
    Trace,
    TraceStep,
)

_DEEPEST = 12
_USUAL_NODES = 2000
_MCTS_ONLY = ("playouts", "exploration", "seed")
_OTHERS_ONLY = ("depth", "evaluation", "nodes")


@click.command(
    "tree",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi tree f5d6c3                        alpha-beta to depth 3",
        "obversi tree --size 4 --search minimax     every line, on a small board",
        "obversi tree f5d6 --steps --out tree.svg   each step, and a picture",
        "obversi tree --search mcts --playouts 100  Monte Carlo tree search",
    ),
)
@click.option("--search", type=click.Choice([*SEARCHES]), default="alpha-beta", help="The search.")
@click.option(
    "--depth",
    type=options.WholeRange(1, _DEEPEST),
    default=3,
    help="Plies to search; not for mcts.",
)
@click.option(
    "--evaluation",
    default="r4",
    help="A name (see obversi explain), a file, or python:FILE:NAME; not for mcts.",
)
@click.option(
    "--playouts",
    type=options.WholeRange(1, MAX_NODES - 1),
    default=50,
    help="Random games of mcts.",
)
@click.option(
    "--exploration",
    type=options.FiniteRange(0, 100),
    default=sqrt(2),
    show_default="√2",
    help="The constant of UCT; larger: mcts tries moves more equally.",
)
@click.option("--seed", type=options.SEED, default=1, help="Of the random games of mcts.")
@click.option(
    "--nodes",
    type=options.WholeRange(1, MAX_NODES),
    default=_USUAL_NODES,
    help="Reject a search that opens more nodes.",
)
@board_argument
@click.option(
    "--step",
    type=options.WholeRange(0, 1_000_000),
    help="Show the tree after this step.  [default: the last one]",
)
@options.flag_option("--steps", "Print each step before the tree.")
@options.file_option("--out", "--svg", "out", help="Draw the tree into this file, as SVG.")
@options.json_option
def tree_command(
    board: Board,
    search: SearchName,
    depth: int,
    evaluation: str,
    playouts: int,
    exploration: float,
    seed: int,
    nodes: int,
    step: int | None,
    steps: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Show what a textbook search does in a position, step by step.

    POSITION is a board text, the moves of a game (f5d6c3), a file, or - for stdin; without it, the
    start. Each line of the tree is a node: who is to move there, the move that led to it, its value
    for the player to move at the root, and the window. ✂ marks a cut-off: the moves that were left
    out, the reason, and the nodes that plain minimax searches there.
    """
    _check_options(search)
    with progress("searching and drawing", 2) as done:
        trace = (
            trace_mcts(board, playouts, seed, exploration)
            if search == "mcts"
            else trace_search(board, search, evaluation, depth, most_nodes=nodes)
        )
        done()
        shown = len(trace.steps) - 1 if step is None else trace.checked_step(step)
        if out is not None:
            out.write_text(tree_svg(trace, shown) + "\n", encoding="utf-8")
        done()
    if as_json:
        print_json(trace.to_object(), ensure_ascii=False)
        return
    _print_trace(trace, shown, open_terminal(), with_steps=steps)


def _check_options(search: SearchName) -> None:
    """Reject an option that the search does not have."""
    source = click.get_current_context().get_parameter_source
    for name in _OTHERS_ONLY if search == "mcts" else _MCTS_ONLY:
        if source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name} is not for --search {search}")


def _print_trace(trace: Trace, shown: int, terminal: Terminal, *, with_steps: bool) -> None:
    if with_steps:
        for number, step in enumerate(trace.steps[: shown + 1]):
            terminal.say(f"{number:4}  {_path(trace, step)}{step.text}")
        terminal.say()
    terminal.say(Text(f"{trace.title} ({trace.board.rules})", "bold"))
    terminal.console.print(_tree(trace, shown, unicode=terminal.unicode), soft_wrap=True)
    terminal.say()
    last = trace.steps[shown]
    terminal.say(last.text if shown == len(trace.steps) - 1 else f"Step {shown}: {last.text}")
    terminal.console.print(_counts(trace, last))


def _path(trace: Trace, step: TraceStep) -> str:
    """Return the moves from the root to the node of a step."""
    moves: list[str] = []
    index: int | None = step.node
    while index is not None:
        node = trace.nodes[index]
        if node.move is not None:
            moves.append(node.move)
        index = node.parent
    return f"{' '.join(reversed(moves))}: " if moves else ""


def _tree(trace: Trace, shown: int, *, unicode: bool) -> Tree:
    """Return the nodes that are known after a step, as a tree."""
    states = trace.states_at(shown)
    cuts: dict[int, Cut] = {
        step.cut.node: step.cut for step in trace.steps[: shown + 1] if step.cut is not None
    }
    best = _best_line(states)
    here = trace.steps[shown].node if shown < len(trace.steps) - 1 else None
    trees: dict[int, Tree] = {}
    for index, node in enumerate(trace.nodes):
        if index not in states:
            continue
        black, white = ("●", "○") if unicode else ("X", "O")
        label = Text(f"{black if node.board.turn == BLACK else white} ")
        label.append(node.name, "bold green" if index in best else "bold")
        state = states[index]
        label.append(f"  {state.value}" if state.value else "")
        label.append(f"  [{state.window}]" if state.window else "", "dim")
        label.append("  ← here" if index == here else "", "bold blue")
        trees[index] = (
            Tree(label) if node.parent is None else trees[node.parent].add(label, highlight=False)
        )
    for index, cut in cuts.items():
        trees[index].add(Text(str(cut), "red"))
    return trees[0]


def _best_line(states: dict[int, NodeState]) -> set[int]:
    """Return the nodes on the line that is best so far."""
    line: set[int] = set()
    index: int | None = 0
    while index is not None:
        line.add(index)
        index = states[index].best
    return line


def _counts(trace: Trace, step: TraceStep) -> object:
    """Return the counts so far beside those of plain minimax."""
    if trace.search == "mcts":
        table = number_table("", "nodes", "playouts", "evaluations")
        table.add_row("mcts", f"{step.nodes:,}", f"{step.evaluations:,}", "0")
        plain = trace.minimax
        row = (f"minimax, depth {plain.depth}", f"{plain.nodes:,}", "0", f"{plain.evaluations:,}")
        table.add_row(*row)
        return table
    table = number_table("", "nodes", "evaluations")
    table.add_row(trace.search, f"{step.nodes:,}", f"{step.evaluations:,}")
    if step is not trace.steps[-1]:
        table.add_row("minimax at this point", f"{cast(int, step.minimax_nodes):,}", "")
    table.add_row("minimax", f"{trace.minimax.nodes:,}", f"{trace.minimax.evaluations:,}")
    return table
