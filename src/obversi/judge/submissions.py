"""Submissions of students: found in a folder, checked, and copied; and the packages they need."""

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from obversi.agents.agent import AgentFailureError
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.source_checks import SubmissionError
from obversi.agents.course.source_files import (
    LARGEST_ZIP_KB,
    file_bytes,
    is_several,
    kind_problem,
    read_source_files,
    zip_bytes,
)
from obversi.agents.course.submission import Submission, read_submission
from obversi.errors import InputError, MachineError
from obversi.judge.folder import ContestFolder
from obversi.judge.record import Student
from obversi.judge.roster import Roster, RosterEntry, with_entry
from obversi.sandbox.layers import checked_minimum

# Of one file, and of several.
COPY_SUFFIXES = (".py", ".zip")

# File systems allow 255 bytes, including suffixes and numbers.
_LONGEST = 60
_MOST_BYTES = 180


def safe_name(text: str) -> str:
    """Return a name like this text with letters, digits, ``_``, ``-`` and ``.`` only.

    Letters of all scripts are allowed.

    >>> safe_name("Zoë O'Neill (final).v2"), safe_name("李小龙"), safe_name("../x")
    ('Zoë_O_Neill_final_.v2', '李小龙', 'x')
    """
    composed = unicodedata.normalize("NFC", text)
    letters = (letter if _is_safe(letter) else "_" for letter in composed)
    name = "".join(letters).strip("._-")
    while "__" in name:
        name = name.replace("__", "_")
    name = name[:_LONGEST]
    while len(name.encode()) > _MOST_BYTES:
        name = name[:-1]
    return name.rstrip("._-") or "student"


def unique_names(texts: Iterable[str]) -> list[str]:
    """Return a different safe name for each text, with a number if necessary.

    Names differ in more than case, since some file systems ignore case.

    >>> unique_names(["anna", "Anna", "bob"])
    ['anna', 'Anna-2', 'bob']
    """
    taken: set[str] = set()
    found = []
    for text in texts:
        name = safe_name(text)
        numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
        unique = next(one for one in numbered if one.casefold() not in taken)
        taken.add(unique.casefold())
        found.append(unique)
    return found


def _is_safe(letter: str) -> bool:
    return letter in "._-" or unicodedata.category(letter)[0] in "LNM"


_IGNORED = ("__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini")

# Files of a teacher among the submissions: rules of a course, rosters, and a text about them.
_OF_TEACHERS = (".toml", ".csv")
_ABOUT = "readme"

_MOST_LISTED = 3
_LONGEST_PROBLEM = 200

_NOTHING = "nothing was handed in"


@dataclass(frozen=True, slots=True)
class FoundSubmission:
    """What a student handed in, or the problem that it is not exactly one thing.

    `path` is None if there is nothing; `entry` is the entry of the roster, if there is one.
    """

    name: str
    file: str
    path: Path | None
    problem: str = ""
    advice: str = ""
    entry: RosterEntry | None = None
    notes: tuple[str, ...] = ()


def find_submissions(
    folder: Path, results: Path, roster: Roster | None = None
) -> list[FoundSubmission]:
    """Find what students handed in: files, zips and folders of one student each, by name.

    An entry that is not a submission has a problem that says so. Hidden files, files of the teacher
    and the results of contests are ignored. With a roster every student of it is in the list.
    """
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: (entry.name.casefold(), entry.name))
    except OSError as error:
        raise InputError(f"{folder} cannot be read: {error.strerror or error}") from error
    found = [one for entry in entries if (one := _found(entry, results)) is not None]
    if not found:
        raise InputError(
            f"there are no submissions in {folder}: expected Python files (.py), zips, or a folder "
            "for each student"
        )
    found = found if roster is None else list(_of_roster(found, roster))
    names = unique_names(one.name for one in found)
    return [
        replace(one, name=name, file=_shown(one.file))
        for name, one in zip(names, found, strict=True)
    ]


def copy_submission(
    one: FoundSubmission, preset: CoursePreset, folder: ContestFolder, version: int = 1
) -> Student:
    """Copy a submission into the contest, so that later changes do not matter.

    One that cannot be played is not copied; then the student has a problem.
    """
    student, submission = _read(one, preset)
    if submission is None:
        return student
    suffix = COPY_SUFFIXES[bool(submission.files)]
    student = replace(student, copy=copy_name(one.name, version, suffix))
    folder.write_file(student, submission.data)
    return student


def copy_name(name: str, version: int, suffix: str) -> str:
    """Return the name of a copy; that of a later version has a tilde, which no student has."""
    return f"{name}~{version}{suffix}" if version > 1 else f"{name}{suffix}"


def inspect_submission(one: FoundSubmission, preset: CoursePreset) -> Student:
    """Return the student with the current file, without copying it."""
    return _read(one, preset)[0]


def _read(one: FoundSubmission, preset: CoursePreset) -> tuple[Student, Submission | None]:
    student = _student(one)
    if one.path is None or one.problem:
        return student, None
    try:
        submission = read_submission(one.path, preset)
    except SubmissionError as error:
        digest = _digest(one.path, preset)
        return replace(student, sha256=digest, problem=str(error), advice=error.advice), None
    except Exception as error:  # one strange file must not stop the contest
        problem = f"it cannot be read: {type(error).__name__}: {error}"[:_LONGEST_PROBLEM]
        return replace(student, sha256=_digest(one.path, preset), problem=problem), None
    inside = is_several(one.path)
    return (
        replace(
            student,
            file=f"{one.file}/{_shown(submission.main)}" if inside else one.file,
            sha256=submission.sha256,
            notes=(*one.notes, *_notes(submission)),
            packages=submission.packages,
        ),
        submission,
    )


def _student(one: FoundSubmission) -> Student:
    student = Student(one.name, one.file, problem=one.problem, advice=one.advice, notes=one.notes)
    return student if one.entry is None else with_entry(student, one.entry)


def _notes(submission: Submission) -> Iterator[str]:
    if submission.left_out:
        yield f"only its Python files are used, without {_listed(submission.left_out)}"
    if missing := missing_packages(submission.packages):
        yield f"it imports {_listed(missing)}, which is not installed here"


def _found(entry: Path, results: Path) -> FoundSubmission | None:
    """Return the submission of an entry of the folder, or None if it is not one."""
    if entry.name.startswith(".") or entry.name in _IGNORED:
        return None
    if entry.is_dir():
        if entry.is_symlink():
            problem = "it is a link to a folder: hand in a file, or a folder with one"
            return FoundSubmission(entry.name, entry.name, entry, problem)
        if entry.resolve() == results.resolve() or _has_only_results(entry):
            return None
        return FoundSubmission(entry.name, entry.name, entry)
    if entry.suffix.lower() in _OF_TEACHERS or entry.stem.lower() == _ABOUT:
        return None
    error = kind_problem(entry)
    if error is not None:
        name = entry.name if entry.suffix == "" else entry.stem
        return FoundSubmission(name, entry.name, entry, error.words, error.advice)
    return FoundSubmission(entry.stem, entry.name, entry)


def _has_only_results(folder: Path) -> bool:
    """Return whether a folder holds a contest, and no Python file beside it."""
    return ContestFolder(folder).has_contest() and not any(folder.glob("*.py"))


def _of_roster(found: Sequence[FoundSubmission], roster: Roster) -> Iterator[FoundSubmission]:
    """Return a submission for each student of the roster, then those of unknown students."""
    of_student: dict[str, list[FoundSubmission]] = {}
    others = []
    for one in found:
        entry = roster.of_file(one.name)
        if entry is None:
            note = f"{_shown(one.file)} has no id or name of the roster"
            others.append(replace(one, notes=(note,)))
        else:
            of_student.setdefault(entry.id, []).append(one)
    for entry in roster.entries:
        own = of_student.get(entry.id, [])
        if not own:
            advice = f"Hand in a file with {entry.id} in its name."
            yield FoundSubmission(entry.shown, "", None, _NOTHING, advice, entry)
        elif len(own) == 1:
            yield replace(own[0], name=entry.shown, entry=entry)
        else:
            files = _listed([one.file for one in own])
            problem = f"{len(own)} things were handed in: {files}"
            advice = "Keep one of them in the folder."
            yield FoundSubmission(entry.shown, own[0].file, None, problem, advice, entry)
    yield from others


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(_shown, names[:_MOST_LISTED])) + ", …" * (len(names) > _MOST_LISTED)


def _digest(path: Path, preset: CoursePreset) -> str:
    """Return the digest of what cannot be played, or ""."""
    try:
        if path.is_dir():
            return sha256(zip_bytes(read_source_files(path, preset.file_kb).python)).hexdigest()
        most_kb = LARGEST_ZIP_KB if path.suffix.lower() == ".zip" else preset.file_kb
        return sha256(file_bytes(path, most_kb)).hexdigest()
    except SubmissionError:
        return ""


def _shown(name: str) -> str:
    """Return a file name as text that can be printed, whatever bytes it has."""
    return os.fsencode(name).decode("utf-8", "replace")


def check_packages(preset: CoursePreset) -> None:
    """Import the packages of a course in a sandbox; one that cannot be used is an error."""
    for package in preset.packages:
        data = f"import {package}\n".encode()
        tried = Submission(
            package, data.decode(), sha256(data).hexdigest(), data, libraries=(package,)
        )
        process = CourseProcess(tried, preset, minimum=checked_minimum(preset.sandbox))
        try:
            process.load()
        except AgentFailureError as error:
            how = f"pip install {package}, or take it out of 'packages'"
            words = f"the course allows {package}, which cannot be used here: {error}"
            raise MachineError(f"{words} ({how})") from error
        finally:
            process.end()


def missing_packages(names: Iterable[str]) -> tuple[str, ...]:
    """Return those that are neither part of Python nor installed here."""
    return tuple(
        name for name in names if name not in sys.stdlib_module_names and not _is_installed(name)
    )


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False
