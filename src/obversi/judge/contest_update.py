"""Changes of a contest after its start: submissions added or replaced, and the roster."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path, PurePosixPath

from obversi.errors import ObversiError
from obversi.judge.folder import ContestFolder
from obversi.judge.record import ContestRecord, Student
from obversi.judge.roster import Roster, RosterEntry, with_entry
from obversi.judge.submissions import (
    COPY_SUFFIXES,
    FoundSubmission,
    copy_name,
    copy_submission,
    find_submissions,
    inspect_submission,
    unique_names,
)
from obversi.judge.usability import Usability


def changes(
    record: ContestRecord, files: Path, folder: ContestFolder, roster: Roster | None = None
) -> Iterator[str]:
    """Return sentences about what was added, changed and deleted since the start."""
    try:
        pairs = _paired(record, find_submissions(files, folder.path, roster))
    except ObversiError as error:
        yield f"{error}: the copies are judged"
        return
    for pair in pairs:
        old, found = pair.old, pair.found
        if found is None or (old is not None and old.file and not found.file):
            assert old is not None
            if old.file:
                file = _top(old.file)
                yield f"{file} was deleted after the start of the contest: its copy is judged"
        elif old is None or (not old.file and found.file):
            yield (
                f"{found.file or found.name} was added after the start of the contest: it is not "
                "judged (--update judges it)"
            )
        elif _has_changed(old, inspect_submission(found, record.preset)):
            yield (
                f"{found.file} was changed after the start of the contest: the copy is judged "
                "(--update judges the new one)"
            )


def update_contest(
    folder: ContestFolder, record: ContestRecord, files: Path, roster: Roster | None = None
) -> tuple[ContestRecord, tuple[str, ...]]:
    """Copy what was added or changed, and return the new definition with sentences about it.

    A later submission that cannot be played does not replace one that can.
    """
    students, notes = [], list[str]()
    for pair in _paired(record, find_submissions(files, folder.path, roster)):
        old, found = pair.old, pair.found
        if found is None:
            assert old is not None
            students.append(old)
        elif old is None:
            taken = [one.name for one in (*record.students, *students)]
            name = unique_names([*taken, found.name])[-1]
            student = copy_submission(replace(found, name=name), record.preset, folder)
            students.append(student)
            notes.append(f"{_title(student)} is new{_reason(student)}")
        else:
            student = _updated(folder, record, old, replace(found, name=old.name))
            students.append(student)
            if student.sha256 != old.sha256 or student.problem != old.problem:
                notes.append(f"{_title(student)} has a new submission{_reason(student)}")
            elif student.notes != old.notes:
                notes.append(f"{_title(student)}: {student.notes[-1]}")
    updated = replace(record, students=tuple(students))
    folder.write_record(updated)
    return updated, tuple(notes)


def restored(
    record: ContestRecord, tested: Mapping[str, Usability]
) -> tuple[ContestRecord, tuple[str, ...]]:
    """Return the contest with the previous submissions of those whose later one cannot play."""
    students, notes = [], []
    for student in record.students:
        usability, before = tested.get(student.name), student.previous
        if before is None or usability is None:
            students.append(student)
        elif usability.can_play:
            students.append(replace(student, previous=None))
        else:
            why = next((one.words for one in usability.boards if not one.passed), "")
            note = f"the later {student.file} has no board right, so the earlier one stays: {why}"
            notes.append(f"{student.name}: {note}")
            kept = replace(_noted(before, note), refused=student.sha256)
            students.append(_with_entry_of(kept, student))
    return replace(record, students=tuple(students)), tuple(notes)


def with_roster(record: ContestRecord, roster: Roster) -> ContestRecord:
    """Return the contest with ids, penalties and columns of the roster as it is now."""
    entries = {entry.id: entry for entry in roster.entries}

    def entry_of(student: Student) -> RosterEntry | None:
        return entries.get(student.id) or roster.of_file(PurePosixPath(_top(student.file)).stem)

    students = (
        student if (entry := entry_of(student)) is None else with_entry(student, entry)
        for student in record.students
    )
    return replace(record, students=tuple(students))


@dataclass(frozen=True, slots=True)
class _Pair:
    """A student of the contest and what is in the folder now, if there are both."""

    old: Student | None
    found: FoundSubmission | None


def _paired(record: ContestRecord, found: Sequence[FoundSubmission]) -> list[_Pair]:
    """Return all students of the contest, in order, and then those who are new.

    A submission belongs to the student with the same id; else to the one with the same file; else
    to the one whose file has the same name with another suffix, and is not there any more.
    """
    left = list(found)
    pairs: dict[str, FoundSubmission] = {}
    keys: tuple[tuple[Callable[[Student], str], Callable[[FoundSubmission], str]], ...] = (
        (lambda old: old.id, lambda one: one.entry.id if one.entry else ""),
        (lambda old: _top(old.file), lambda one: one.file),
        (lambda old: PurePosixPath(_top(old.file)).stem, lambda one: PurePosixPath(one.file).stem),
        (lambda old: "" if old.file else old.name, lambda one: one.name),
    )
    for old_key, key in keys:
        for old in record.students:
            wanted = old_key(old)
            match = next((one for one in left if wanted and key(one) == wanted), None)
            if old.name not in pairs and match is not None:
                pairs[old.name] = match
                left.remove(match)
    return [
        *(_Pair(old, pairs.get(old.name)) for old in record.students),
        *(_Pair(None, one) for one in left),
    ]


def _updated(
    folder: ContestFolder, record: ContestRecord, old: Student, found: FoundSubmission
) -> Student:
    """Return a student with the current submission, or with the old one if it is better."""
    now = inspect_submission(found, record.preset)
    if not _has_changed(old, now) or now.sha256 == old.refused != "":
        return _with_entry_of(old, now)
    if now.problem and not old.problem:
        note = f"the later {now.file or 'submission'} cannot be played: {now.problem}"
        return _with_entry_of(_noted(old, note), now)
    if now.problem:
        return now
    before = old.previous if old.previous is not None else old
    student = copy_submission(found, record.preset, folder, _next_version(folder, old.name))
    return replace(student, previous=None if old.problem else replace(before, previous=None))


def _noted(student: Student, note: str) -> Student:
    """Return a student with one more note, which is there only once."""
    return replace(student, notes=tuple(dict.fromkeys((*student.notes, note))))


def _has_changed(old: Student, now: Student) -> bool:
    return (old.sha256, old.problem) != (now.sha256, now.problem)


def _next_version(folder: ContestFolder, name: str) -> int:
    """Return the first version of a student's submission that has no copy."""

    def is_taken(version: int) -> bool:
        return any((folder.files / copy_name(name, version, end)).exists() for end in COPY_SUFFIXES)

    return next(version for version in count(1) if not is_taken(version))


def _with_entry_of(student: Student, other: Student) -> Student:
    """Return a student with the data of the roster from another version of the same student."""
    return with_entry(student, other) if other.id else student


def _top(file: str) -> str:
    """Return the entry of the teacher's folder that a submission comes from."""
    return file.partition("/")[0]


def _title(student: Student) -> str:
    return f"{student.name} ({student.file})" if student.file else student.name


def _reason(student: Student) -> str:
    return f", which cannot be played: {student.problem}" if student.problem else ""
