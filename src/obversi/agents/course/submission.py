"""A student's file, read and checked without running it."""

import ast
import codecs
import hashlib
import io
import os
import stat
import threading
import tokenize
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from obversi.agents.agent import Fault
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.source_checks import SubmissionError, forbidden_import, interface_problem

__all__ = ["Submission", "SubmissionError", "file_bytes", "read_submission", "source_text"]

# Encodings that are not used for Python files; some of them can be made slow to decode.
_STRANGE_ENCODINGS: Final = {"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape"}

_SAVE_AS_UTF_8: Final = "Save it as UTF-8 in your editor."

_KINDS: Final = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def file_bytes(path: Path, most_kb: float) -> bytes:
    """Return the content of a regular file that is not larger than allowed."""
    try:
        _check_kind(path)
        # The file may have been replaced since the check: do not follow links, and do not wait for
        # the other end of a pipe.
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise SubmissionError(Fault.ERROR, "it is not a file", "Hand in one Python file.")
            most = int(most_kb * 1024)
            data = file.read(most + 1)
            size = max(os.fstat(opened).st_size, len(data))
    except FileNotFoundError:
        raise SubmissionError(Fault.ERROR, f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise SubmissionError(Fault.ERROR, f"it cannot be opened: {error.strerror}") from None
    except SubmissionError:
        raise
    except ValueError:
        raise SubmissionError(Fault.ERROR, f"{str(path)!r} is not a file name") from None
    if len(data) > most:
        large = f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{size / 2**10:.0f} KB"
        raise SubmissionError(
            Fault.FORBIDDEN,
            f"it is {large} large, and {most_kb:g} KB are allowed",
            "Hand in the code only: no data, no second copy of it, no tables that it can compute.",
        )
    return data


def source_text(data: bytes) -> str:
    """Return the text of a file as Python reads it, by the encoding that it names."""
    if b"\0" in data:
        raise SubmissionError(
            Fault.ERROR,
            "it contains NUL bytes, so it is not a Python file",
            f"It may be UTF-16, or not a text at all. {_SAVE_AS_UTF_8}",
            1 + data[: data.index(b"\0")].count(b"\n"),
        )
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise SubmissionError(Fault.ERROR, f"it cannot be read: {error}", _SAVE_AS_UTF_8) from None
    if codecs.lookup(encoding).name.replace("_", "-") in _STRANGE_ENCODINGS:
        raise SubmissionError(
            Fault.ERROR, f"it says that it is written in {encoding!r}", _SAVE_AS_UTF_8, 1
        )
    try:
        with io.TextIOWrapper(io.BytesIO(data), encoding) as text:
            return text.read()
    except UnicodeDecodeError as error:
        raise SubmissionError(
            Fault.ERROR,
            f"it is not a text in {error.encoding}: byte {error.object[error.start]:#04x} cannot "
            "be read",
            _SAVE_AS_UTF_8,
        ) from None
    except (UnicodeError, LookupError) as error:  # an encoding, but not of text
        raise SubmissionError(Fault.ERROR, f"it cannot be read: {error}", _SAVE_AS_UTF_8) from None


def _check_kind(path: Path) -> None:
    """Raise an error that names the kind of anything but a regular file."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        raise SubmissionError(
            Fault.FORBIDDEN,
            f"it is a link to {os.readlink(path)!r}, not a file",  # noqa: PTH115 - as it is written
            "Hand in the file itself.",
        )
    for is_kind, name in _KINDS:
        if is_kind(mode):
            raise SubmissionError(
                Fault.ERROR, f"it is {name}, not a file", "Hand in one Python file."
            )


_LONGEST_LINE: Final = 100

# Libraries that need much memory, which is not counted for the student.
_LIBRARIES: Final = ("numpy", "numba", "scipy", "pandas", "torch", "networkx", "sklearn")

# Python's parser miscounts its depth if two threads parse at the same time.
_PARSING: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Submission:
    """A file that can be run: its stem, its text, and its bytes.

    `libraries` are the large ones among its imports.
    """

    name: str
    source: str
    sha256: str
    data: bytes
    libraries: tuple[str, ...] = ()


def read_submission(path: str | Path, preset: CoursePreset) -> Submission:
    """Read and check a file without running it.

    A `SubmissionError` explains to its author why a file cannot be an agent of the course.
    """
    file = Path(path)
    data = file_bytes(file, preset.file_kb)
    source = source_text(data)
    tree = _parsed(data)
    if error := forbidden_import(tree, preset.forbidden_imports):
        raise error
    if error := interface_problem(tree, preset):
        raise error
    digest = hashlib.sha256(data).hexdigest()
    return Submission(file.stem, source, digest, data, _libraries(tree))


def _parsed(data: bytes) -> ast.Module:
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as for "\d": not an error
            return ast.parse(data)
    except SyntaxError as error:
        raise _syntax_error(error) from None
    except (MemoryError, RecursionError):
        raise SubmissionError(
            Fault.ERROR,
            "it cannot be read by Python: an expression in it is nested too deeply",
            "Write very long sums and lists in several lines, or compute them.",
        ) from None
    except ValueError as error:  # source code cannot contain null bytes
        raise SubmissionError(Fault.ERROR, f"it cannot be read by Python: {error}") from None


def _syntax_error(error: SyntaxError) -> SubmissionError:
    """Return an error that shows the line and the place in it, as Python does."""
    details = ""
    line = (error.text or "").rstrip("\n")
    if line and len(line) <= _LONGEST_LINE:
        details = line
        if error.offset and 0 < error.offset <= len(line) + 1:
            details += "\n" + " " * (error.offset - 1) + "^"
    where = f"line {error.lineno}: " if error.lineno else ""
    return SubmissionError(
        Fault.ERROR,
        f"it is not valid Python: {where}{error.msg}",
        "Run it once with Python before you hand it in.",
        error.lineno,
        details,
    )


def _libraries(tree: ast.Module) -> tuple[str, ...]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return tuple(name for name in _LIBRARIES if name in found)
