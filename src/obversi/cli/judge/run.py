"""``obversi judge run``: a contest of a whole class."""

from contextlib import ExitStack, closing
from pathlib import Path

import click
from rich.console import Console, Group, RenderableType
from rich.text import Text

from obversi.agents.course.preset import CoursePreset
from obversi.arguments import suggestion
from obversi.cli.agent_checks import warn_of_open_files
from obversi.cli.judge.grades import PageWriter, grade_object, grades_parts, grades_table
from obversi.cli.judge.setup import preset_option, sandbox_option
from obversi.cli.options import (
    cluster_option,
    concurrency_option,
    examples,
    flag_option,
    folder_option,
    json_option,
    reading,
)
from obversi.cli.progress import (
    LineTimer,
    LiveProgress,
    Pace,
    Throttle,
    bar_with_text,
    progress,
)
from obversi.cli.terminal import open_terminal, print_json
from obversi.errors import InputError, ObversiError
from obversi.formats.lines import visible
from obversi.judge.contest import Contest
from obversi.judge.contest_cluster import ContestCluster
from obversi.judge.grades import StudentGrade
from obversi.judge.roster import Roster, read_roster
from obversi.judge.stages import RACE, STAGES, USABILITY, StageProgress

_SHORT_NAMES = {"race": RACE}

# Lines of a terminal that are not for students.
_OTHER_LINES = 9


@click.command(
    "run",
    epilog=examples(
        "obversi judge run agents/",
        "obversi judge run agents/ --preset mine.toml --sandbox strict",
        "obversi judge run agents/ --stages usability    a first test of all files",
        "obversi judge run agents/ --update              after a late submission",
    ),
)
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@folder_option(
    "--out", "results", help="The folder of the results.  [default: FOLDER-results, next to it]"
)
@preset_option
@click.option(
    "--stages",
    metavar="STAGE,...",
    callback=lambda _context, _option, text: _stages(text),
    help=f"Only these of: {', '.join(STAGES)}.  [default: all]",
)
@concurrency_option
@cluster_option
@sandbox_option
@click.option(
    "--roster",
    metavar="FILE.csv",
    callback=reading(read_roster),
    help="All students: a column id, and if wanted name, alias, penalty and your own.",
)
@flag_option("--update", "Judge what was added or changed since; all other games stay.")
@flag_option("--new", "Start again; existing results are put aside.")
@json_option
def run_command(
    folder: Path,
    results: Path | None,
    preset: CoursePreset,
    stages: tuple[str, ...],
    concurrency: int | None,
    cluster: str | None,
    sandbox: tuple[str, ...] | None,
    roster: Roster | None,
    update: bool,
    new: bool,
    as_json: bool,
) -> None:
    """Judge the agents of a whole class by the rules of its course.

    FOLDER has a Python file, a zip or a folder for each student. All are tested on boards first;
    then they play a points race and a round robin. Grades, pages and games are written to the
    folder of the results. All results are stored at once: after Ctrl-C or a crash the same command
    resumes. With --update it judges submissions that came later, and plays only their games.

    With --cluster agents run on the workers of a Dask scheduler, of which each has to show first
    that its sandbox has the layers of --sandbox or the course.
    """
    if new and update:
        raise click.UsageError("--new starts again, --update does not: give one of them")
    if results is None:
        results = folder.resolve().parent / f"{folder.resolve().name}-results"
    with ExitStack() as held:
        workers = _connected(held, cluster, concurrency)
        contest = held.enter_context(
            Contest.open(
                folder,
                results,
                preset,
                sandbox=sandbox or (),
                new=new,
                update=update,
                roster=roster,
                cluster=workers,
            )
        )
        for change in contest.changes:
            click.echo(f"note: {change}", err=True)
        if workers is None:
            warn_of_open_files()
        if not contest.is_over and workers is None:
            _test_machine(contest, concurrency)
        elif not contest.is_over:
            _test_workers(contest)
        writer = PageWriter(contest)
        try:
            with (
                ContestProgress(contest).shown() as shown,
                closing(contest.run(concurrency, stages)) as running,
            ):
                for step in running:
                    shown.show(step)
                    writer.write_now_and_then(step.stage)
        except BaseException:
            # The exception that stopped the contest is raised, even if this fails too.
            try:
                _conclude(contest, writer, stages, as_json)
            except (ObversiError, OSError) as error:
                click.echo(f"obversi: {error}", err=True)
            raise
        _conclude(contest, writer, stages, as_json)


def _connected(
    held: ExitStack, cluster: str | None, concurrency: int | None
) -> ContestCluster | None:
    if cluster is None:
        return None
    with progress(f"connecting to {cluster}"):
        return held.enter_context(closing(ContestCluster(cluster, concurrency)))


def _test_machine(contest: Contest, concurrency: int | None) -> None:
    with progress("testing the machine"):
        machine = contest.test_machine(concurrency)
    click.echo(f"machine: {machine.words(contest.preset.move_seconds)}", err=True)


def _test_workers(contest: Contest) -> None:
    with progress("testing the workers"):
        machines = contest.test_workers()
    for machine in machines:
        words = machine.words(contest.preset.move_seconds)
        click.echo(f"worker {machine.place}: {words}", err=True)


def _conclude(contest: Contest, writer: PageWriter, stages: tuple[str, ...], as_json: bool) -> None:
    with progress("grades and pages"):
        writer.write()
    grades = contest.grades(intervals=contest.is_over)
    if as_json:
        for grade in grades:
            print_json(grade_object(grade))
    else:
        console = open_terminal().console
        for part in grades_parts(grades, contest.preset, console.width):
            console.print(part)
        console.print(writer.places(), soft_wrap=True, markup=False)
    if not contest.is_over:
        how = "the same command" if stages == STAGES else "this command without --stages"
        click.echo(f"the contest is not over: {how} resumes it", err=True)


def _stages(text: str | None) -> tuple[str, ...]:
    """Read the names of stages; a hyphen may replace a blank."""
    if text is None:
        return STAGES
    names = tuple(" ".join(name.replace("-", " ").split()) for name in text.split(","))
    known = {**{stage: stage for stage in STAGES}, **_SHORT_NAMES}
    for name in names:
        if name not in known:
            raise InputError(f"there is no stage {name!r}: {suggestion(name, STAGES)}")
    return tuple(known[name] for name in names)


# Progress


class ContestProgress(LiveProgress):
    """Shows the grades so far, or prints a line when a stage begins and ends, and in between."""

    def __init__(self, contest: Contest) -> None:
        """Show nothing yet."""
        super().__init__()
        self._contest = contest
        self._stage: str | None = None
        self._pace = Pace()
        self._update: StageProgress | None = None
        self._words = ""
        self._grades: tuple[StudentGrade, ...] = ()
        self._throttle = Throttle(least_seconds=1.0)
        self._timer = LineTimer()
        self._printed = 0

    def first_text(self) -> str:
        """Say what is done first."""
        return "judging the agents"

    def show(self, update: StageProgress) -> None:
        """Show how far a stage is."""
        begins = update.stage != self._stage
        if begins:
            self._stage, self._pace = update.stage, Pace(update.done)
        if not self.is_drawn:
            self._print(update, begins)
            return
        self._words = update.words or self._words
        self._update = update
        # Counted in the thread of the contest, not in the one that draws.
        if self._throttle.is_ready:
            with self._throttle.measured():
                self._grades = self._contest.grades(intervals=False)

    def render(self, console: Console) -> RenderableType:
        """Return the grades, what happened last, and a bar."""
        update = self._update
        if update is None:
            return Text("reading the files")
        most = max(console.height - _OTHER_LINES, 1)
        return Group(
            grades_table(self._grades, console.width, most),
            Text(f"  {visible(self._words)}", no_wrap=True, overflow="ellipsis"),
            bar_with_text(update.done, update.planned, self._text(update)),
        )

    def _text(self, update: StageProgress) -> str:
        unit = "students" if update.stage == USABILITY else "games"
        return f"{update.stage}: {self._pace.text(update.done, update.planned, unit)}"

    def _print(self, update: StageProgress, begins: bool) -> None:
        share = update.done / max(update.planned, 1)
        ends = update.done >= update.planned and update.done > self._printed
        if begins:
            self._timer.restart(share)
        elif not (ends or self._timer.is_due(share)):
            return
        self._printed = update.done
        text = self._text(update) if update.planned else update.stage
        divider = "; " if update.planned else ": "
        click.echo(f"{text}{divider}{visible(update.words)}" if update.words else text, err=True)
