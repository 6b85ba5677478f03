"""A file that a student hands in: what can be said of it without running it."""

import ast
import hashlib
import threading
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from obversi.agents.course.file_text import file_bytes, source_text
from obversi.agents.course.forbidden import forbidden_import
from obversi.agents.course.interface import interface_problem
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.refusal import SubmissionError
from obversi.agents.failure import Fault

__all__ = ["Submission", "SubmissionError", "read_submission"]

_LONGEST_LINE: Final = 100

# Libraries that hold much memory of their own, which is not counted as the student's.
_LIBRARIES: Final = ("numpy", "numba", "scipy", "pandas", "torch", "networkx", "sklearn")

# Python loses count of how deep it is where one thread parses while another does.
_PARSING: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Submission:
    """A file that can be run: its stem, its text, and the bytes that the text was read from.

    `libraries` are those of the well-known ones that it imports.
    """

    name: str
    source: str
    sha256: str
    data: bytes
    libraries: tuple[str, ...] = ()


def read_submission(path: str | Path, preset: CoursePreset) -> Submission:
    """Read a file and look at what it says; nothing of it is run.

    What cannot be an agent of the course is refused by a `SubmissionError`, in words for the one
    who wrote it.
    """
    file = Path(path)
    data = file_bytes(file, preset.file_kb)
    source = source_text(data)
    tree = _parsed(data)
    if refusal := forbidden_import(tree, preset.forbidden_imports):
        raise refusal
    if refusal := interface_problem(tree, preset):
        raise refusal
    digest = hashlib.sha256(data).hexdigest()
    return Submission(file.stem, source, digest, data, _libraries(tree))


def _parsed(data: bytes) -> ast.Module:
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of "\d": the student's own matter
            return ast.parse(data)
    except SyntaxError as error:
        raise _syntax_refusal(error) from None
    except (MemoryError, RecursionError):
        raise SubmissionError(
            Fault.ERROR,
            "it cannot be read by Python: an expression in it is nested far too deep",
            "Write very long sums and lists in several lines, or compute them.",
        ) from None
    except ValueError as error:  # source code cannot contain null bytes
        raise SubmissionError(Fault.ERROR, f"it cannot be read by Python: {error}") from None


def _syntax_refusal(error: SyntaxError) -> SubmissionError:
    """Show the line and the place in it, as Python does."""
    details = ""
    line = (error.text or "").rstrip("\n")
    if line and len(line) <= _LONGEST_LINE:
        details = line
        if error.offset and 0 < error.offset <= len(line) + 1:
            details += "\n" + " " * (error.offset - 1) + "^"
    where = f"line {error.lineno}: " if error.lineno else ""
    return SubmissionError(
        Fault.ERROR,
        f"it is no Python that can be read: {where}{error.msg}",
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
