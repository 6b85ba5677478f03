"""The folder of a contest: what lies where, and who may write there."""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

from obversi.errors import ObversiError
from obversi.formats.replacing import replacing, synced, write_whole
from obversi.judge.board_result import Usability
from obversi.judge.contest_record import ContestRecord
from obversi.judge.student import Student

__all__ = ["ContestFolder"]

# A description of an agent has parts between these, so that no path in it can have them.
_DIVIDERS: Final = (":", "=")

_LOCK: Final = ".judging"
_BEFORE: Final = "before"
_DRAFT: Final = ".beginning"


@dataclass(frozen=True, slots=True)
class ContestFolder:
    """Knows the files of a contest; each is there whole or not at all.

    ``contest.json`` says what the contest is. One that begins is written into a hidden folder
    first, so that nothing that others have put here is ever written over or deleted.
    """

    path: Path

    @property
    def record_file(self) -> Path:
        """What the contest is: its rules and its students."""
        return self.path / "contest.json"

    @property
    def preset_file(self) -> Path:
        """The rules of the course as they were when the contest began."""
        return self.path / "preset.toml"

    @property
    def files(self) -> Path:
        """The folder of what was handed in, as it was when the contest began."""
        return self.path / "files"

    @property
    def games_file(self) -> Path:
        """The database of all games."""
        return self.path / "games.db"

    @property
    def grades_file(self) -> Path:
        """The table of grades."""
        return self.path / "grades.csv"

    def file_of(self, student: Student) -> Path:
        """Return the copy of what a student handed in."""
        return self.files / f"{student.name}.py"

    def usability_file(self, student: Student) -> Path:
        """Return where the results of a student's usability test are kept."""
        return self.path / "usability" / f"{student.name}.json"

    # What is there

    def has_contest(self) -> bool:
        """Whether a contest has begun here."""
        return self.record_file.exists()

    def read_record(self) -> ContestRecord:
        """Read what the contest is."""
        told = self._read(self.record_file)
        with self._understood(self.record_file):
            return ContestRecord.from_object(told)

    def write_record(self, record: ContestRecord) -> None:
        """Write what the contest is, which makes it one."""
        self._write(self.record_file, record.to_object())

    def read_usability(self, student: Student) -> Usability | None:
        """Read what a student's agent did in the usability test, if that was tried."""
        path = self.usability_file(student)
        if not path.exists():
            return None
        told = self._read(path)
        with self._understood(path):
            return Usability.from_object(told)

    def write_usability(self, student: Student, usability: Usability) -> None:
        """Keep what a student's agent did in the usability test."""
        path = self.usability_file(student)
        self._make(path.parent)
        self._write(path, usability.to_object())

    def holds(self, student: Student) -> bool:
        """Whether the copy of what a student handed in is what it was."""
        try:
            content = self.file_of(student).read_bytes()
        except OSError:
            return False
        return sha256(content).hexdigest() == student.sha256

    # Making room

    def prepare(self) -> None:
        """Make the folder; refuse one that has files of others, and one that no agent can name."""
        whole = str(self.path.resolve())
        odd = [divider for divider in _DIVIDERS if divider in whole]
        if odd:
            raise ObversiError(
                f"results cannot lie in {whole}: its path has {odd[0]!r}, which divides the parts "
                "of an agent's description; name another folder"
            )
        self._make(self.path)
        if self.has_contest() or self._draft.has_contest():
            return
        others = sorted(entry.name for entry in self._entries() if entry.name != _BEFORE)
        if others:
            raise ObversiError(
                f"{self.path} is no folder of a contest, and has files such as {others[0]}: "
                "name an empty folder or a new one"
            )

    def set_aside(self) -> Path | None:
        """Move all that is there into a folder ``before/N``, for a contest that begins anew.

        What the contest is goes last: if this is broken off, the folder is still seen as one.
        """
        if not self.has_contest():
            return None
        before = self.path / _BEFORE
        place = next(folder for number in count(1) if not (folder := before / str(number)).exists())
        self._make(place)
        entries = [entry for entry in self._entries() if entry.name != _BEFORE]
        for entry in sorted(entries, key=lambda entry: entry == self.record_file):
            shutil.move(entry, place / entry.name)
        return place

    def new_draft(self) -> "ContestFolder":
        """Return an empty folder for what a contest begins with; one that was broken off goes."""
        draft = self._draft
        if draft.path.exists():
            shutil.rmtree(draft.path)
        self._make(draft.files)
        return draft

    def take_draft(self) -> None:
        """Make the draft the contest, if there is a whole one: what the contest is comes last.

        If this is broken off it is done the next time.
        """
        draft = self._draft
        if not draft.has_contest():
            return
        for name in (self.files.name, self.preset_file.name, self.record_file.name):
            part, place = draft.path / name, self.path / name
            if part.exists():
                if place.exists():
                    raise ObversiError(f"a contest cannot begin here: {place} is in its way")
                part.rename(place)
                synced(self.path)
        shutil.rmtree(draft.path)

    @property
    def _draft(self) -> "ContestFolder":
        return ContestFolder(self.path / _DRAFT)

    def keep_file(self, student: Student, content: bytes) -> None:
        """Keep a copy of what a student handed in."""
        path = self.file_of(student)
        try:
            with replacing(path) as partial:
                partial.write_bytes(content)
                synced(partial)
        except OSError as error:
            raise ObversiError(f"{path} cannot be written: {error.strerror or error}") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Be the only judge here for as long as the context lasts, or for the process's life."""
        path = self.path / _LOCK
        try:
            file = path.open("a+", encoding="ascii")
        except OSError as error:
            raise ObversiError(f"{path} cannot be written: {error.strerror or error}") from error
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.seek(0)
                process = file.read(20).strip()
                who = f" (process {process})" if process.isdigit() else ""
                raise ObversiError(
                    f"the contest in {self.path} is being judged by another process{who}: "
                    "wait for its end, or name another folder for the results"
                ) from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            try:
                yield
            finally:
                file.truncate(0)

    def _entries(self) -> Iterator[Path]:
        """Go through what is there, but for hidden files, such as half written ones."""
        return (entry for entry in self.path.iterdir() if not entry.name.startswith("."))

    @staticmethod
    def _make(folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ObversiError(
                f"the folder {folder} cannot be made: {error.strerror or error}"
            ) from error

    @staticmethod
    def _write(path: Path, told: dict[str, Any]) -> None:
        try:
            text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
            write_whole(path, text, durable=True)
        except OSError as error:
            raise ObversiError(f"{path} cannot be written: {error.strerror or error}") from error

    @staticmethod
    def _read(path: Path) -> dict[str, Any]:
        try:
            told = json.loads(path.read_bytes())
        except OSError as error:
            raise ObversiError(f"{path} cannot be read: {error.strerror or error}") from error
        except ValueError as error:
            raise ObversiError(f"{path} is damaged: it is no JSON ({error})") from error
        if not isinstance(told, dict):
            raise ObversiError(f"{path} is damaged: expected a JSON object")
        return told

    @staticmethod
    @contextmanager
    def _understood(path: Path) -> Iterator[None]:
        try:
            yield
        except (TypeError, LookupError, AttributeError) as error:
            raise ObversiError(f"{path} is damaged: {error!r}") from error
