"""``obversi lab list``, ``run``, ``all`` and ``page``: the experiments of the laboratory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from obversi.cli import options
from obversi.cli.progress import Bar, bar_progress, progress
from obversi.cli.terminal import open_terminal, print_json
from obversi.errors import ObversiError
from obversi.lab.experiment import Experiment, OnProgress, Result, quick_games
from obversi.lab.experiments import EXPERIMENTS, experiment
from obversi.lab.finding import Finding
from obversi.lab.folder import LabFolder
from obversi.lab.page import FolderPage, count_text, extent_text, write_folder_page
from obversi.lab.steps import Settings
from obversi.records import JsonObject, fields_object

_COLOURS = {"agrees": "green", "differs": "red", "open": "yellow", "new": "cyan"}

_results_option = options.folder_option(
    "--out",
    "folder",
    default="lab-results",
    envvar="OBVERSI_LAB",
    callback=options.reading(LabFolder),
    help="The folder that stores the results, also set by $OBVERSI_LAB.",
)

_experiment_options = options.all_of(
    click.option(
        "--rules",
        type=click.Choice(["normal", "reversed", "both"]),
        help="normal: most discs win; reversed: fewest.  [default: those of the experiment]",
    ),
    options.size_option,
    click.option(
        "--games",
        type=options.GAMES,
        help="Games or positions of a measurement.  [default: as many as the experiment has]",
    ),
    options.seed_option(),
    options.threads_option,
    _results_option,
    options.flag_option("--new", "Measure everything again, and put aside the old results."),
    options.json_option,
)


@click.command(
    "list", epilog=options.examples("obversi lab list", "obversi lab list --out small --json")
)
@_results_option
@options.json_option
def list_command(folder: LabFolder, as_json: bool) -> None:
    """List the experiments: the question, the report it comes from, and whether it was run."""
    if as_json:
        for one in EXPERIMENTS.values():
            print_json(_object(one, folder))
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("name", no_wrap=True)
    table.add_column("question", ratio=1)
    table.add_column("made", no_wrap=True)
    for one in EXPERIMENTS.values():
        size = f"{one.games:,} {one.unit}, about {one.seconds} s on two cores"
        table.add_row(
            f"[bold]{one.name}[/]",
            f"{escape(one.question)}\n[dim]{escape(f'{one.report}; {size}')}[/]",
            escape(_state(one, folder)),
        )
    open_terminal().console.print(table)


def _object(one: Experiment, folder: LabFolder) -> JsonObject:
    return {
        **fields_object(one, "name", "title", "question", "report", "games", "unit"),
        "rules": list(one.rules),
        "sizes": list(one.sizes),
        "seconds": one.seconds,
        "made": _state(one, folder),
    }


def _state(one: Experiment, folder: LabFolder) -> str:
    try:
        result = folder.result(one)
    except ObversiError:
        return "not readable"
    if result is not None:
        return f"in {result.seconds:.0f} s"
    return "begun" if (folder.path / f"{one.name}.steps.jsonl").exists() else ""


@click.command(
    "run",
    epilog=options.examples(
        "obversi lab run breadth",
        "obversi lab run gamma plies --rules reversed --games 4000",
        "obversi lab run winners --size 6 --out small --json",
    ),
)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@_experiment_options
def run_command(
    names: tuple[str, ...], folder: LabFolder, new: bool, as_json: bool, **settings: Any
) -> None:
    """Run the experiments with these names; `obversi lab list` lists them.

    Each writes its numbers as JSON, its figure as PNG and SVG, and a section of index.html to the
    folder of the results. Every finished step is stored: after Ctrl-C or a crash the same command
    resumes.
    """
    planned = [
        _Planned(one, one.settings(**settings)) for one in map(experiment, dict.fromkeys(names))
    ]
    _run(planned, folder, new=new, as_json=as_json)


@click.command(
    "all",
    epilog=options.examples(
        "obversi lab all",
        "obversi lab all --quick --out quick",
        "obversi lab all --size 6 --rules reversed --out small",
    ),
)
@_experiment_options
@options.flag_option("--quick", "Play a tenth of the games, in a tenth of the time.")
def all_command(
    size: int,
    games: int | None,
    folder: LabFolder,
    new: bool,
    quick: bool,
    as_json: bool,
    **settings: Any,
) -> None:
    """Run all experiments, and write one page about them: index.html in the folder.

    It takes about twenty minutes on two cores. Every finished step is stored: after Ctrl-C or a
    crash the same command resumes.
    """
    planned = []
    for one in EXPERIMENTS.values():
        if size not in one.sizes:
            click.echo(f"{one.name} is left out: it is not for {size}×{size}", err=True)
            continue
        count = games
        if quick:
            count = quick_games(one.games if games is None else games)
        planned.append(_Planned(one, one.settings(size=size, games=count, **settings)))
    _run(planned, folder, new=new, as_json=as_json)


@click.command("page", epilog=options.examples("obversi lab page", "obversi lab page --out small"))
@_results_option
def page_command(folder: LabFolder) -> None:
    """Write index.html about all finished results of a folder, and draw their figures again."""
    with progress("drawing"):
        page = write_folder_page(folder, list(EXPERIMENTS.values()))
    _report_page(page)


@dataclass(frozen=True)
class _Planned:
    """An experiment and its settings."""

    experiment: Experiment
    settings: Settings

    @property
    def weight(self) -> float:
        """About how many seconds it takes with the usual number of games."""
        return self.experiment.seconds * len(self.settings.rules) / len(self.experiment.rules)


def _run(planned: Sequence[_Planned], folder: LabFolder, *, new: bool, as_json: bool) -> None:
    """Run experiments, print the result of each, and write the page of the folder."""
    if not new:
        for one in planned:
            folder.check(one.experiment, one.settings)
    results: list[Result] = []
    try:
        with bar_progress(sum(one.weight for one in planned)) as bar:
            before = 0.0
            for one in planned:
                show = _shown_by(bar, one, before)
                result = folder.run(one.experiment, one.settings, new=new, on_progress=show)
                results.append(result)
                before += one.weight
                with bar.paused():
                    _print(result, as_json)
    except KeyboardInterrupt:
        click.echo(
            f"finished steps are stored in {folder.path}: the same command resumes"
            + (", but without --new" if new else ""),
            err=True,
        )
        if results:
            write_folder_page(folder, list(EXPERIMENTS.values()), redraw=False)
        raise
    page = write_folder_page(folder, list(EXPERIMENTS.values()), redraw=False)
    if not as_json:
        click.echo(count_text(finding for result in results for finding in result.findings))
    _report_page(page, quiet=as_json)


def _shown_by(bar: Bar, one: _Planned, before: float) -> OnProgress:
    """Return what shows the progress of an experiment, after the work `before` it."""
    name = one.experiment.name
    bar.show(name, before)

    def show(key: str, share: float) -> None:
        # After the last measurement the figures are drawn.
        bar.show(f"{name}: {key if share < 1.0 else 'drawing'}", before + share * one.weight)

    return show


def _report_page(page: FolderPage, *, quiet: bool = False) -> None:
    """Print where a page is, unless `quiet`, and what is left out of it."""
    for reason in page.left_out:
        click.echo(f"left out of the page: {reason}", err=True)
    if not quiet:
        results = len(page.results)
        click.echo(f"{page.path}: a page about {results} result{'' if results == 1 else 's'}")


# The result of an experiment


def _print(result: Result, as_json: bool) -> None:
    if as_json:
        print_json(result.to_object())
        return
    console = open_terminal().console
    for part in _result_parts(result):
        console.print(part)


def _result_parts(result: Result) -> Iterator[RenderableType]:
    one = result.experiment
    yield f"[bold]{escape(one.title)}[/]  ({escape(one.report)})"
    yield f"[dim]{escape(extent_text(result))}: {result.seconds:.1f} s[/]"
    yield escape(result.summary)
    yield Padding(_finding_table(result.findings), (1, 0)) if result.findings else ""


def _finding_table(findings: Sequence[Finding]) -> Table:
    """Show each finding with both numbers, and below them the conclusion."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for finding in findings:
        colour, reported = _COLOURS[finding.verdict], finding.reported
        numbers = f"the report {reported}; ours {finding.ours}" if reported else finding.ours
        table.add_row(
            f"[{colour}]{finding.verdict}[/]",
            f"[bold]{escape(finding.what)}[/]: {escape(numbers)}\n{escape(finding.sentence)}",
        )
    return table
