"""What students have handed in: found in a folder, looked at, and copied for a contest."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from obversi.agents.course.file_text import file_bytes
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission, SubmissionError, read_submission
from obversi.errors import ObversiError
from obversi.judge.folder import ContestFolder
from obversi.judge.student import Student
from obversi.judge.student_names import unique_names

__all__ = ["HandedIn", "handed_in", "looked_at", "taken"]

_IGNORED: Final = ("__pycache__",)

# Several files of one student are named, but not all of a whole library.
_NAMED: Final = 3

_LONGEST_PROBLEM: Final = 200


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A student's file, or why it is not known which one it is."""

    name: str
    file: str
    path: Path
    problem: str = ""


def handed_in(folder: Path, results: Path) -> list[HandedIn]:
    """Find what is in a folder: Python files, and folders of one student each, by name.

    Hidden files, and the results of contests, are nobody's.
    """
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: (entry.name.casefold(), entry.name))
    except OSError as error:
        raise ObversiError(f"{folder} cannot be read: {error.strerror or error}") from error
    found = [one for entry in entries if (one := _found(entry, results)) is not None]
    if not found:
        raise ObversiError(
            f"nobody has handed in anything in {folder}: expected Python files (.py), "
            "or a folder for each student with one in it"
        )
    names = unique_names(one.name for one in found)
    return [
        HandedIn(name, _shown(one.file), one.path, one.problem)
        for name, one in zip(names, found, strict=True)
    ]


def taken(one: HandedIn, preset: CoursePreset, folder: ContestFolder) -> Student:
    """Copy what a student has handed in, so that later changes do not matter.

    What cannot be played is not copied, and the student has a problem instead.
    """
    student, submission = _read(one, preset)
    if submission is not None:
        folder.keep_file(student, submission.data)
    return student


def looked_at(one: HandedIn, preset: CoursePreset) -> Student:
    """Return the student as the file is now, without copying it."""
    return _read(one, preset)[0]


def _read(one: HandedIn, preset: CoursePreset) -> tuple[Student, Submission | None]:
    if one.problem:
        return Student(one.name, one.file, problem=one.problem), None
    try:
        submission = read_submission(one.path, preset)
    except SubmissionError as error:
        return (
            Student(one.name, one.file, _digest(one.path, preset), str(error), error.advice),
            None,
        )
    except Exception as error:  # one strange file must not keep others from being judged
        problem = f"it cannot be read: {type(error).__name__}: {error}"[:_LONGEST_PROBLEM]
        return Student(one.name, one.file, _digest(one.path, preset), problem), None
    return Student(one.name, one.file, submission.sha256), submission


def _found(entry: Path, results: Path) -> HandedIn | None:
    """Return what an entry of the folder is, or None if it is nobody's."""
    if entry.name.startswith(".") or entry.name in _IGNORED:
        return None
    if not entry.is_dir():
        return HandedIn(entry.stem, entry.name, entry) if entry.suffix == ".py" else None
    if entry.is_symlink():
        problem = "it is a link to a folder: hand in a file, or a folder with one"
        return HandedIn(entry.name, entry.name, entry, problem)
    return None if entry.resolve() == results.resolve() else _of_folder(entry)


def _of_folder(folder: Path) -> HandedIn | None:
    """Return which file in a student's folder it is, or None for a folder of another contest."""
    try:
        files = sorted(_python_files(folder))
    except OSError as error:
        problem = f"the folder cannot be read: {error.strerror or error}"
        return HandedIn(folder.name, folder.name, folder, problem)
    if len(files) == 1:
        return HandedIn(folder.name, f"{folder.name}/{files[0].name}", files[0])
    if not files and ContestFolder(folder).has_contest():
        return None
    problem = "there is no Python file (.py) in the folder"
    if files:
        more = ", …" if len(files) > _NAMED else ""
        names = ", ".join(_shown(file.name) for file in files[:_NAMED])
        problem = f"there are {len(files)} Python files, and only one can be played: {names}{more}"
    return HandedIn(folder.name, folder.name, folder, problem)


def _python_files(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.suffix == ".py" and not entry.name.startswith("."):
            yield entry


def _digest(path: Path, preset: CoursePreset) -> str:
    """Return what tells if a file that cannot be played has changed, if that can be had."""
    try:
        return sha256(file_bytes(path, preset.file_kb)).hexdigest()
    except SubmissionError:
        return ""


def _shown(name: str) -> str:
    """Return the name of a file as a text that can be written, whatever bytes it has."""
    return os.fsencode(name).decode("utf-8", "replace")
