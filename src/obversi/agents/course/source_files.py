"""The Python files of a submission, read from a file, a folder or a zip without unpacking it."""

import io
import os
import stat
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from obversi.agents.agent import FailureKind
from obversi.agents.course.source_checks import SubmissionError

# The contents of files by their paths.
Files = Mapping[str, bytes]

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)

_CODE_ONLY = "Hand in the code only: no data, no second copy of it, no tables that it can compute."

# A zip may hold a report with pictures, which is not read.
LARGEST_ZIP_KB = 64 * 1024
_MOST_ENTRIES = 2000
_DEEPEST = 8
_MOST_PYTHON_FILES = 100
_LONGEST_PATH = 200

# Folders that no student wrote: of editors, of systems, and of installed packages.
_IGNORED = {"__macosx", "__pycache__", "venv", "env", "site-packages", "node_modules"}

# Each entry of the directory of a zip begins with these bytes.
_ZIP_ENTRY = b"PK\x01\x02"
_ENCRYPTED = 0x1

# Each system has some of these.
_READ_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)

_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def file_bytes(path: Path, most_kb: float) -> bytes:
    """Return the content of a regular file that is not larger than allowed."""
    try:
        _check_kind(path)
        # The file may have been replaced since the check: do not follow links, and do not wait for
        # the other end of a pipe.
        opened = os.open(path, _READ_FLAGS)
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise SubmissionError("it is not a file", "Hand in one Python file.")
            most = int(most_kb * 1024)
            data = file.read(most + 1)
            size = max(os.fstat(opened).st_size, len(data))
    except FileNotFoundError:
        raise SubmissionError(f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise SubmissionError(f"it cannot be opened: {error.strerror}") from None
    except SubmissionError:
        raise
    except ValueError:
        raise SubmissionError(f"{str(path)!r} is not a file name") from None
    if len(data) > most:
        large = f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{size / 2**10:.0f} KB"
        raise SubmissionError(
            f"it is {large} large, and {most_kb:g} KB are allowed",
            _CODE_ONLY,
            kind=FailureKind.FORBIDDEN,
        )
    return data


def _check_kind(path: Path) -> None:
    """Raise an error that names the kind of anything but a regular file."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        raise SubmissionError(
            f"it is a link to {os.readlink(path)!r}, not a file",  # noqa: PTH115 - as it is written
            "Hand in the file itself.",
            kind=FailureKind.FORBIDDEN,
        )
    for is_kind, name in _KINDS:
        if is_kind(mode):
            raise SubmissionError(f"it is {name}, not a file", "Hand in one Python file.")


@dataclass(frozen=True, slots=True)
class SourceFiles:
    """The Python files of a submission by their paths, and the names of the files left out."""

    python: Files
    left_out: tuple[str, ...] = ()


_HAND_IN = "Hand in a Python file (.py), or a folder or a zip with one."

_KNOWN_KINDS = {
    ".ipynb": "a notebook",
    ".rar": "a RAR archive",
    ".7z": "a 7z archive",
    ".tar": "a tar archive",
    ".gz": "a gz archive",
    ".tgz": "a tar archive",
    ".bz2": "a bz2 archive",
    ".xz": "an xz archive",
    ".pyc": "compiled Python",
    ".so": "a compiled library",
    ".pyd": "a compiled library",
    ".dll": "a compiled library",
    ".pdf": "a PDF",
    ".doc": "a Word document",
    ".docx": "a Word document",
    ".txt": "a text",
    ".md": "a text",
}
_NOTEBOOK = (
    "Save its code as a Python file (jupyter nbconvert --to script NAME.ipynb), take out what is "
    "no part of the class AI, and hand in that file."
)


def kind_problem(path: Path, *, known: bool = False) -> SubmissionError | None:
    """Return an error for a file that is neither Python nor a zip, by its name, or None.

    With `known` only names of other kinds are an error: a name without a suffix may be anything.
    """
    suffix = path.suffix.lower()
    if suffix in (".py", ".zip") or (known and suffix not in _KNOWN_KINDS):
        return None
    kind = _KNOWN_KINDS.get(
        suffix, f"a file of the kind {suffix}" if suffix else "of no known kind"
    )
    advice = _NOTEBOOK if suffix == ".ipynb" else _HAND_IN
    return SubmissionError(f"it is {kind}, not a Python file", advice)


def is_several(path: Path) -> bool:
    """Return whether a path is a folder or a zip, which may hold several files."""
    try:
        return path.suffix.lower() == ".zip" or stat.S_ISDIR(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def read_source_files(path: Path, most_kb: float) -> SourceFiles:
    """Read the Python files of a folder or a zip; together they have at most `most_kb`.

    Nothing is written, so no path inside can lead anywhere. Hidden files, caches and installed
    packages are ignored, other files are left out.
    """
    reading = _Reading(most_kb)
    if path.suffix.lower() == ".zip" and not path.is_dir():
        reading.add_zip(file_bytes(path, LARGEST_ZIP_KB))
    else:
        reading.add_folder(path)
    if not reading.python:
        where = "folder" if path.is_dir() else "zip"
        inner = [name for name in reading.left_out if name.lower().endswith(".zip")]
        advice = _HAND_IN
        if inner:
            advice = f"Hand in what is inside {inner[0]}: a zip inside of a zip is not read."
        elif any(name.lower().endswith(".ipynb") for name in reading.left_out):
            advice = _NOTEBOOK
        words = f"there is no Python file (.py) in the {where}"
        raise SubmissionError(words, advice)
    return SourceFiles(dict(sorted(reading.python.items())), tuple(sorted(reading.left_out)))


def zip_bytes(files: Files) -> bytes:
    """Return a zip with these files; the same files always give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data)
    return target.getvalue()


class _Reading:
    """Collects Python files within the limits."""

    def __init__(self, most_kb: float) -> None:
        self._most_kb = most_kb
        self._left = int(most_kb * 1024)
        self._entries = 0
        self.python: dict[str, bytes] = {}
        self.left_out: list[str] = []

    def add_zip(self, data: bytes) -> None:
        """Add the files of a zip, without unpacking those that are left out."""
        if data.count(_ZIP_ENTRY) > _MOST_ENTRIES:  # before the directory fills the memory
            raise _too_many_files()
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for entry in archive.infolist():
                    self._add_zip_entry(archive, entry)
        except SubmissionError:
            raise
        except Exception as error:  # damaged zips raise errors of many kinds
            raise SubmissionError(
                f"the zip cannot be read: {type(error).__name__}: {error}"[:_LONGEST_PATH],
                "Make the zip again, and open it once before you hand it in.",
            ) from None

    def _add_zip_entry(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
        self._count_entry()
        name = _checked_path(entry.filename)
        if entry.is_dir() or _is_ignored(name):
            return
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise _link(name)
        if not _is_python(name):
            self.left_out.append(name)
            return
        if entry.flag_bits & _ENCRYPTED:
            raise SubmissionError(
                "the zip has a password",
                "Hand in a zip without a password.",
                kind=FailureKind.FORBIDDEN,
            )
        if entry.compress_type not in _COMPRESSIONS:
            raise SubmissionError(
                f"{name} in the zip has an unusual compression",
                "Make the zip with the usual compression (deflate).",
                kind=FailureKind.FORBIDDEN,
            )
        with archive.open(entry) as file:
            self._add(name, file.read(self._left + 1))

    def add_folder(self, folder: Path) -> None:
        """Add the files of a folder and of the folders in it; links are not followed."""
        try:
            for name, entry in self._walk(folder, PurePosixPath(), 0):
                if entry.is_symlink():
                    if _is_python(name):
                        raise _link(name)
                    self.left_out.append(name)
                elif _is_python(name):
                    try:
                        data = file_bytes(Path(entry.path), self._most_kb)
                    except SubmissionError as error:
                        words = f"{name}: {error.words}"
                        raise SubmissionError(words, error.advice, kind=error.kind) from None
                    self._add(name, data)
                else:
                    self.left_out.append(name)
        except OSError as error:
            words = f"the folder cannot be read: {error.strerror or error}"
            raise SubmissionError(words) from None

    def _walk(
        self, folder: Path, above: PurePosixPath, depth: int
    ) -> Iterator[tuple[str, os.DirEntry[str]]]:
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                self._count_entry()
                path = above / os.fsencode(entry.name).decode("utf-8", "replace")
                if _is_ignored(str(path)):
                    continue
                if not entry.is_dir(follow_symlinks=False):
                    yield str(path), entry
                elif depth < _DEEPEST:
                    yield from self._walk(Path(entry.path), path, depth + 1)

    def _count_entry(self) -> None:
        self._entries += 1
        if self._entries > _MOST_ENTRIES:
            raise _too_many_files()

    def _add(self, name: str, data: bytes) -> None:
        if name in self.python:
            words = f"the zip has two files called {name}"
            raise SubmissionError(words, "Make the zip again, with one of them.")
        self.python[name] = data
        self._left -= len(data)
        if self._left < 0:
            words = f"its Python files are larger than the {self._most_kb:g} KB that are allowed"
            raise SubmissionError(words, _CODE_ONLY, kind=FailureKind.FORBIDDEN)
        if len(self.python) > _MOST_PYTHON_FILES:
            raise _too_many_files()


def _too_many_files() -> SubmissionError:
    return SubmissionError(
        f"it has more than {_MOST_PYTHON_FILES} Python files, or more than {_MOST_ENTRIES} files",
        "Hand in only the files that your agent needs.",
        kind=FailureKind.FORBIDDEN,
    )


def _link(name: str) -> SubmissionError:
    words = f"{name} is a link, not a file"
    return SubmissionError(words, "Hand in the file itself.", kind=FailureKind.FORBIDDEN)


def _checked_path(written: str) -> str:
    """Return the path of an entry of a zip; one that leads out of the zip is an error."""
    path = PurePosixPath(written.replace("\\", "/"))
    # A colon is part of the name of a drive or of a stream in other systems.
    is_outside = path.is_absolute() or ".." in path.parts or ":" in written
    if is_outside or not written.isprintable() or len(written) > _LONGEST_PATH:
        raise SubmissionError(
            f"the zip has a file with an unusual path: {written[:_LONGEST_PATH]!r}",
            "Make the zip again, from the folder with your files.",
            kind=FailureKind.FORBIDDEN,
        )
    return str(path)


def _is_ignored(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return any(part.startswith(".") or part.lower() in _IGNORED for part in parts)


def _is_python(name: str) -> bool:
    return name.lower().endswith(".py")
