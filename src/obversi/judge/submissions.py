"""Submissions of students: found in a folder, checked, and copied for a contest."""

import os
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import (
    Submission,
    SubmissionError,
    file_bytes,
    read_submission,
)
from obversi.errors import InputError
from obversi.judge.folder import ContestFolder
from obversi.judge.record import Student

__all__ = [
    "FoundSubmission",
    "copy_submission",
    "find_submissions",
    "inspect_submission",
    "safe_name",
    "unique_names",
]

# File systems allow 255 bytes, including suffixes and numbers.
_LONGEST: Final = 60
_MOST_BYTES: Final = 180


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


_IGNORED: Final = ("__pycache__",)

# The most files of one student that a message lists.
_MOST_LISTED: Final = 3

_LONGEST_PROBLEM: Final = 200


@dataclass(frozen=True, slots=True)
class FoundSubmission:
    """A student's file, or the problem that there is not exactly one."""

    name: str
    file: str
    path: Path
    problem: str = ""


def find_submissions(folder: Path, results: Path) -> list[FoundSubmission]:
    """Find the Python files in a folder, and folders of one student each, in order of names.

    Hidden files and the results of contests are ignored.
    """
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: (entry.name.casefold(), entry.name))
    except OSError as error:
        raise InputError(f"{folder} cannot be read: {error.strerror or error}") from error
    found = [one for entry in entries if (one := _found(entry, results)) is not None]
    if not found:
        raise InputError(
            f"there are no submissions in {folder}: expected Python files (.py), or a folder with "
            "one for each student"
        )
    names = unique_names(one.name for one in found)
    return [
        FoundSubmission(name, _shown(one.file), one.path, one.problem)
        for name, one in zip(names, found, strict=True)
    ]


def copy_submission(one: FoundSubmission, preset: CoursePreset, folder: ContestFolder) -> Student:
    """Copy a submission into the contest, so that later changes do not matter.

    A file that cannot be played is not copied; then the student has a problem.
    """
    student, submission = _read(one, preset)
    if submission is not None:
        folder.write_file(student, submission.data)
    return student


def inspect_submission(one: FoundSubmission, preset: CoursePreset) -> Student:
    """Return the student with the current file, without copying it."""
    return _read(one, preset)[0]


def _read(one: FoundSubmission, preset: CoursePreset) -> tuple[Student, Submission | None]:
    if one.problem:
        return Student(one.name, one.file, problem=one.problem), None
    try:
        submission = read_submission(one.path, preset)
    except SubmissionError as error:
        return (
            Student(one.name, one.file, _digest(one.path, preset), str(error), error.advice),
            None,
        )
    except Exception as error:  # one strange file must not stop the contest
        problem = f"it cannot be read: {type(error).__name__}: {error}"[:_LONGEST_PROBLEM]
        return Student(one.name, one.file, _digest(one.path, preset), problem), None
    return Student(one.name, one.file, submission.sha256), submission


def _found(entry: Path, results: Path) -> FoundSubmission | None:
    """Return the submission of an entry of the folder, or None if it is not one."""
    if entry.name.startswith(".") or entry.name in _IGNORED:
        return None
    if not entry.is_dir():
        return FoundSubmission(entry.stem, entry.name, entry) if entry.suffix == ".py" else None
    if entry.is_symlink():
        problem = "it is a link to a folder: hand in a file, or a folder with one"
        return FoundSubmission(entry.name, entry.name, entry, problem)
    return None if entry.resolve() == results.resolve() else _of_folder(entry)


def _of_folder(folder: Path) -> FoundSubmission | None:
    """Return the submission in a student's folder, or None for the results of a contest."""
    try:
        python_files = (entry for entry in folder.iterdir() if entry.suffix == ".py")
        files = sorted(file for file in python_files if not file.name.startswith("."))
    except OSError as error:
        problem = f"the folder cannot be read: {error.strerror or error}"
        return FoundSubmission(folder.name, folder.name, folder, problem)
    if len(files) == 1:
        return FoundSubmission(folder.name, f"{folder.name}/{files[0].name}", files[0])
    if not files and ContestFolder(folder).has_contest():
        return None
    problem = "there is no Python file (.py) in the folder"
    if files:
        more = ", …" if len(files) > _MOST_LISTED else ""
        names = ", ".join(_shown(file.name) for file in files[:_MOST_LISTED])
        problem = f"there are {len(files)} Python files, but only one can be played: {names}{more}"
    return FoundSubmission(folder.name, folder.name, folder, problem)


def _digest(path: Path, preset: CoursePreset) -> str:
    """Return the digest of a file that cannot be played, or ""."""
    try:
        return sha256(file_bytes(path, preset.file_kb)).hexdigest()
    except SubmissionError:
        return ""


def _shown(name: str) -> str:
    """Return a file name as text that can be printed, whatever bytes it has."""
    return os.fsencode(name).decode("utf-8", "replace")
