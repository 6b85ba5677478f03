"""``obversi bench``: how fast the core is here, and what the search looks at."""

import json
import platform

import click
from rich import box
from rich.table import Table

from obversi import __version__, _core
from obversi.analysis import Analysis
from obversi.cli.analysis_report import speed_text
from obversi.cli.fixed_searches import fixed_searches
from obversi.cli.measure import Speed, measure, tasks
from obversi.cli.options import examples, json_option
from obversi.cli.progress import progress
from obversi.cli.terminal import open_terminal
from obversi.machine import processor_name

__all__ = ["bench_command"]

_SECONDS_A_TASK, _SECONDS_A_QUICK_TASK = 1.5, 0.15


@click.command(
    "bench",
    epilog=examples(
        "obversi bench                     all measurements, in some ten seconds",
        "obversi bench --json > here.json  to compare with another machine",
        "obversi bench --signature         what each search looks at, in nodes",
    ),
)
@click.option("--quick", is_flag=True, help="Measure for one second in all, and do not search.")
@click.option("--signature", is_flag=True, help="Only search, and print the nodes as JSON.")
@json_option
def bench_command(quick: bool, signature: bool, as_json: bool) -> None:
    """Measure how fast the rules and the search run on this machine.

    First the kernels, the smallest pieces of the core, in nanoseconds a call; then counting lines
    of play, and whole random games from the start, played inside the core and from Python; then
    searches to fixed depths on one thread. The nodes of all searches together are the signature of
    the search: another number means another search, or other weights.
    """
    if signature:
        if quick:
            raise click.UsageError("--quick does not search: leave it out for --signature")
        click.echo(json.dumps(_signature(_searched()), indent=2))
        return
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
        click.echo(json.dumps(_report(kernels, speeds, searched)))
        return
    terminal = open_terminal()
    terminal.say(f"obversi {__version__}, Python {platform.python_version()}, {processor_name()}")
    terminal.console.print(_kernel_table(kernels), _speed_table(speeds))
    if searched:
        nodes, seconds = _nodes_and_seconds(searched)
        speed = speed_text(nodes, seconds)
        terminal.say(f"search: {speed} million nodes a second on one thread; signature {nodes}")


def _searched() -> dict[str, Analysis]:
    """Do all fixed searches, and return what each found under its name."""
    found, searches = {}, fixed_searches()
    with progress("searching", len(searches)) as step:
        for search in searches:
            found[str(search)] = search.run()
            step()
    return found


def _nodes_and_seconds(searched: dict[str, Analysis]) -> tuple[int, float]:
    analyses = searched.values()
    return sum(found.nodes for found in analyses), sum(found.seconds for found in analyses)


def _signature(searched: dict[str, Analysis]) -> dict[str, object]:
    nodes, _ = _nodes_and_seconds(searched)
    by_search = {name: analysis.nodes for name, analysis in searched.items()}
    return {"signature": nodes, "nodes": by_search}


def _report(
    kernels: list[_core.KernelSpeed], speeds: list[Speed], searched: dict[str, Analysis]
) -> dict[str, object]:
    nodes, seconds = _nodes_and_seconds(searched)
    return {
        "version": __version__,
        "python": platform.python_version(),
        "processor": processor_name(),
        "kernels": [
            {
                "work": kernel.work,
                "kernel": kernel.kernel,
                "chosen": kernel.chosen,
                "nanoseconds": kernel.nanoseconds,
            }
            for kernel in kernels
        ],
        "speeds": [
            {
                "work": speed.task.work,
                "unit": speed.task.unit,
                "threads": speed.task.threads,
                "amount": speed.amount,
                "seconds": speed.seconds,
                "per_second": speed.per_second,
            }
            for speed in speeds
        ],
        "search": {**_signature(searched), "seconds": seconds, "per_second": nodes / seconds}
        if searched
        else None,
    }


def _kernel_table(kernels: list[_core.KernelSpeed]) -> Table:
    table = Table("kernel", "computes", box=box.SIMPLE_HEAD)
    table.add_column("ns a call", justify="right")
    table.add_column("in use")
    for kernel in sorted(kernels, key=lambda kernel: kernel.work):
        in_use = "yes" if kernel.chosen else ""
        style = "bold" if kernel.chosen else ""
        row = (kernel.kernel, kernel.work, f"{kernel.nanoseconds:.1f}", in_use)
        table.add_row(*row, style=style)
    return table


def _speed_table(speeds: list[Speed]) -> Table:
    table = Table("work", box=box.SIMPLE_HEAD)
    table.add_column("threads", justify="right")
    table.add_column("a second", justify="right")
    table.add_column("of")
    for speed in speeds:
        task = speed.task
        table.add_row(task.work, str(task.threads), f"{speed.per_second:,.0f}", task.unit)
    return table
