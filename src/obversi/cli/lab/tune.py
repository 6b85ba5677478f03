"""``obversi lab tune`` and ``study``: better weights for an evaluation."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.cli import options
from obversi.cli.options import SectionedCommand, section
from obversi.cli.progress import (
    LineTimer,
    LiveProgress,
    bar_with_text,
    progress,
)
from obversi.cli.terminal import open_terminal, print_json
from obversi.errors import InputError
from obversi.lab.tuning import tune
from obversi.lab.tuning.objectives import OBJECTIVES, Objective, objective
from obversi.lab.tuning.optimisers import METHODS
from obversi.lab.tuning.page import best_agent, read_study, write_page
from obversi.lab.tuning.search import GenerationSummary, TuningProgress, generations_text
from obversi.lab.tuning.study import PAGE, StudyFolder, TuningStudy

# The last generations, which fit on any terminal.
_GENERATIONS_SHOWN = 12
_SECONDS_BETWEEN_LINES = 5.0


_search_options = section(
    "What is searched",
    click.option(
        "--method", type=click.Choice(list(METHODS)), default="cma", help="The search method."
    ),
    click.option(
        "--objective",
        "goal",
        type=click.Choice(list(OBJECTIVES)),
        default="win-rate",
        help="What to optimise.",
    ),
    click.option(
        "--require",
        multiple=True,
        metavar="GOAL=NUMBER",
        help="The least value of a candidate by another objective, such as neighbours=0.",
    ),
)

_end_options = section(
    "When it ends",
    click.option(
        "--target",
        type=options.FiniteRange(-1e6, 1e6),
        help="Stop when the objective has surely reached this value.",
    ),
    click.option(
        "--seconds",
        type=options.SECONDS,
        help="Time for the search, without the final.  [default: 60]",
    ),
    click.option("--generations", type=options.MILLION, help="Maximum number of generations."),
    click.option(
        "--patience",
        type=options.MILLION,
        help="Stop after this number of generations without progress.",
    ),
)

_candidate_options = section(
    "Candidates and their games",
    click.option(
        "--rules",
        type=click.Choice(["normal", "reversed"]),
        help="normal: most discs win; reversed: fewest.  [default: those of the evaluation]",
    ),
    options.size_option,
    click.option("--games", type=options.GAMES, help="Games or positions of a candidate."),
    click.option(
        "--population", type=options.WholeRange(4, 10_000), help="Candidates of a generation."
    ),
    click.option(
        "--spread",
        type=options.FiniteRange(0, 1, min_open=True),
        help="Spread of the first candidates, as a share of the ranges.",
    ),
    click.option(
        "--depth", type=options.WholeRange(1, 10), help="Plies to search in games.  [default: 1]"
    ),
    click.option(
        "--solved",
        type=options.SOLVED,
        help="Empty squares that both sides play perfectly, also in the final matches.  "
        "[default: 12 for r2, else 0]",
    ),
    options.flag_option("--from-nothing", "Start in the middle of all ranges."),
    options.seed_option(),
)


@click.command(
    "tune",
    cls=SectionedCommand,
    epilog=options.examples(
        "obversi lab tune r2-position --target 0.853 --out ten",
        "obversi lab tune r2 --seconds 240 --out sixteen",
        "obversi lab tune r2 --objective neighbours --require win-rate=0.85 --out n",
        "obversi lab tune python:mine.py:mine --seconds 600 --out mine",
    ),
)
@click.argument("source", metavar="EVALUATION")
@options.folder_option("--out", required=True, help="The folder that stores the study.")
@_search_options
@_end_options
@_candidate_options
@options.threads_option
@options.cluster_option
@options.flag_option("--new", "Start again, and put aside the existing study.")
@options.json_option
def tune_command(
    source: str, out: Path, goal: str, target: float | None, as_json: bool, **settings: Any
) -> None:
    """Search for weights with which EVALUATION is better, and measure how much better.

    EVALUATION is a name, a file of weights, or python:MODULE:NAME for a function that makes an
    evaluation of numbers. Each measurement is stored: after Ctrl-C or a crash the same command
    resumes, also with another limit. At the end the best candidates are measured in fresh games,
    because the best of a search was lucky too, and the winner plays a match against the start. Its
    weights are in best.toml, for any agent: file:STUDY/best.toml.
    """
    if ":" in str(out.resolve()):
        raise InputError(f"{out} has a colon in its path, so that agents cannot name its files")
    try:
        with _StudyProgress(objective(goal), target).shown() as watch:
            study = tune(
                source, objective=goal, target=target, folder=out, progress=watch, **settings
            )
    except KeyboardInterrupt:
        click.echo(f"the measurements are in {out}: the same command resumes the study", err=True)
        raise
    _report(study, StudyFolder(out), as_json)


@click.command(
    "study", epilog=options.examples("obversi lab study ten", "obversi lab study ten --json")
)
@click.argument("folder", metavar="STUDY", type=options.FOLDER)
@options.json_option
def study_command(folder: Path, as_json: bool) -> None:
    """Show the result of a finished study, and write its page and its figures again."""
    study_folder = StudyFolder(folder)
    study = read_study(study_folder)
    with progress("drawing"):
        write_page(study, study_folder)
    _report(study, study_folder, as_json)


def _report(study: TuningStudy, folder: StudyFolder, as_json: bool) -> None:
    agent = best_agent(folder)
    if as_json:
        print_json({**study.to_object(), "agent": agent})
        return
    console = open_terminal().console
    for part in _parts(study, folder, agent):
        if isinstance(part, str):
            console.print(escape(part), soft_wrap=True)
        else:
            console.print(part)


def _parts(study: TuningStudy, folder: StudyFolder, agent: str | None) -> Iterator[RenderableType]:
    yield _final_table(study)
    yield study.summary
    history = study.measured
    unit = objective(study.settings.objective).unit
    required = f" and {history.required_games:,} for what is required"
    yield (
        f"{generations_text(study.outcome.generations)}, {history.games:,} {unit}"
        f"{required if history.required_games else ''}, "
        f"{history.seconds:.1f} s of search: {study.outcome.reason}"
    )
    yield f"{folder.path / PAGE}: the page"
    if agent is None:
        return
    flags = f"--size {study.settings.size} --rules {study.settings.rules}"
    yield f"to play against it:  obversi play human {agent} {flags}"
    yield f"to match it:         obversi match {agent} greedy {flags}"


def _final_table(study: TuningStudy) -> Table:
    goal = objective(study.settings.objective)
    table = Table(title=f"{goal.title}, 95 % intervals", title_justify="left")
    table.add_column("who")
    table.add_column("seemed", justify="right")
    table.add_column("in fresh games", justify="right")
    for requirement in study.settings.requirements:
        table.add_column(requirement.objective, justify="right")
    for finalist in study.outcome.finalists:
        seemed = "" if finalist.seemed is None else f"{finalist.seemed.value:.3f}"
        required = (each.text(3) for each in finalist.required)
        table.add_row(finalist.label, seemed, finalist.fresh.text(3), *required)
    return table


# Progress


class _StudyProgress(LiveProgress, TuningProgress):
    """Shows the last generations, and how much of the next one is done."""

    def __init__(self, goal: Objective, target: float | None) -> None:
        super().__init__()
        self._title = goal.title if target is None else f"{goal.title}, target {target:g}"
        self._unit = goal.unit
        self._summaries: deque[GenerationSummary] = deque(maxlen=_GENERATIONS_SHOWN)
        self._timer = LineTimer(_SECONDS_BETWEEN_LINES)
        self._what, self._done, self._total = "preparing", 0, 0

    def first_text(self) -> str:
        """Return what is being done, and how much of it is done."""
        return f"{self._what}: {self._done:,} of {self._total:,}" if self._total else self._what

    def begin(self, what: str, total: int) -> None:
        self._what, self._total = what, total
        self.reach(0)

    def reach(self, done: int) -> None:
        self._done = done
        if self._is_due():
            click.echo(self.first_text(), err=True)

    def generation(self, summary: GenerationSummary) -> None:
        self._summaries.append(summary)
        if self._is_due():
            checked = "" if summary.check is None else f", in fresh games {summary.check.text(4)}"
            click.echo(
                f"generation {summary.number}: best {_best(summary)}, mean {summary.mean:.4f}"
                f"{checked}; {summary.games:,} {self._unit}, {summary.seconds:,.0f} s",
                err=True,
            )

    def render(self, console: Console) -> RenderableType:  # noqa: ARG002
        table = Table(title=self._title, title_justify="left")
        heads = ("generation", "best", "mean", "in fresh games", "spread", self._unit, "seconds")
        for head in heads:
            table.add_column(head, justify="right")
        for summary in list(self._summaries):
            table.add_row(
                str(summary.number),
                _best(summary),
                f"{summary.mean:.4f}",
                "" if summary.check is None else summary.check.text(4),
                f"{summary.spread:.3f}",
                f"{summary.games:,}",
                f"{summary.seconds:,.1f}",
            )
        return Group(table, bar_with_text(self._done, self._total, self._what))

    def _is_due(self) -> bool:
        return not self.is_drawn and self._timer.is_due()


def _best(summary: GenerationSummary) -> str:
    return f"{summary.best:.4f}" if summary.allowed else f"({summary.best:.4f})"
