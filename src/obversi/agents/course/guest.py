"""What runs a student's file inside a sandbox: it stands alone, and is sent there as text.

It knows the standard library, and NumPy for the board. Nothing that it says is believed: the file
that it runs shares its process. So the host keeps its own time and looks at every answer.
"""

import _sitebuiltins
import _thread
import builtins
import importlib
import itertools
import json
import linecache
import operator
import queue
import reprlib
import signal
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Any

__all__ = ["main"]

# The host adds a line that names the libraries which the file imports.
LIBRARIES: tuple[str, ...] = ()

# Nobody else uses this signal: files may have alarms of their own.
TIME_IS_UP = signal.SIGRTMAX - 3 if hasattr(signal, "SIGRTMAX") else signal.SIGUSR2

# So soon a busy thread lets the one go on that keeps the time, which has to several times.
SWITCH_SECONDS = 0.0005

# Who catches what is raised at the time-out gets it again so soon.
AGAIN_SECONDS = 0.005

# A list may have as many entries, for who appends whatever is better comes to many; but a board has
# far fewer squares.
MOST_ENTRIES = 1_000_000
MOST_CANDIDATES = 4096
LARGEST_COORDINATE = 1_000_000
LONGEST_REPR = 80
LONGEST_MESSAGE = 300
LONGEST_TRACE = 4000
STEPS_SHOWN = 6


class TimeIsUp(BaseException):
    """Raised in the student's code at the time-out; no `except Exception` catches it."""


class ForbiddenImportError(ImportError):
    """An import that the course forbids, by whatever way it was named."""


class Turn:
    """A call of the student's code with its time."""

    def __init__(self, seconds: float, look: Callable[[], Any], token: str = "") -> None:
        """Begin now; `look` takes what counts if the time is up, which is told with the token."""
        self.seconds = seconds
        self.look = look
        self.token = token
        self.begun = time.monotonic()
        self.waited, self.computed = core_times()
        self.done = _thread.allocate_lock()
        self.done.acquire()
        self.is_over = self.is_up = self.is_told = False
        self.seen: list[Any] = []
        self.line: int | None = None

    def check(self) -> float:
        """Return the seconds that are left; without any, what counts is what is there now."""
        elapsed = time.monotonic() - self.begun
        if elapsed < self.seconds:
            return self.seconds - elapsed
        # This comes first: the other thread may go on whenever this one reads a file.
        if not self.seen:
            self.seen = [self.look()]
        # While others had the core, no time went by.
        waited, computed = core_times()
        excuse = min(waited - self.waited, elapsed - (computed - self.computed))
        left = self.seconds - (elapsed - max(excuse, 0.0))
        if left > 0:
            self.seen = []
            return left
        self.is_up = True
        return 0.0


def core_times() -> tuple[float, float]:
    """Return how long the main thread waited for a core, and how long all threads computed."""
    try:
        with open("/proc/self/schedstat", "rb") as file:  # noqa: PTH123 - quicker
            return int(file.read().split()[1]) * 1e-9, time.process_time()
    except (OSError, ValueError, IndexError):
        return 0.0, 0.0


class Watch:
    """Keeps the time, in a thread of its own, and interrupts the main thread."""

    def __init__(self, on_time_up: Callable[[Turn], None]) -> None:
        """Watch the thread that calls this; of a turn whose time is up is told at once."""
        self._on_time_up = on_time_up
        self._lock = _thread.allocate_lock()
        self._turns: queue.SimpleQueue[Turn] = queue.SimpleQueue()
        self._main = threading.get_ident()
        self.turn: Turn | None = None
        signal.signal(TIME_IS_UP, self._interrupt)
        threading.Thread(target=self._keep, daemon=True).start()

    def call(self, turn: Turn, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call the student's code; `TimeIsUp` comes out of it if its time is up."""
        self.turn = turn
        self._turns.put(turn)
        try:
            return function(*arguments)
        finally:
            turn.check()
            if turn.is_up:
                self._tell(turn)
            with self._lock:
                turn.is_over = True
            self.turn = None
            turn.done.release()

    def _keep(self) -> None:
        while True:
            turn = self._turns.get()
            while not turn.is_over:
                left = turn.check()
                if turn.is_up:
                    self._tell(turn)
                    signal.pthread_kill(self._main, TIME_IS_UP)
                turn.done.acquire(timeout=max(left, AGAIN_SECONDS))

    def _tell(self, turn: Turn) -> None:
        with self._lock:  # after the answer nothing more may be said
            if not turn.is_over and not turn.is_told:
                turn.is_told = True
                self._on_time_up(turn)

    def _interrupt(self, _number: int, frame: types.FrameType | None) -> None:
        turn = self.turn
        # The code of this file is not to be interrupted: it is about to begin, or to end.
        if turn is None or not turn.is_up or frame is None or frame.f_globals is globals():
            return
        if turn.line is None:
            turn.line = line_of(frame)
        raise TimeIsUp


class Student:
    """The student's module, and the agent that was made of it."""

    def __init__(self, scratch: str) -> None:
        """Have nothing yet; `scratch` is where files can be written."""
        self._scratch = scratch
        self._module: types.ModuleType | None = None
        self._agent: Any = None
        self.path = ""
        self.changed_board = False

    def load(self, name: str, forbidden: list[str], data: bytes) -> None:
        """Run the file as a module, from a file: compilers and tracebacks look for one."""
        self.path = STUDENT["path"] = f"{self._scratch}/{name}.py"
        with open(self.path, "wb") as file:  # noqa: PTH123 - nothing more is imported
            file.write(data)
        # A name of its own: a file called random.py must not take the place of the module.
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
        """Let it think about a board."""
        import numpy

        self.changed_board = False
        board = numpy.array(rows)
        returned = self._agent.go(board)
        self.changed_board = numpy.ndarray.tolist(board) != rows
        return returned

    def candidates(self) -> Any:
        """Return its list as it is now: a copy, for it may go on."""
        try:
            found: Any = self._agent.candidate_list
            if isinstance(found, list):
                return shortened(list.__getitem__(found, slice(-MOST_ENTRIES - 1, None)))
            return found.tolist() if type(found).__name__ == "ndarray" else found
        except BaseException:
            return None


# The path of the student's file, for those who look for its lines.
STUDENT = {"path": ""}


def guarded_builtins(forbidden: list[str]) -> dict[str, Any]:
    """Return the built-in names, with an import that keeps the course's rules."""

    def guarded_import(name: str, *details: Any, **named: Any) -> Any:
        if any(name == module or name.startswith(f"{module}.") for module in forbidden):
            raise ForbiddenImportError(f"it imports {name!r}, which the course forbids")
        return builtins.__import__(name, *details, **named)

    # Python has these two in every file, but for one that it starts with as little as this one.
    leaving = {name: _sitebuiltins.Quitter(name, "Ctrl-D") for name in ("exit", "quit")}
    return {**vars(builtins), **leaving, "__import__": guarded_import}


def line_of(frame: types.FrameType | None) -> int | None:
    """Return the innermost line of the student's file that is being run."""
    while frame is not None:
        if frame.f_code.co_filename == STUDENT["path"]:
            return frame.f_lineno
        frame = frame.f_back
    return None


def shown(thing: object) -> str:
    """Return a short text about anything, even if it does not want to be shown."""
    try:
        text = reprlib.repr(thing)
    except BaseException:
        text = "something that cannot be shown"
    return text if len(text) <= LONGEST_REPR else text[:LONGEST_REPR] + "…"


def kind(thing: object) -> str:
    """Return the name of the type of anything."""
    return str(type(thing).__name__)[:LONGEST_REPR]


def told_error(error: BaseException, trace: types.TracebackType | None) -> dict[str, Any]:
    """Tell of what the student's code raised: where in its own file, and nothing of this one.

    The error itself is asked for nothing but its text: it may be of the student's own making.
    """
    cause = type(error)
    try:
        message = str(error)[:LONGEST_MESSAGE]
    except BaseException:
        message = ""
    steps = [
        (line, frame.f_code.co_name)
        for frame, line in traceback.walk_tb(trace)
        if frame.f_code.co_filename == STUDENT["path"]
    ]
    lines = [
        f"line {line}, in {name}\n    {linecache.getline(STUDENT['path'], line).strip()}"
        for line, name in (*steps[:STEPS_SHOWN], *steps[STEPS_SHOWN:][-STEPS_SHOWN:])
    ]
    if len(steps) > 2 * STEPS_SHOWN:
        lines.insert(STEPS_SHOWN, f"… {len(steps) - 2 * STEPS_SHOWN} more …")
    return {
        "type": kind(error),
        "message": message,
        "line": steps[-1][0] if steps else None,
        "trace": "\n".join(lines)[:LONGEST_TRACE],
        "forbidden": issubclass(cause, ForbiddenImportError),
        "memory": issubclass(cause, MemoryError),
        "errno": number_of(error),
    }


def number_of(error: BaseException) -> int | None:
    """Return the number that the system gave an error, without asking its own class."""
    if not issubclass(type(error), OSError):
        return None
    number = vars(OSError)["errno"].__get__(error)
    return number if type(number) is int else None


def shortened(entries: list[Any]) -> list[Any]:
    """Return a list as it is, or of a long one each entry once, in their order, and the last."""
    if not MOST_CANDIDATES < len(entries) <= MOST_ENTRIES:
        return entries
    try:
        different = list(dict.fromkeys(entries))
    except TypeError:  # lists as entries
        try:
            different = list(dict.fromkeys(map(tuple, entries)))
        except BaseException:  # the first that is wrong will be named
            return [entry for entry in entries if read_square(entry) is None][:1] or entries
    return [*different, entries[-1]]


def read_candidates(found: Any) -> tuple[list[list[int]], str]:
    """Read the list of candidates as far as it is one, and say what is wrong with it."""
    if found is None:
        return [], "it has no candidate_list"
    if isinstance(found, str | bytes | dict | set | frozenset):
        return [], f"candidate_list is a {kind(found)}: expected a list of (row, column)"
    try:
        entries = list(itertools.islice(iter(found), MOST_ENTRIES + 1))
        entries = shortened(entries)
    except BaseException as error:
        trouble = f"candidate_list is no list ({kind(found)}), and cannot be read: {kind(error)}"
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
    """Return a row and a column, or None if it is nothing of the kind."""
    try:
        numbers = [operator.index(part) for part in itertools.islice(iter(entry), 3)]
        fits = len(numbers) == 2 and all(abs(part) < LARGEST_COORDINATE for part in numbers)
    except BaseException:
        return None
    return [int(part) for part in numbers] if fits else None


def answered(watch: Watch, student: Student, asked: dict[str, Any], data: bytes) -> dict[str, Any]:
    """Do what is asked, and tell how it went."""
    is_move = asked["do"] == "go"
    turn = Turn(asked["seconds"], student.candidates, asked["token"] if is_move else "")
    answer: dict[str, Any] = {}
    returned = None
    try:
        if is_move:
            returned = watch.call(turn, student.go, asked["rows"])
        elif asked["do"] == "load":
            watch.call(turn, student.load, asked["name"], asked["forbidden"], data)
        else:
            watch.call(turn, student.make, asked["size"], asked["color"], asked["time_out"])
    except BaseException as error:
        if not turn.is_up:
            answer["error"] = told_error(error, sys.exc_info()[2])
    answer["timed_out"] = turn.is_up
    answer["line"] = turn.line
    if is_move:
        found = turn.seen[0] if turn.is_up and turn.seen else student.candidates()
        answer["candidates"], answer["trouble"] = read_candidates(found)
        answer["returned"] = "" if returned is None else shown(returned)
        answer["changed_board"] = student.changed_board
    return answer


def main(receive: Callable[[], bytes], send: Callable[[bytes], None], scratch: str) -> None:
    """Answer what the host asks, one thing after another."""
    for library in ("numpy", *LIBRARIES):
        with suppress(ImportError):  # the file says so itself when it imports it
            importlib.import_module(library)

    def tell(turn: Turn) -> None:
        """Send what counts at the time-out, before anything can be changed about it."""
        if turn.token:
            squares, trouble = read_candidates(turn.seen[0] if turn.seen else None)
            notice = {"token": turn.token, "notice": True, "candidates": squares}
            send(json.dumps({**notice, "trouble": trouble}).encode())

    sys.setswitchinterval(SWITCH_SECONDS)
    watch, student = Watch(tell), Student(scratch)
    send(b"ready")
    while True:
        header, _, data = receive().partition(b"\n")
        asked = json.loads(header)
        answer = answered(watch, student, asked, data)
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        send(json.dumps({"token": asked["token"], **answer}).encode())
