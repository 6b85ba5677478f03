"""The pages of a contest as files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from obversi.arena.report import tournament_page
from obversi.arena.store import Store
from obversi.errors import ObversiError
from obversi.formats.replacing import write_whole
from obversi.judge.contest import Contest
from obversi.judge.news import RACE, ROUND_ROBIN
from obversi.judge.played_stage import PlayedStage
from obversi.judge.report.grades_page import grades_page
from obversi.judge.report.state import ContestState
from obversi.judge.report.student_page import student_page
from obversi.judge.report.teacher_page import teacher_page
from obversi.judge.report.visible import visible

__all__ = ["write_pages"]

_STAGE_PAGES: Final = {RACE: "points-race.html", ROUND_ROBIN: "round-robin.html"}


def write_pages(contest: Contest, *, students: bool = True) -> list[Path]:
    """Write the pages of a contest as far as it has come, and return them, the teacher's first.

    What takes long, error bars and all games of a stage on one page, is left for the end. Without
    the pages of `students` it is quick enough to be done again and again while it is going on.
    """
    folder = contest.folder.path
    state = _state(contest)
    links = _stage_pages(contest) if contest.is_over else {}
    pages = {
        folder / "index.html": teacher_page(state, links),
        folder / "grades.html": grades_page(state),
    }
    for grade in state.grades if students else ():
        pages[folder / "students" / f"{grade.student.name}.html"] = student_page(state, grade)
    try:
        (folder / "students").mkdir(exist_ok=True)
        for path, page in pages.items():
            write_whole(path, page)
    except OSError as error:
        raise ObversiError(
            f"the pages in {folder} cannot be written: {error.strerror or error}"
        ) from error
    return [*pages, *(folder / name for name in links.values())]


def _state(contest: Contest) -> ContestState:
    stages = [stage for stage in (contest.race, contest.round_robin) if stage is not None]
    return ContestState(
        title=f"Contest of {Path(contest.record.folder).resolve().name}",
        record=contest.record,
        grades=contest.grades(intervals=contest.is_over),
        usability={
            student.name: tried
            for student in contest.students
            if (tried := contest.tried(student)) is not None
        },
        stages=tuple(stages),
        notes=tuple(_notes(contest)),
        is_over=contest.is_over,
    )


def _notes(contest: Contest) -> Iterator[str]:
    yield from contest.changes
    for stage in (RACE, ROUND_ROBIN):
        if skipped := contest.skipped(stage):
            yield f"There is no {stage}: {skipped}."


def _stage_pages(contest: Contest) -> dict[str, str]:
    """Write the page of each stage with games, unless that is done, and return their names."""
    found = {}
    for stage in (contest.race, contest.round_robin):
        if stage is not None:
            name = _STAGE_PAGES[stage.stored.title]
            path = contest.folder.path / name
            if not path.exists():
                write_whole(path, _stage_page(contest, stage))
            found[stage.stored.title] = name
    return found


def _stage_page(contest: Contest, stage: PlayedStage) -> str:
    stored = stage.stored
    with Store.open(contest.folder.games_file, create=False) as store:
        identities = store.identities(stored.number)
    return visible(tournament_page(stored, identities, stage.standings(), stage.games))
