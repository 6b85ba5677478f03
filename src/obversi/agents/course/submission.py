"""A student's file or files, read and checked without running them."""

import ast
import codecs
import hashlib
import io
import threading
import tokenize
import warnings
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.source_checks import (
    SubmissionError,
    forbidden_import,
    has_agent_class,
    has_player_class,
    imported_modules,
    interface_problem,
    package_problem,
)
from obversi.agents.course.source_files import (
    Files,
    SourceFiles,
    file_bytes,
    is_several,
    kind_problem,
    read_source_files,
    zip_bytes,
)

# Encodings that are not used for Python files; some of them can be made slow to decode.
_STRANGE_ENCODINGS = {"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape"}

_SAVE_AS_UTF_8 = "Save it as UTF-8 in your editor."


def source_text(data: bytes) -> str:
    """Return the text of a file as Python reads it, by the encoding that it names."""
    if b"\0" in data:
        raise SubmissionError(
            "it contains NUL bytes, so it is not a Python file",
            f"It may be UTF-16, or not a text at all. {_SAVE_AS_UTF_8}",
            1 + data[: data.index(b"\0")].count(b"\n"),
        )
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise SubmissionError(f"it cannot be read: {error}", _SAVE_AS_UTF_8) from None
    if codecs.lookup(encoding).name.replace("_", "-") in _STRANGE_ENCODINGS:
        raise SubmissionError(f"it says that it is written in {encoding!r}", _SAVE_AS_UTF_8, 1)
    try:
        with io.TextIOWrapper(io.BytesIO(data), encoding) as text:
            return text.read()
    except UnicodeDecodeError as error:
        raise SubmissionError(
            f"it is not a text in {error.encoding}: byte {error.object[error.start]:#04x} cannot "
            "be read",
            _SAVE_AS_UTF_8,
        ) from None
    except (UnicodeError, LookupError) as error:  # an encoding, but not of text
        raise SubmissionError(f"it cannot be read: {error}", _SAVE_AS_UTF_8) from None


_LONGEST_LINE = 100

# Libraries that need much memory, which is not counted for the student.
_LIBRARIES = ("numpy", "numba", "scipy", "pandas", "torch", "networkx", "sklearn")

# Python's parser miscounts its depth if two threads parse at the same time.
_PARSING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Submission:
    """What can be run: its name, the text of its main file, and its bytes.

    `libraries` are the large ones among its imports. If there are several files, `files` has all of
    them by their paths, `main` is the path of the main one, and `data` is a zip of them. `packages`
    are all modules that it imports and does not have itself. `left_out` names files that are not
    Python. `compiled` are files of Numba from an earlier process of the same submission.
    """

    name: str
    source: str
    sha256: str
    data: bytes
    libraries: tuple[str, ...] = ()
    main: str = ""
    files: Files = field(default_factory=dict)
    packages: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    compiled: Files = field(default_factory=dict)


def read_submission(path: str | Path, preset: CoursePreset) -> Submission:
    """Read and check a file, or a folder or a zip with a main file, without running it.

    A `SubmissionError` explains to its author why it cannot be an agent of the course.
    """
    file = Path(path)
    several = is_several(file)
    if not several and file.is_file() and (error := kind_problem(file, known=True)):
        raise error
    found = (
        read_source_files(file, preset.file_kb)
        if several
        else SourceFiles({file.name: file_bytes(file, preset.file_kb)})
    )
    main = _main_file(found.python)
    data = found.python[main]
    source = source_text(data)
    tree = _parsed(data)
    trees = {main: tree, **_imported_files(main, tree, found.python)}
    own = _own_modules(found.python)
    for name, each in trees.items():
        error = forbidden_import(each, preset.forbidden_imports)
        if error is None and preset.packages:
            error = package_problem(each, preset.packages, own)
        if error is not None:
            raise error if name == main else _of_file(error, name)
    if error := interface_problem(tree, preset):
        raise error
    has_more = len(found.python) > 1
    copied = zip_bytes(found.python) if has_more else data
    imported = {name for each in trees.values() for name in imported_modules(each)}
    return Submission(
        file.name if several and file.is_dir() else file.stem,
        source,
        hashlib.sha256(copied).hexdigest(),
        copied,
        tuple(name for name in dict.fromkeys((*_LIBRARIES, *preset.packages)) if name in imported),
        main,
        found.python if has_more else {},
        tuple(sorted(imported - own)),
        found.left_out,
    )


# If several files have the class, the first of these is the main one.
_MAIN_NAMES = ("main.py", "ai.py", "agent.py")

_MOST_LISTED = 3


def _main_file(files: Files) -> str:
    """Return the path of the file that is run: the one with the class `AI`."""
    if len(files) == 1:
        return next(iter(files))
    agents, players = [], []
    for name, data in files.items():
        with suppress(SubmissionError):
            tree = _parsed(data)
            agents += [name] if has_agent_class(tree) else []
            players += [name] if has_player_class(tree) else []
    if len(agents) == 1:
        return agents[0]
    for wanted in _MAIN_NAMES:
        named = [name for name in agents or files if PurePosixPath(name).name.lower() == wanted]
        if len(named) == 1:
            return named[0]
    if not agents and len(players) == 1:  # a class with another name, which will be the problem
        return players[0]
    listed = agents or list(files)
    names = ", ".join(listed[:_MOST_LISTED]) + ", …" * (len(listed) > _MOST_LISTED)
    if agents:
        raise SubmissionError(
            f"{len(agents)} of its files have a class 'AI', and only one can be played: {names}",
            "Keep one of them, or call it main.py.",
        )
    raise SubmissionError(
        f"none of its {len(files)} Python files has a class 'AI': {names}",
        "One file needs `class AI(object):` at its outermost level.",
    )


def _imported_files(main: str, tree: ast.Module, files: Files) -> dict[str, ast.Module]:
    """Return the other files that the main file imports, and those that these import."""
    roots = [str(folder) for folder in PurePosixPath(main).parents]
    found: dict[str, ast.Module] = {}
    waiting = [tree]
    while waiting:
        for module in imported_modules(waiting.pop(), whole=True):
            place = module.replace(".", "/")
            for root in roots:
                for path in (f"{place}.py", f"{place}/__init__.py"):
                    name = str(PurePosixPath(root) / path)
                    if name in files and name != main and name not in found:
                        with suppress(SubmissionError):  # it shows when the file is imported
                            found[name] = _parsed(files[name])
                            waiting.append(found[name])
    return found


def _own_modules(files: Files) -> set[str]:
    """Return the names by which the files of a submission can be imported."""
    return {part.removesuffix(".py") for name in files for part in PurePosixPath(name).parts}


def _of_file(error: SubmissionError, name: str) -> SubmissionError:
    return SubmissionError(f"{name}: {error.words}", error.advice, kind=error.kind)


def _parsed(data: bytes) -> ast.Module:
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as for "\d": not an error
            return ast.parse(data)
    except SyntaxError as error:
        raise _syntax_error(error) from None
    except (MemoryError, RecursionError):
        raise SubmissionError(
            "it cannot be read by Python: an expression in it is nested too deeply",
            "Write very long sums and lists in several lines, or compute them.",
        ) from None
    except ValueError as error:  # source code cannot contain null bytes
        raise SubmissionError(f"it cannot be read by Python: {error}") from None


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
        f"it is not valid Python: {where}{error.msg}",
        "Run it once with Python before you hand it in.",
        error.lineno,
        details,
    )
