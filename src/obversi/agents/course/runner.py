"""Runs a student's file inside a sandbox; this file is sent there as text.

It imports the standard library, and NumPy for the board; the text of the timer comes before it. The
host does not trust its messages, since the student's file runs in the same process: the host
measures the time itself and checks every answer.
"""

import _sitebuiltins
import base64
import builtins
import hashlib
import importlib
import importlib.machinery
import itertools
import json
import linecache
import operator
import os
import reprlib
import sys
import traceback
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from obversi.agents.course.call_timer import STUDENT, CallTimer, TimedCall, receives_signals

# The host appends a line with the libraries that the file imports.
LIBRARIES: tuple[str, ...] = ()

# The switch interval of threads: the timer's thread must not wait for a busy one.
SWITCH_SECONDS = 0.0005

# A file that appends every better move may have many entries; but a board has few squares.
MOST_ENTRIES = 1_000_000
MOST_CANDIDATES = 4096
LARGEST_COORDINATE = 1_000_000
LONGEST_REPR = 80
LONGEST_MESSAGE = 300
LONGEST_TRACE = 4000
STEPS_SHOWN = 6
LARGEST_PART = 120_000


class ForbiddenImportError(ImportError):
    """An import that the course forbids, by whatever way it was named."""


class StudentModule:
    """The student's module, and the `AI` made from it."""

    def __init__(self, scratch: str) -> None:
        """Load nothing yet; `scratch` is the folder for files."""
        self._scratch = scratch
        self._module: types.ModuleType | None = None
        self._agent: Any = None
        self.path = ""
        self.changed_board = False
        self._compiled = b""
        self._caches: list[str] = []

    def load(self, name: str, main: str, files: list[list[Any]], forbidden: list[str]) -> None:
        """Run the main file as a module from a real file, which compilers and tracebacks need.

        The other files are beside it. `files` has the path and the content of each.
        """
        STUDENT["folder"] = self._scratch
        self.path = STUDENT["path"] = f"{self._scratch}/{main}"
        self._caches = numba_folders(self._scratch, [path for path, _ in files])
        for path, content in files:
            if not path.endswith(".py"):
                number, _, stored = path.partition("/")
                path = f"{self._caches[int(number) % len(self._caches)]}/{stored}"
            os.makedirs(os.path.dirname(f"{self._scratch}/{path}"), exist_ok=True)  # noqa: PTH103, PTH120
            with open(f"{self._scratch}/{path}", "wb") as file:  # noqa: PTH123 - no more is imported
                file.write(content)
        data = next(content for path, content in files if path == main)
        if sum(path.endswith(".py") for path, _ in files) > 1:
            find_modules_in(self._scratch, main, forbidden)
        # A prefix, so that a file called random.py does not replace the module.
        module = types.ModuleType(f"student_{name}")
        module.__file__ = self.path
        module.__dict__["__builtins__"] = guarded_builtins(forbidden)
        sys.modules[module.__name__] = module
        self._module = module
        exec(compile(data, self.path, "exec", dont_inherit=True), module.__dict__)

    def make(self, size: int, color: int, time_out: float) -> None:
        """Make an agent for a game."""
        self._agent = None
        if not hasattr(self._module, "AI"):
            raise AttributeError("the file has no class 'AI'")
        self._agent = self._module.AI(size, color, time_out)  # type: ignore[union-attr]
        if not callable(getattr(self._agent, "go", None)):
            raise AttributeError("class AI has no method 'go'")

    def go(self, rows: list[list[int]]) -> Any:
        """Call `go` with a board."""
        import numpy

        self.changed_board = False
        board = numpy.array(rows)
        returned = self._agent.go(board)
        self.changed_board = numpy.ndarray.tolist(board) != rows
        return returned

    def compiled(self, begin: int) -> dict[str, Any]:
        """Return a part of what Numba has compiled and stored, from this byte on."""
        if not begin:
            self._compiled = compiled_bytes([f"{self._scratch}/{each}" for each in self._caches])
        part = self._compiled[begin : begin + LARGEST_PART]
        return {"part": base64.b64encode(part).decode(), "total": len(self._compiled)}

    def candidates(self) -> Any:
        """Return a copy of its list: the student's code may change it any time."""
        try:
            found: Any = self._agent.candidate_list
            if isinstance(found, list):
                return shortened(list.__getitem__(found, slice(-MOST_ENTRIES - 1, None)))
            return found.tolist() if type(found).__name__ == "ndarray" else found
        except BaseException:
            return None


def numba_folders(scratch: str, paths: list[str]) -> list[str]:
    """Return the folders in which Numba stores what it compiles of these files.

    Their names depend on the scratch folder, which is another one in every process.
    """
    sources = sorted({os.path.dirname(path) for path in paths if path.endswith(".py")})  # noqa: PTH120
    folders = [f"{scratch}/{source}".rstrip("/") for source in sources]
    digests = [hashlib.sha1(folder.encode()).hexdigest() for folder in folders]
    return [
        f"{folder.rpartition('/')[2]}_{digest}"
        for folder, digest in zip(folders, digests, strict=True)
    ]


def compiled_bytes(folders: list[str]) -> bytes:
    """Return a line with the paths and sizes of Numba's files, and then their contents.

    A path is the number of the folder, and the name of the file.
    """
    found = []
    for number, folder in enumerate(folders):
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():  # noqa: PTH112, PTH208
            if name.endswith((".nbi", ".nbc")):
                with open(f"{folder}/{name}", "rb") as file:  # noqa: PTH123 - as above
                    found.append((f"{number}/{name}", file.read()))
    header = json.dumps([(path, len(content)) for path, content in found])
    return header.encode() + b"\n" + b"".join(content for _, content in found)


def guarded_builtins(forbidden: list[str]) -> dict[str, Any]:
    """Return the built-in names, with an import that obeys the course's rules."""

    def guarded_import(name: str, *details: Any, **named: Any) -> Any:
        if any(name == module or name.startswith(f"{module}.") for module in forbidden):
            raise ForbiddenImportError(f"it imports {name!r}, which the course forbids")
        return builtins.__import__(name, *details, **named)

    # Python without the module site, as it runs here, lacks these two.
    exits = {name: _sitebuiltins.Quitter(name, "Ctrl-D") for name in ("exit", "quit")}
    return {**vars(builtins), **exits, "__import__": guarded_import}


def find_modules_in(scratch: str, main: str, forbidden: list[str]) -> None:
    """Let the files of a submission import each other, with the same rules for imports."""

    class StudentLoader(importlib.machinery.SourceFileLoader):
        def exec_module(self, module: types.ModuleType) -> None:
            module.__dict__["__builtins__"] = guarded_builtins(forbidden)
            super().exec_module(module)

    def finder(path: str) -> importlib.machinery.FileFinder:
        if path != scratch and not path.startswith(f"{scratch}/"):
            raise ImportError
        return importlib.machinery.FileFinder(path, (StudentLoader, [".py"]))

    sys.dont_write_bytecode = True
    sys.path_hooks.insert(0, finder)
    # The folder of the main file comes first, then those above it.
    folders = main.split("/")[:-1]
    sys.path[:0] = ["/".join([scratch, *folders[:depth]]) for depth in range(len(folders), -1, -1)]


def shown(thing: object) -> str:
    """Return a short text about any object, even if its repr fails."""
    try:
        text = reprlib.repr(thing)
    except BaseException:
        text = "something that cannot be shown"
    return text if len(text) <= LONGEST_REPR else text[:LONGEST_REPR] + "…"


def kind(thing: object) -> str:
    """Return the name of the type of an object."""
    return str(type(thing).__name__)[:LONGEST_REPR]


def error_report(error: BaseException, trace: types.TracebackType | None) -> dict[str, Any]:
    """Describe an exception of the student's code, with lines of the student's file only.

    Of the exception only the text is used: its class may be the student's own.
    """
    cause = type(error)
    try:
        # Each process has another folder, which is of no interest.
        message = str(error).replace(f"{STUDENT['folder']}/", "")[:LONGEST_MESSAGE]
    except BaseException:
        message = ""
    steps = [
        (line, frame.f_code.co_name, frame.f_code.co_filename)
        for frame, line in traceback.walk_tb(trace)
        if frame.f_code.co_filename.startswith(STUDENT["folder"] + "/")
    ]
    lines = [
        f"{file_words(path)}line {line}, in {name}\n    {linecache.getline(path, line).strip()}"
        for line, name, path in (*steps[:STEPS_SHOWN], *steps[STEPS_SHOWN:][-STEPS_SHOWN:])
    ]
    own = [line for line, _, path in steps if path == STUDENT["path"]]
    if len(steps) > 2 * STEPS_SHOWN:
        lines.insert(STEPS_SHOWN, f"… {len(steps) - 2 * STEPS_SHOWN} more …")
    return {
        "type": kind(error),
        "message": message,
        "line": own[-1] if own else None,
        "trace": "\n".join(lines)[:LONGEST_TRACE],
        "forbidden": issubclass(cause, ForbiddenImportError),
        "memory": issubclass(cause, MemoryError),
        "errno": errno_of(error),
    }


def file_words(path: str) -> str:
    """Return the name of a file beside the main one, for a line of a traceback."""
    return "" if path == STUDENT["path"] else path.removeprefix(STUDENT["folder"] + "/") + ", "


def errno_of(error: BaseException) -> int | None:
    """Return the errno of an error, without calling code of its class."""
    if not issubclass(type(error), OSError):
        return None
    number = vars(OSError)["errno"].__get__(error)
    return number if type(number) is int else None


def shortened(entries: list[Any]) -> list[Any]:
    """Return the list; of a long list each different entry once, in order, and the last."""
    if not MOST_CANDIDATES < len(entries) <= MOST_ENTRIES:
        return entries
    try:
        different = list(dict.fromkeys(entries))
    except TypeError:  # lists as entries
        try:
            different = list(dict.fromkeys(map(tuple, entries)))
        except BaseException:  # the first wrong entry will be named
            return [entry for entry in entries if read_square(entry) is None][:1] or entries
    return [*different, entries[-1]]


def read_candidates(found: Any) -> tuple[list[list[int]], str]:
    """Return the candidates as squares, and what is wrong with the list, or ""."""
    if found is None:
        return [], "it has no candidate_list"
    if isinstance(found, str | bytes | dict | set | frozenset):
        return [], f"candidate_list is a {kind(found)}: expected a list of (row, column)"
    try:
        entries = list(itertools.islice(iter(found), MOST_ENTRIES + 1))
        entries = shortened(entries)
    except BaseException as error:
        trouble = f"candidate_list is not a list ({kind(found)}), and cannot be read: {kind(error)}"
        return [], trouble
    if len(entries) > MOST_ENTRIES:
        return [], f"candidate_list has more than {MOST_ENTRIES} entries: clear it in go"
    if len(entries) > MOST_CANDIDATES:
        return [], f"candidate_list has more than {MOST_CANDIDATES} different entries"
    squares = []
    for entry in entries:
        square = read_square(entry)
        if square is None:
            wrong = f"{shown(entry)} ({kind(entry)})"
            return [], f"candidate_list holds {wrong}: expected two whole numbers (row, column)"
        squares.append(square)
    return squares, ""


def read_square(entry: Any) -> list[int] | None:
    """Return the row and the column of an entry, or None if it is not a square."""
    try:
        numbers = [operator.index(part) for part in itertools.islice(iter(entry), 3)]
        fits = len(numbers) == 2 and all(abs(part) < LARGEST_COORDINATE for part in numbers)
    except BaseException:
        return None
    return [int(part) for part in numbers] if fits else None


def content_of(sizes: list[list[Any]], data: bytes) -> list[list[Any]]:
    """Return the path and the content of each file, whose contents come one after another."""
    begins = [0, *itertools.accumulate(size for _, size in sizes)]
    return [
        [path, data[begin : begin + size]]
        for (path, size), begin in zip(sizes, begins[:-1], strict=True)
    ]


def answer_request(
    timer: CallTimer, student: StudentModule, request: dict[str, Any], data: bytes
) -> dict[str, Any]:
    """Do what the host requests, and return the answer."""
    is_move = request["do"] == "go"
    token = request["token"] if is_move else ""
    call = TimedCall(request["seconds"], student.candidates, token, request["stop_seconds"])
    answer: dict[str, Any] = {}
    returned = None
    try:
        if is_move:
            returned = timer.run(call, student.go, request["rows"])
        elif request["do"] == "load":
            files = content_of(request["files"], data)
            timer.run(
                call, student.load, request["name"], request["main"], files, request["forbidden"]
            )
        elif request["do"] == "compiled":
            answer |= timer.run(call, student.compiled, request["begin"])
        else:
            timer.run(call, student.make, request["size"], request["color"], request["time_out"])
    except BaseException as error:
        if not call.is_up:
            answer["error"] = error_report(error, sys.exc_info()[2])
    answer["timed_out"] = call.is_up
    answer["line"] = call.line
    answer["compiles"] = call.compiles
    if is_move:
        found = call.seen[0] if call.is_up and call.seen else student.candidates()
        answer["candidates"], answer["trouble"] = read_candidates(found)
        answer["returned"] = "" if returned is None else shown(returned)
        answer["changed_board"] = student.changed_board
    return answer


def main(receive: Callable[[], bytes], send: Callable[[bytes], None], scratch: str) -> None:
    """Answer the requests of the host one by one."""
    for library in ("numpy", *LIBRARIES):
        with suppress(ImportError):  # the file will fail when it imports the library
            importlib.import_module(library)

    def notify(call: TimedCall, does_not_stop: bool) -> None:
        """Send the candidates at the time-out, before the student's code can change them.

        If the call `does_not_stop`, send what it does instead.
        """
        if not call.token:
            return
        notice: dict[str, Any] = {"token": call.token, "notice": True}
        if does_not_stop:
            notice |= {
                "does_not_stop": True,
                "line": call.line,
                "raised": call.raised,
                "receives_signals": receives_signals(),
                "computed": call.computed_since(),
            }
        else:
            squares, trouble = read_candidates(call.seen[0] if call.seen else None)
            notice |= {"candidates": squares, "trouble": trouble, "compiles": call.compiles}
            notice["switch_seconds"] = sys.getswitchinterval()
        send(json.dumps(notice).encode())

    sys.setswitchinterval(SWITCH_SECONDS)
    timer, student = CallTimer(notify), StudentModule(scratch)
    send(b"ready")
    while True:
        header, _, data = receive().partition(b"\n")
        request = json.loads(header)
        answer = answer_request(timer, student, request, data)
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        send(json.dumps({"token": request["token"], **answer}).encode())
