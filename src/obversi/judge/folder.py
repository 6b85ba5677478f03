"""The folder of a contest: its files, and a lock for one judge at a time."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path

from obversi.agents.course.compiled import compiled_zip
from obversi.agents.course.source_files import Files
from obversi.errors import InputError
from obversi.file_lock import lock_file
from obversi.formats.saving import replacing, synced, write_whole
from obversi.judge.machine_timing import MachineTiming
from obversi.judge.record import ContestRecord, Student
from obversi.judge.usability import Usability
from obversi.records import JsonObject

#: These separate the parts of an agent description, so a path must not contain them.
DIVIDERS = (":", "=")

# The mode of a folder for its owner alone.
_PRIVATE = 0o700

_LOCK = ".judging"
_BEFORE = "before"
_DRAFT = ".beginning"


@dataclass(frozen=True, slots=True)
class ContestFolder:
    """The files of a contest; each is written completely or not at all.

    ``contest.json`` defines the contest. A new contest is written into a hidden folder first, so
    that files of others are never overwritten or deleted.
    """

    path: Path

    @property
    def record_file(self) -> Path:
        """The definition of the contest: rules and students."""
        return self.path / "contest.json"

    @property
    def preset_file(self) -> Path:
        """The rules of the course at the start of the contest."""
        return self.path / "preset.toml"

    @property
    def files(self) -> Path:
        """The folder of the copies of all submissions."""
        return self.path / "files"

    @property
    def games_file(self) -> Path:
        """The store of all games."""
        return self.path / "games.db"

    @property
    def grades_file(self) -> Path:
        """The table of grades."""
        return self.path / "grades.csv"

    @property
    def machine_file(self) -> Path:
        """The tests of the machine."""
        return self.path / "machine.json"

    def file_of(self, student: Student) -> Path:
        """Return the path of the copy of a submission."""
        return self.files / (student.copy or f"{student.name}.py")

    def usability_file(self, student: Student) -> Path:
        """Return the path of the results of a student's usability test."""
        return self.path / "usability" / f"{self.file_of(student).stem}.json"

    def compiled_file(self, student: Student) -> Path:
        """Return the path of what Numba has compiled of a submission."""
        return self.path / "compiled" / f"{self.file_of(student).stem}.zip"

    def stage_page(self, stage: str) -> Path:
        """Return the path of the page with all games of a stage."""
        return self.path / f"{stage.replace(' ', '-')}.html"

    # Reading and writing

    def has_contest(self) -> bool:
        """Whether there is a contest here."""
        return self.record_file.exists()

    def read_record(self) -> ContestRecord:
        """Read the definition of the contest."""
        content = self._read(self.record_file)
        with self._damage_reported(self.record_file):
            return ContestRecord.from_object(content)

    def write_record(self, record: ContestRecord) -> None:
        """Write the definition of the contest."""
        self._write(self.record_file, record.to_object())

    def read_usability(self, student: Student) -> Usability | None:
        """Read the results of a student's usability test, or None before it."""
        path = self.usability_file(student)
        if not path.exists():
            return None
        content = self._read(path)
        with self._damage_reported(path):
            return Usability.from_object(content)

    def write_usability(self, student: Student, usability: Usability) -> None:
        """Write the results of a student's usability test."""
        path = self.usability_file(student)
        self._make(path.parent)
        self._write(path, usability.to_object())

    def machine_timings(self) -> tuple[MachineTiming, ...]:
        """Read the tests of the machine, one of each time that the contest was resumed."""
        try:
            content = json.loads(self.machine_file.read_text(encoding="utf-8"))
            return tuple(MachineTiming.from_object(test) for test in content["tests"])
        except (OSError, ValueError, KeyError, TypeError):
            return ()  # they are only for information

    def add_machine_timing(self, test: MachineTiming) -> None:
        """Add a test of the machine."""
        tests = [one.to_object() for one in (*self.machine_timings(), test)]
        self._write(self.machine_file, {"tests": tests})

    def write_compiled(self, student: Student, files: Files) -> None:
        """Write what Numba has compiled of a submission; other users may not read it."""
        path = self.compiled_file(student)
        self._make(path.parent)
        with _failing_as(f"{path} cannot be written"), replacing(path) as partial:
            path.parent.chmod(0o700)
            partial.write_bytes(compiled_zip(files))

    def holds(self, student: Student) -> bool:
        """Whether the copy of a submission is unchanged."""
        try:
            content = self.file_of(student).read_bytes()
        except OSError:
            return False
        return sha256(content).hexdigest() == student.sha256

    # Starting a contest

    def prepare(self) -> None:
        """Create the folder; reject one with other files, or with a path that no agent can have."""
        whole = str(self.path.resolve())
        odd = [divider for divider in DIVIDERS if divider in whole]
        if odd:
            raise InputError(
                f"results cannot be in {whole}: the path contains {odd[0]!r}, which separates the "
                "parts of an agent description; use another folder"
            )
        self._make(self.path)
        if self.has_contest() or self._draft.has_contest():
            return
        others = sorted(entry.name for entry in self._entries() if entry.name != _BEFORE)
        if others:
            raise InputError(
                f"{self.path} is not a folder of a contest, and has files such as {others[0]}: "
                "use an empty folder or a new one"
            )

    def set_aside(self) -> Path | None:
        """Move all files into a folder ``before/N``, to start a new contest.

        The definition is moved last: if this is interrupted, the folder still has a contest.
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
        """Return an empty folder for the files of a new contest; an unfinished draft is deleted."""
        draft = self._draft
        if draft.path.exists():
            shutil.rmtree(draft.path)
        self._make(draft.files)
        return draft

    def take_draft(self) -> None:
        """Move a complete draft into place, if there is one; the definition comes last.

        If this is interrupted, the next call continues.
        """
        draft = self._draft
        if not draft.has_contest():
            return
        for name in (self.files.name, self.preset_file.name, self.record_file.name):
            part, place = draft.path / name, self.path / name
            if part.exists():
                if place.exists():
                    raise InputError(f"a contest cannot start here: {place} is in the way")
                part.rename(place)
                synced(self.path)
        shutil.rmtree(draft.path)

    @property
    def _draft(self) -> "ContestFolder":
        return ContestFolder(self.path / _DRAFT)

    def write_file(self, student: Student, content: bytes) -> None:
        """Write the copy of a submission."""
        path = self.file_of(student)
        with _failing_as(f"{path} cannot be written"), replacing(path) as partial:
            partial.write_bytes(content)
            synced(partial)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the contest: only one judge at a time, until the block or the process ends."""
        path = self.path / _LOCK
        with _failing_as(f"{path} cannot be written"):
            file = path.open("a+", encoding="ascii")
        with file:
            try:
                lock_file(file)
            except OSError:
                file.seek(0)
                process = file.read(20).strip()
                who = f" (process {process})" if process.isdigit() else ""
                raise InputError(
                    f"the contest in {self.path} is being judged by another process{who}: "
                    "wait until it has ended, or use another folder for the results"
                ) from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            try:
                yield
            finally:
                file.truncate(0)

    def _entries(self) -> Iterator[Path]:
        """Yield all entries but hidden files, which may be incomplete."""
        return (entry for entry in self.path.iterdir() if not entry.name.startswith("."))

    @staticmethod
    def _make(folder: Path) -> None:
        """Create a folder that others cannot read: it has grades, and what students handed in."""
        with _failing_as(f"the folder {folder} cannot be created"):
            folder.mkdir(_PRIVATE, parents=True, exist_ok=True)

    @staticmethod
    def _write(path: Path, content: JsonObject) -> None:
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        with _failing_as(f"{path} cannot be written"):
            write_whole(path, text, durable=True)

    @staticmethod
    def _read(path: Path) -> JsonObject:
        try:
            with _failing_as(f"{path} cannot be read"):
                content = json.loads(path.read_bytes())
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"{path} is damaged: it is not JSON ({error})") from error
        if not isinstance(content, dict):
            raise InputError(f"{path} is damaged: expected a JSON object")
        return content

    @staticmethod
    @contextmanager
    def _damage_reported(path: Path) -> Iterator[None]:
        try:
            yield
        except InputError:
            raise
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise InputError(f"{path} is damaged: {error!r}") from error


@contextmanager
def _failing_as(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{what}: {error.strerror or error}") from error
