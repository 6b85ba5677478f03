"""``obversi judge run``: a contest of a whole class."""

import json
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from obversi.agents.course.preset import CoursePreset
from obversi.cli.arena.options import concurrency_option
from obversi.cli.judge.contest_progress import contest_progress
from obversi.cli.judge.grades_table import grade_object, grades_parts
from obversi.cli.judge.options import preset_option, sandbox_option
from obversi.cli.judge.page_writer import PageWriter
from obversi.cli.options import examples, json_option
from obversi.cli.progress import progress
from obversi.cli.sandbox_warning import warn_of_open_files
from obversi.cli.terminal import open_terminal
from obversi.errors import ObversiError
from obversi.judge.contest import Contest
from obversi.judge.news import RACE, STAGES
from obversi.suggestion import suggestion

__all__ = ["run_command"]

_SHORT_NAMES: Final = {"race": RACE}


@click.command(
    "run",
    short_help="Run a contest of all files of a folder.",
    epilog=examples(
        "obversi judge run agents/",
        "obversi judge run agents/ --preset mine.toml --sandbox strict",
        "obversi judge run agents/ --stages usability    a first look at all files",
    ),
)
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option(
    "--out",
    "results",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the results.  [default: FOLDER-results, beside it]",
)
@preset_option
@click.option(
    "--stages",
    metavar="STAGE,...",
    callback=lambda _context, _option, text: _stages(text),
    help=f"Only these of: {', '.join(STAGES)}.  [default: all]",
)
@concurrency_option
@sandbox_option
@click.option("--new", is_flag=True, help="Begin anew; what is there is set aside.")
@json_option
def run_command(
    folder: Path,
    results: Path | None,
    preset: CoursePreset,
    stages: tuple[str, ...],
    concurrency: int | None,
    sandbox: tuple[str, ...] | None,
    new: bool,
    as_json: bool,
) -> None:
    """Judge the agents of a whole class by the rules of its course.

    FOLDER has a Python file for each student, or a folder with one. All are tried on boards first;
    then they play a points race and a round robin. Grades, pages and games go into the folder of
    the results. Everything is kept at once: after Ctrl-C or worse the same command goes on.
    """
    place = _beside(folder) if results is None else results
    with Contest.open(folder, place, preset, sandbox=sandbox or (), new=new) as contest:
        for change in contest.changes:
            click.echo(f"note: {change}", err=True)
        warn_of_open_files()
        writer = PageWriter(contest)
        try:
            with (
                contest_progress(contest) as show,
                closing(contest.run(concurrency, stages)) as running,
            ):
                for news in running:
                    show(news)
                    writer.write_now_and_then(news.stage)
        except BaseException:
            # What stopped the contest is told in the end, whatever else goes wrong.
            try:
                _conclude(contest, writer, stages, as_json)
            except (ObversiError, OSError) as error:
                click.echo(f"obversi: {error}", err=True)
            raise
        _conclude(contest, writer, stages, as_json)


def _conclude(contest: Contest, writer: PageWriter, stages: tuple[str, ...], as_json: bool) -> None:
    """Write all there is to be read, and tell the grades."""
    with progress("grades and pages"):
        writer.write()
    grades = contest.grades(intervals=contest.is_over)
    if as_json:
        for grade in grades:
            click.echo(json.dumps(grade_object(grade)))
    else:
        console = open_terminal().console
        for part in grades_parts(grades, contest.preset, console.width):
            console.print(part)
        console.print(writer.places(), soft_wrap=True, markup=False)
    if not contest.is_over:
        how = "the same command" if stages == STAGES else "this command without --stages"
        click.echo(f"the contest is not over: {how} goes on with it", err=True)


def _beside(folder: Path) -> Path:
    whole = folder.resolve()
    return whole.parent / f"{whole.name}-results"


def _stages(text: str | None) -> tuple[str, ...]:
    """Read the names of stages, in which a hyphen may stand for a blank."""
    if text is None:
        return STAGES
    names = tuple(" ".join(name.replace("-", " ").split()) for name in text.split(","))
    known = {**{stage: stage for stage in STAGES}, **_SHORT_NAMES}
    for name in names:
        if name not in known:
            raise ObversiError(f"there is no stage {name!r}: {suggestion(name, STAGES)}")
    return tuple(known[name] for name in names)
