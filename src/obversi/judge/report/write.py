"""The pages of a contest as files."""

from collections.abc import Iterator
from pathlib import Path

from obversi.arena.report.page import tournament_page
from obversi.arena.store.store import Store
from obversi.errors import InputError
from obversi.formats.lines import visible
from obversi.formats.saving import write_whole
from obversi.judge.contest import Contest
from obversi.judge.report.state import ContestState
from obversi.judge.report.student_page import student_page
from obversi.judge.report.teacher_page import grades_page, teacher_page
from obversi.judge.stages import RACE, ROUND_ROBIN, PlayedStage


def write_pages(contest: Contest, *, students: bool = True) -> list[Path]:
    """Write the pages of a contest as it is now, and return their paths, the teacher's first.

    Error bars and pages with all games of a stage take long and are made at the end only. Without
    the pages of `students` it is quick enough to be repeated while the contest runs.
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
        raise InputError(
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
        similar=contest.similar(),
        machine_timings=contest.folder.machine_timings(),
    )


def _notes(contest: Contest) -> Iterator[str]:
    yield from contest.changes
    for student in contest.students:
        for note in student.notes:
            yield f"{student.name}: {note}."
    for stage in (RACE, ROUND_ROBIN):
        if skipped := contest.skipped(stage):
            yield f"There is no {stage}: {skipped}."


def _stage_pages(contest: Contest) -> dict[str, str]:
    """Write the missing pages of the stages with games, and return the names of all."""
    names = {}
    for stage in (contest.race, contest.round_robin):
        if stage is not None:
            path = contest.folder.stage_page(stage.stored.title)
            if not path.exists():
                write_whole(path, _stage_page(contest, stage))
            names[stage.stored.title] = path.name
    return names


def _stage_page(contest: Contest, stage: PlayedStage) -> str:
    stored = stage.stored
    with Store.open(contest.folder.games_file, create=False) as store:
        identities = store.identities(stored.number)
    return visible(tournament_page(stored, identities, stage.standings(), stage.games))
