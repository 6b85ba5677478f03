"""The process of a student's file: started in a sandbox, loaded, and asked for moves."""

import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import Answer, CourseFailureError, raised, read_candidates
from obversi.agents.course.compiled import compiled_files
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.request import (
    MOST_WAITING,
    STOP_SECONDS,
    NeverEndsError,
    Reply,
    is_disputed,
    machine_error,
    send_request,
)
from obversi.agents.course.submission import Submission
from obversi.board import Board
from obversi.color import Color
from obversi.errors import InputError, MachineError, ObversiError
from obversi.records import JsonObject
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox
from obversi.sandbox.settings import Layer, SandboxLimits

# A sandbox has this time to start, and is started once more after a pause.
_SECONDS_TO_START = 30.0
_SECONDS_BETWEEN_STARTS = 0.5
_STARTS = 3

# For all files that Numba has written.
_SECONDS_TO_READ = 5.0

# Beside the student's own threads there are the main thread and the timer's.
_OWN_THREADS = 2

# For the limit on processor time, which matters only if all other limits fail.
_MOST_MOVES = 40
_CORES_USED = 2


def started_sandbox(
    libraries: tuple[str, ...],
    preset: CoursePreset,
    minimum: Collection[Layer],
    without: Collection[Layer],
) -> Sandbox:
    """Start a sandbox with all layers but `without`, in which these libraries are imported.

    If that fails, the file is the cause if the start works without the libraries, and of the
    machine if not.
    """

    def start(loaded: tuple[str, ...]) -> Sandbox:
        script = _runner_text() + f"\n\nLIBRARIES = {loaded!r}\n"
        as_root = Layer.PROCESS in minimum
        try:
            sandbox = Sandbox(_limits(preset), script, without=without, even_as_root=as_root)
            sandbox.start(_seconds_to_start(preset))
        except SandboxError:
            raise
        except ObversiError as error:  # this machine cannot run sandboxes
            raise MachineError(str(error)) from error
        return sandbox

    try:
        sandbox = start(libraries)
    except SandboxError:
        time.sleep(_SECONDS_BETWEEN_STARTS)
        try:
            sandbox = start(libraries)
        except SandboxError as error:
            if libraries:
                with suppress(SandboxError):
                    start(()).end()
                    words = f"what it imports cannot be used here ({', '.join(libraries)}): {error}"
                    raise CourseFailureError(FailureKind.ERROR, words) from error
            raise machine_error(f"no sandbox can be started: {error}") from error
    if missing := set(minimum) - set(sandbox.layers):
        sandbox.end()
        names = ", ".join(sorted(layer.value for layer in missing))
        raise MachineError(f"this machine lacks layers of the sandbox that are required: {names}")
    return sandbox


def most_seconds_to_start(preset: CoursePreset) -> float:
    """Return how long all attempts to start a sandbox may take together."""
    return _STARTS * (_seconds_to_start(preset) + _SECONDS_BETWEEN_STARTS)


def _seconds_to_start(preset: CoursePreset) -> float:
    return max(preset.load_seconds, _SECONDS_TO_START)


def _limits(preset: CoursePreset) -> SandboxLimits:
    moves = _MOST_MOVES * (preset.move_seconds + STOP_SECONDS)
    thinking = max(moves, preset.game_seconds or 0.0) + preset.warm_up_seconds
    return SandboxLimits(
        memory_mb=preset.memory_mb,
        processor_seconds=_CORES_USED * (thinking + preset.load_seconds),
        file_mb=preset.scratch_mb,
        scratch_mb=preset.scratch_mb,
        threads=preset.threads + _OWN_THREADS,
        output_kb=preset.output_kb,
    )


@cache
def _runner_text() -> str:
    """Return the text of the timer and of the runner, which cannot import it inside."""
    names = ("call_timer.py", "runner.py")
    texts = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in names]
    lines = "\n".join(texts).splitlines()
    return "\n".join(line for line in lines if not line.startswith("from obversi."))


_FAILURES = {
    Cause.HANG: FailureKind.HANG,
    Cause.DEATH: FailureKind.DEATH,
    Cause.MEMORY: FailureKind.MEMORY,
    Cause.FLOOD: FailureKind.FLOOD,
    Cause.PROTOCOL: FailureKind.PROTOCOL,
    Cause.THREADS: FailureKind.FORBIDDEN,
    Cause.DISK: FailureKind.FORBIDDEN,
}

# A switch interval above this was set by the student's file, and stops the other threads.
_LONG_SWITCH_SECONDS = 0.1


class CourseProcess:
    """A process for one file, started when it is needed and stopped between requests.

    A failure of the agent raises `CourseFailureError`; if it ended the process, the next
    `construct` starts another one. A machine that cannot start a sandbox, or lacks a layer of the
    `minimum`, raises `MachineError`.
    """

    def __init__(
        self,
        submission: Submission,
        preset: CoursePreset,
        *,
        minimum: Collection[Layer] = (),
        without: Collection[Layer] = (),
        grace: float = 0.0,
    ) -> None:
        """Take a checked file and the rules of its course.

        `grace` are the seconds that its answers may be later on this machine than elsewhere.
        """
        self._grace = grace
        self._submission = submission
        self._preset = preset
        self._minimum = frozenset(minimum)
        self._without = frozenset(without)
        self._sandbox: Sandbox | None = None
        self._is_loaded = False
        self._file_seconds = 0.0
        self.layers: tuple[Layer, ...] = ()
        self.load_seconds = 0.0

    @property
    def process(self) -> int | None:
        """The number of the process."""
        return self._sandbox.process if self._sandbox is not None else None

    @property
    def start_seconds(self) -> float:
        """The most seconds until there is an `AI`, on a busy machine."""
        loading = MOST_WAITING * (self._preset.load_seconds + 2 * STOP_SECONDS)
        return most_seconds_to_start(self._preset) + loading

    @property
    def is_running(self) -> bool:
        """Whether there is a process that has loaded the file."""
        return self._is_loaded

    @property
    def output(self) -> str:
        """What it printed since it was loaded, without the middle if it is long."""
        return self._sandbox.output if self._sandbox is not None else ""

    @property
    def output_bytes(self) -> int:
        """The number of bytes that it printed since it was loaded."""
        return self._sandbox.output_bytes if self._sandbox is not None else 0

    @property
    def memory_mb(self) -> float:
        """The most memory that was measured, without Python and its libraries."""
        return self._sandbox.peak_mb if self._sandbox is not None else 0.0

    @property
    def processor_seconds(self) -> float:
        """The processor time that its process has used."""
        return self._sandbox.processor_seconds if self._sandbox is not None else 0.0

    def load(self) -> None:
        """Start a process, and run the file in it."""
        self.end()
        preset, submission = self._preset, self._submission
        self._sandbox = started_sandbox(submission.libraries, preset, self._minimum, self._without)
        self.layers = tuple(self._sandbox.layers)
        name = _file_name(submission.name)
        main = submission.main if submission.files else f"{name}.py"
        files = {**(submission.files or {main: submission.data}), **submission.compiled}
        request = {
            "do": "load",
            "name": name,
            "main": main,
            "files": [(path, len(data)) for path, data in files.items()],
            "forbidden": preset.forbidden_imports,
        }
        doing = "while its file was run"
        reply = self._request(request, preset.load_seconds, doing, b"".join(files.values()))
        self._file_seconds = self.load_seconds = reply.seconds
        self._check_loading(reply, doing)
        self._is_loaded = True

    def construct(self, size: int, color: Color, time_out: float) -> None:
        """Make a new `AI(size, color, time_out)`, with what is left of the time for loading."""
        if not self._is_loaded:
            self.load()
        request = {
            "do": "make",
            "size": size,
            "color": color,
            "time_out": int(time_out) if float(time_out).is_integer() else time_out,
        }
        left = max(self._preset.load_seconds - self._file_seconds, 0.1)
        reply = self._request(request, left, "in AI.__init__")
        self.load_seconds = self._file_seconds + reply.seconds
        self._check_loading(reply, "in AI.__init__")

    def go(self, board: Board, seconds: float) -> Answer:
        """Call `go` with a board, and interrupt it after these seconds of its own time."""
        if self._sandbox is None or not self._is_loaded:
            raise InputError("there is no AI yet: call construct first")
        before = self._sandbox.output_bytes
        request = {"do": "go", "rows": board.to_array().tolist()}
        reply = self._request(request, seconds, "in go")
        content = reply.content
        timed_out = content.get("timed_out") is True
        if not timed_out and (failure := raised(content, "in go")):
            raise failure
        line = content.get("line")
        line = line if isinstance(line, int) else None
        disputed = is_disputed(reply.times, seconds)
        if reply.is_late:  # its candidates at the time-out are unknown
            words = _late_text(reply, seconds, line)
            raise CourseFailureError(FailureKind.TIME, words, line=line, disputed=disputed)
        returned = content.get("returned")
        return Answer(
            read_candidates(content),
            timed_out,
            reply.seconds,
            self._sandbox.peak_mb,
            returned[:200] if isinstance(returned, str) else "",
            self._output_since(before),
            line,
            reply.processor_seconds,
            content.get("changed_board") is True and not timed_out,
            reply.times,
            disputed,
            content.get("compiles") is True,
        )

    def compiled(self) -> dict[str, bytes]:
        """Return what Numba has compiled and stored, for the next process of the same files."""
        if not self._is_loaded or "numba" not in self._submission.libraries:
            return {}

        def ask(begin: int) -> Mapping[str, Any]:
            request = {"do": "compiled", "begin": begin}
            return self._request(request, _SECONDS_TO_READ, "").content

        try:
            return compiled_files(ask)
        except CourseFailureError:  # it is not tested for this
            return {}

    def end(self) -> None:
        """End the process; its output and its measurements stay available."""
        self._is_loaded = False
        if self._sandbox is not None:
            self._sandbox.end()

    # Inside

    def _request(self, request: JsonObject, seconds: float, doing: str, data: bytes = b"") -> Reply:
        """Send a request; end the process if it fails or if waiting is interrupted."""
        assert self._sandbox is not None
        try:
            return send_request(self._sandbox, request, seconds, data, grace=self._grace)
        except SandboxError as error:
            self.end()
            raise _failure(error, doing) from error
        except BaseException:
            self.end()
            raise

    def _check_loading(self, reply: Reply, doing: str) -> None:
        content = reply.content
        failure = raised(content, doing)
        if content.get("timed_out") is True:
            line = content.get("line")
            where = f", in line {line}" if isinstance(line, int) else ""
            allowed = self._preset.load_seconds
            busy = "compiling" if content.get("compiles") is True else "busy"
            reason = f"it was not ready after {allowed:g} s: it was still {busy} {doing}{where}"
            disputed = is_disputed(reply.times, reply.times.own)
            failure = CourseFailureError(FailureKind.HANG, reason, disputed=disputed)
        if failure is not None:
            self.end()
            raise failure

    def _output_since(self, before: int) -> str:
        """Return what was printed after the first `before` bytes, as far as it is stored."""
        assert self._sandbox is not None
        printed = self._sandbox.output_bytes - before
        if not printed:
            return ""
        text = self._sandbox.output.encode()
        return text[-printed:].decode("utf-8", "replace")


def _late_text(reply: Reply, seconds: float, line: int | None) -> str:
    """Explain an answer that came too late."""
    timing = f"after {reply.first_seconds:.3g} s, and had {seconds:.3g} s"
    if not reply.is_noticed:
        return f"it answered {timing}"
    where = f", called in line {line}," if line is not None else ""
    switch_seconds = reply.content.get("switch_seconds")
    if isinstance(switch_seconds, float) and switch_seconds > _LONG_SWITCH_SECONDS:
        return f"it could not be interrupted: it let no other thread run, and came back {timing}"
    return f"it could not be interrupted: compiled code{where} came back {timing}"


def _failure(error: SandboxError, doing: str) -> Exception:
    words = error.words
    disputed = isinstance(error, NeverEndsError) and error.is_disputed
    if isinstance(error, NeverEndsError) and doing != "in go":
        words = f"it hung {doing}"
    elif error.cause == Cause.DEATH:
        words = f"{words}, {doing}"
    return CourseFailureError(_FAILURES[error.cause], words, disputed=disputed)


def _file_name(name: str) -> str:
    """Return a name for the file inside that can be the name of a module."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)[:60] or "agent"
