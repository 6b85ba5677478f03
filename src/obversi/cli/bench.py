"""``obversi bench``: the speed of the core, and the nodes of fixed searches."""

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random

import click
from rich.table import Table

from obversi import __version__, _core, batch
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.cli.options import examples, flag_option, json_option
from obversi.cli.positions import speed_text
from obversi.cli.progress import progress
from obversi.cli.terminal import number_table, open_terminal, print_json
from obversi.core_variant import VARIANT
from obversi.engine import Engine
from obversi.formats import transcript
from obversi.limit import Limit
from obversi.machine import core_count, processor_name
from obversi.perft import perft
from obversi.records import JsonObject, fields_object
from obversi.rules import Rules

_HASH_MB = 16

# A game of each kind, played by the engine from a random opening.
_GAMES: dict[tuple[int, Rules], str] = {
    (8, "normal"): (
        "e6d6c4d3c7b4d2f4e3f2e2f1c2c1f3c3c5f5b3a4g3g5f6h4h6g4h2b5g2c6"
        "d1e1h3h5b6e7e8f7a5f8g8c8d7d8b8h1g7a6g6h8h7a7b2a8b7a1b1a2a3g1"
    ),
    (8, "reversed"): (
        "e6f6d3e7f5f4g4f3g3e3d2e2g5g6f1h6g2f2g1h4f7d6h7g8h5h3h2g7f8c5"
        "e8c4c3d7c8d8b4a3b6b5c7c6b7b3a6a4a5c2b1c1d1e1h8h1a2b8a8a1b2a7"
    ),
    (6, "normal"): "b3b4e5b2a1d2a4e3c2d5f3f4d1f2e6a3a2c5e4c6d6f6f5a5f1b6a6e1e2b1c1b5",
    (6, "reversed"): "b3b4e5b2c5d5a4b5b6d6a3a2c2a5b1f5c6c1f6f4d1e2e4e6f1f3f2d2a1a6e3e1",
}

# The plies after which positions are searched or solved. The last search of each size reaches the
# end of the game too, step by step as in play.
_SEARCHED_AFTER = {8: (6, 16, 26, 36, 44), 6: (4, 8, 16)}
_DEPTH = 16
_SOLVED_AFTER = {8: (40, 42), 6: (12, 14)}
_PERFT_DEPTH = 10
_GAMES_AT_ONCE = 20_000
_SECONDS_A_TASK, _SECONDS_A_QUICK_TASK = 1.5, 0.15


@click.command(
    "bench",
    epilog=examples(
        "obversi bench                     all measurements, in about ten seconds",
        "obversi bench --json > here.json  to compare with another machine",
        "obversi bench --signature         the nodes of each search",
    ),
)
@flag_option("--quick", "Measure for one second in all, and do not search.")
@flag_option("--signature", "Only search, and print the nodes as JSON.")
@json_option
def bench_command(quick: bool, signature: bool, as_json: bool) -> None:
    """Measure how fast the rules and the search run on this machine.

    First the kernels, the smallest pieces of the core, in nanoseconds per call; then counting lines
    of play, and whole random games from the start, played inside the core and from Python; then
    searches to fixed depths on one thread. The nodes of all searches together are the signature of
    the search: another number means another search, or other weights.
    """
    if signature:
        if quick:
            raise click.UsageError("--quick does not search: leave it out for --signature")
        print_json(_signature(_searched()), indent=2)
        return
    with progress("measuring kernels"):
        kernels = _core.kernel_speeds()
    seconds = _SECONDS_A_QUICK_TASK if quick else _SECONDS_A_TASK
    work = tasks()
    speeds = []
    with progress("measuring", len(work)) as step:
        for task in work:
            speeds.append(measure(task, seconds))
            step()
    searched = {} if quick else _searched()
    if as_json:
        print_json(_report(kernels, speeds, searched))
        return
    terminal = open_terminal()
    build = f"obversi {__version__}, core {VARIANT}"
    terminal.say(f"{build}, Python {platform.python_version()}, {processor_name()}")
    terminal.console.print(_kernel_table(kernels), _speed_table(speeds))
    if searched:
        nodes, seconds = _nodes_and_seconds(searched)
        speed = speed_text(nodes, seconds)
        terminal.say(f"search: {speed} million nodes per second on one thread; signature {nodes}")


@dataclass(frozen=True, slots=True)
class FixedSearch:
    """A position and how deep to look; without a depth it is solved."""

    board: Board
    depth: int | None

    def __str__(self) -> str:
        size, empties = self.board.size, len(self.board.empty)
        aim = "solved" if self.depth is None else f"depth {self.depth}"
        return f"{size}x{size} {self.board.rules}, {empties} empty, {aim}"

    def run(self) -> Analysis:
        """Search on one thread, without results of earlier searches."""
        with Engine(threads=1, hash_mb=_HASH_MB) as engine:
            if self.depth is None:
                return engine.solve(self.board)
            return engine.analyse(self.board, Limit(depth=self.depth))


def fixed_searches() -> list[FixedSearch]:
    """Return the searches, of both games on two sizes."""
    searches = []
    for (size, rules), moves in _GAMES.items():
        boards = list(transcript.parse(moves, size=size, rules=rules).boards())
        searches += [FixedSearch(boards[ply], _DEPTH) for ply in _SEARCHED_AFTER[size]]
        searches += [FixedSearch(boards[ply], None) for ply in _SOLVED_AFTER[size]]
    return searches


@dataclass(frozen=True, slots=True)
class Task:
    """Work to be measured: `run` does a portion of it and returns how much that was."""

    work: str
    unit: str
    threads: int
    run: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Speed:
    """How much of a task was done in how many seconds."""

    task: Task
    amount: int
    seconds: float

    @property
    def per_second(self) -> float:
        """The amount of work in one second."""
        return self.amount / self.seconds


def tasks() -> list[Task]:
    """Return the work by which the core is measured."""
    cores, start, random = core_count(), Board(), Random(0)
    return [
        Task(f"perft {_PERFT_DEPTH}", "lines", 1, lambda: perft(start, _PERFT_DEPTH)),
        _playouts(1),
        *([_playouts(cores)] if cores > 1 else []),
        Task("random games move by move", "moves", 1, lambda: _play_randomly(random)),
    ]


def measure(task: Task, seconds: float) -> Speed:
    """Do portions of a task, at least one, until the time is over."""
    begin = time.perf_counter()
    amount, elapsed = 0, 0.0
    while elapsed < seconds:
        amount += task.run()
        elapsed = time.perf_counter() - begin
    return Speed(task, amount, elapsed)


def _playouts(threads: int) -> Task:
    positions, seeds = batch.starts(_GAMES_AT_ONCE), count()

    def run() -> int:
        batch.random_playouts(positions, seed=next(seeds), threads=threads)
        return len(positions)

    return Task("random games in one call", "games", threads, run)


def _play_randomly(random: Random) -> int:
    board = Board()
    while moves := board.legal_moves:
        board.push(random.choice(moves))
    return board.ply


def _searched() -> dict[str, Analysis]:
    analyses, searches = {}, fixed_searches()
    with progress("searching", len(searches)) as step:
        for search in searches:
            analyses[str(search)] = search.run()
            step()
    return analyses


def _nodes_and_seconds(searched: dict[str, Analysis]) -> tuple[int, float]:
    analyses = searched.values()
    return sum(each.nodes for each in analyses), sum(each.seconds for each in analyses)


def _signature(searched: dict[str, Analysis]) -> JsonObject:
    nodes, _ = _nodes_and_seconds(searched)
    by_search = {name: analysis.nodes for name, analysis in searched.items()}
    return {"signature": nodes, "nodes": by_search}


def _report(
    kernels: list[_core.KernelSpeed], speeds: list[Speed], searched: dict[str, Analysis]
) -> JsonObject:
    nodes, seconds = _nodes_and_seconds(searched)
    return {
        "version": __version__,
        "core": VARIANT,
        "python": platform.python_version(),
        "processor": processor_name(),
        "kernels": [
            fields_object(kernel, "work", "kernel", "chosen", "nanoseconds") for kernel in kernels
        ],
        "speeds": [
            fields_object(speed.task, "work", "unit", "threads")
            | fields_object(speed, "amount", "seconds", "per_second")
            for speed in speeds
        ],
        "search": {**_signature(searched), "seconds": seconds, "per_second": nodes / seconds}
        if searched
        else None,
    }


def _kernel_table(kernels: list[_core.KernelSpeed]) -> Table:
    table = number_table("kernel", "computes", "in use", "ns per call", text=3)
    for kernel in sorted(kernels, key=lambda kernel: kernel.work):
        in_use, style = ("yes", "bold") if kernel.chosen else ("", "")
        row = (kernel.kernel, kernel.work, in_use, f"{kernel.nanoseconds:.1f}")
        table.add_row(*row, style=style)
    return table


def _speed_table(speeds: list[Speed]) -> Table:
    table = number_table("work", "of", "threads", "per second", text=2)
    for speed in speeds:
        task = speed.task
        table.add_row(task.work, task.unit, str(task.threads), f"{speed.per_second:,.0f}")
    return table
