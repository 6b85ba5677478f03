"""A student's file in a sandbox of its own: loaded, made, asked; every fact of it as it comes."""

import json
import secrets
import time
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from obversi.agents.course.answer import (
    Answer,
    CourseFailureError,
    raised,
    read_answer,
    read_candidates,
)
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission
from obversi.agents.failure import Fault
from obversi.board import Board
from obversi.core_wait import CoreWait
from obversi.errors import MachineError, ObversiError
from obversi.sandbox.conversation import NoAnswerError
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.layer import Layer
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.sandbox import Sandbox

__all__ = ["STOP_SECONDS", "CourseProcess"]

# After a time-out, an agent has so long to come to an end.
STOP_SECONDS: Final = 1.0

# A sandbox has so long to start, and is tried once more after a rest.
_SECONDS_TO_START: Final = 30.0
_SECONDS_TO_REST: Final = 0.5
_STARTS: Final = 3

# Where others have the cores, nothing is waited for longer than so many times its own time.
_MOST_PATIENCE: Final = 5.0

_MOST_ANSWER_BYTES: Final = 1 << 18

# Beside the student's own threads there are the main one and the one that keeps the time.
_OWN_THREADS: Final = 2

# Of the processor time of a game, which ends it only if nothing else does.
_MOST_MOVES: Final = 40
_CORES_USED: Final = 2

_FAULTS: Final = {
    Cause.HANG: Fault.HANG,
    Cause.DEATH: Fault.DEATH,
    Cause.MEMORY: Fault.MEMORY,
    Cause.FLOOD: Fault.FLOOD,
    Cause.PROTOCOL: Fault.PROTOCOL,
    Cause.THREADS: Fault.FORBIDDEN,
    Cause.DISK: Fault.FORBIDDEN,
}

_NOBODY_S_FAULT: Final = "No agent is to blame: mend that, and give the same command again"
_NOT_INTERRUPTED: Final = "Compiled code has to look at the clock itself"
_WOULD_NOT_STOP: Final = (
    "it would not stop at the time-out: it catches every exception, or is in compiled code that "
    "does not look at the clock"
)


class CourseProcess:
    """A process for one file, started when it is needed and asleep when it is not asked.

    Whatever is the agent's fault is a `CourseFailureError`; after one that its process did not
    survive, the next `construct` starts another. That this machine starts no sandbox, or lacks a
    layer of the `minimum`, is nobody's fault but a `MachineError`.
    """

    def __init__(
        self,
        submission: Submission,
        preset: CoursePreset,
        *,
        minimum: Collection[Layer] = (),
        without: Collection[Layer] = (),
    ) -> None:
        """Take a file that was looked at, and the rules of its course."""
        self._submission = submission
        self._preset = preset
        self._minimum = frozenset(minimum)
        self._without = frozenset(without)
        self._sandbox: Sandbox | None = None
        self._is_loaded = False
        self._seconds = self._told_seconds = self._processor_seconds = 0.0
        self._is_late = False
        self._file_seconds = 0.0
        self.layers: tuple[Layer, ...] = ()
        self.load_seconds = 0.0

    @property
    def process(self) -> int | None:
        """The number of the process, for those who look how it gets on."""
        return self._sandbox.process if self._sandbox is not None else None

    @property
    def seconds_to_come(self) -> float:
        """How long it may take at most until there is an `AI`, on a machine with much to do."""
        starting = _STARTS * (_start_seconds(self._preset) + _SECONDS_TO_REST)
        return starting + _MOST_PATIENCE * (self._preset.load_seconds + 2 * STOP_SECONDS)

    @property
    def is_running(self) -> bool:
        """Whether there is a process with the file loaded."""
        return self._is_loaded

    @property
    def output(self) -> str:
        """What it printed since it was loaded, as far as that is kept."""
        return self._sandbox.output if self._sandbox is not None else ""

    @property
    def output_bytes(self) -> int:
        """How much it printed since it was loaded."""
        return self._sandbox.output_bytes if self._sandbox is not None else 0

    @property
    def memory_mb(self) -> float:
        """The most memory that it was seen with, beyond that of Python and its libraries."""
        return self._sandbox.peak_mb if self._sandbox is not None else 0.0

    @property
    def processor_seconds(self) -> float:
        """The processor time that its process has used."""
        return self._sandbox.processor_seconds if self._sandbox is not None else 0.0

    def load(self) -> None:
        """Start a process, and run the file in it."""
        self.end()
        preset, submission = self._preset, self._submission
        self._start()
        question = {
            "do": "load",
            "name": _file_name(submission.name),
            "forbidden": preset.forbidden_imports,
        }
        doing = "while its file was run"
        content = self._asked(question, preset.load_seconds, doing, submission.data)
        self._file_seconds = self.load_seconds = self._seconds
        self._check_loading(content, doing)
        self._is_loaded = True

    def construct(self, size: int, color: int, time_out: float) -> None:
        """Make a new `AI(size, color, time_out)`, with what is left of the time for loading."""
        if not self._is_loaded:
            self.load()
        question = {
            "do": "make",
            "size": size,
            "color": color,
            "time_out": int(time_out) if float(time_out).is_integer() else time_out,
        }
        left = max(self._preset.load_seconds - self._file_seconds, 0.1)
        content = self._asked(question, left, "in AI.__init__")
        self.load_seconds = self._file_seconds + self._seconds
        self._check_loading(content, "in AI.__init__")

    def go(self, board: Board, seconds: float) -> Answer:
        """Call `go` with a board, and interrupt it after so many seconds of its own time."""
        if self._sandbox is None or not self._is_loaded:
            raise ObversiError("there is no AI to ask: it has to be constructed first")
        before = self._sandbox.output_bytes
        question = {"do": "go", "rows": board.to_array().tolist()}
        content = self._asked(question, seconds, "in go")
        timed_out = content.get("timed_out") is True
        if not timed_out and (failure := raised(content, "in go")):
            raise failure
        if self._is_late:
            # Nobody knows what its candidates were at the time-out.
            had = f"after {self._told_seconds:.3g} s, and had {seconds:.3g} s"
            late = f"it could not be interrupted: it came back {had}. {_NOT_INTERRUPTED}"
            raise CourseFailureError(Fault.TIME, late if timed_out else f"it answered {had}")
        line = content.get("line")
        returned = content.get("returned")
        return Answer(
            read_candidates(content),
            timed_out,
            self._seconds,
            self._sandbox.peak_mb,
            returned[:200] if isinstance(returned, str) else "",
            self._output_since(before),
            line if isinstance(line, int) else None,
            self._processor_seconds,
            content.get("changed_board") is True and not timed_out,
        )

    def end(self) -> None:
        """End the process; what it printed and how much it used is still told."""
        self._is_loaded = False
        if self._sandbox is not None:
            self._sandbox.end()

    # Inside

    def _start(self) -> None:
        """Start a sandbox with all layers that are wanted; nothing of the student's runs yet."""
        libraries = self._submission.libraries
        try:
            self._start_with(libraries)
        except SandboxError:
            time.sleep(_SECONDS_TO_REST)
            try:
                self._start_with(libraries)
            except SandboxError as error:
                raise self._no_start(error) from error
        assert self._sandbox is not None
        self.layers = tuple(self._sandbox.layers)
        if missing := self._minimum - set(self.layers):
            self.end()
            names = ", ".join(sorted(layer.value for layer in missing))
            raise MachineError(f"this machine does not give the layers of the sandbox: {names}")

    def _start_with(self, libraries: tuple[str, ...]) -> None:
        guest = _guest_text() + f"\n\nLIBRARIES = {libraries!r}\n"
        even_as_root = Layer.PROCESS in self._minimum
        limits = _limits(self._preset)
        try:
            self._sandbox = Sandbox(limits, guest, without=self._without, even_as_root=even_as_root)
            self._sandbox.start(_start_seconds(self._preset))
        except SandboxError:
            raise
        except ObversiError as error:  # this machine is none for sandboxes
            raise MachineError(str(error)) from error

    def _no_start(self, error: SandboxError) -> ObversiError:
        """Say whose fault it is that nothing starts: of the libraries of the file, or of nobody."""
        libraries = self._submission.libraries
        if libraries:
            with suppress(SandboxError):
                self._start_with(())
                self.end()
                words = f"what it imports cannot be used here ({', '.join(libraries)}): {error}"
                return CourseFailureError(Fault.ERROR, words)
        return MachineError(f"no sandbox can be started: {error}. {_NOBODY_S_FAULT}")

    def _asked(
        self, question: dict[str, Any], seconds: float, doing: str, data: bytes = b""
    ) -> dict[str, Any]:
        """Ask, wait, and let it sleep again."""
        assert self._sandbox is not None
        token = secrets.token_hex(8)
        header = json.dumps({**question, "seconds": seconds, "token": token}).encode()
        waits = CoreWait(self._sandbox.process, with_own=False)
        computed, begin = self._sandbox.processor_seconds, time.perf_counter()
        try:
            self._send(header + b"\n" + data, is_first=bool(data))
            content = self._answer(token, seconds, waits, begin)
            self._processor_seconds = self._sandbox.processor_seconds - computed
            self._sandbox.sleep()
            return content
        except SandboxError as error:
            self.end()
            raise _failure(error, doing) from error
        except BaseException:
            self.end()
            raise

    def _send(self, message: bytes, *, is_first: bool) -> None:
        """Send a message; before the first nobody but us has done anything in the process."""
        assert self._sandbox is not None
        try:
            self._sandbox.send(message)
        except SandboxError as error:
            if is_first and error.cause == Cause.HANG:
                words = "this machine is so busy that a sandbox does not even read its message"
                raise MachineError(f"{words}. {_NOBODY_S_FAULT}") from error
            raise

    def _answer(self, token: str, seconds: float, waits: CoreWait, begin: float) -> dict[str, Any]:
        """Return the answer; if a notice of the time-out comes before it, what that says counts.

        It is late if nothing was there soon after the time was up, and if only an answer came then:
        it has to be known what the candidates were at the time-out.
        """
        answer_delay, notice_delay = _answer_delay(seconds), _notice_delay(seconds)
        message, delay = None, 0.0
        for longer in (answer_delay, notice_delay):
            message = self._waited_for(seconds + longer, waits, begin)
            if message is not None:
                break
            delay = longer
        if message is None:
            message = self._at_last(seconds, waits, begin)
        content = read_answer(message, token)
        self._seconds = self._told_seconds = _own_seconds(waits, begin)
        # That it waited for a core is known only after it had one. And if we had none, what was
        # there when we looked was in time.
        delay = min(delay, self._told_seconds - seconds)
        if content.get("notice") is not True:
            self._is_late = delay >= answer_delay
            return content
        self._is_late = delay >= notice_delay
        counts = {key: content.get(key) for key in ("candidates", "trouble")}
        content = read_answer(self._at_last(seconds, waits, begin), token)
        self._seconds = _own_seconds(waits, begin)
        return {**content, **counts, "timed_out": True}

    def _at_last(self, seconds: float, waits: CoreWait, begin: float) -> bytes:
        """Wait for a message until the time to come to an end is over, too."""
        message = self._waited_for(seconds + STOP_SECONDS, waits, begin)
        if message is None:
            raise SandboxError(Cause.HANG, _WOULD_NOT_STOP)
        return message

    def _waited_for(self, seconds: float, waits: CoreWait, begin: float) -> bytes | None:
        """Wait for a message until so many seconds have gone by in which others had not the core.

        None is returned only if nothing was there when they had.
        """
        assert self._sandbox is not None
        while True:
            left = seconds - _own_seconds(waits, begin)
            with suppress(NoAnswerError):
                return self._sandbox.receive(max(left, 0.0), _MOST_ANSWER_BYTES)
            if left <= 0 or time.perf_counter() - begin > _MOST_PATIENCE * seconds:
                return None

    def _check_loading(self, content: dict[str, Any], doing: str) -> None:
        """Raise what went wrong before there was a board to think about."""
        failure = raised(content, doing)
        if content.get("timed_out") is True:
            line = content.get("line")
            where = f", in line {line}" if isinstance(line, int) else ""
            allowed = self._preset.load_seconds
            reason = f"it was not ready after {allowed:g} s: it was still busy {doing}{where}"
            failure = CourseFailureError(Fault.HANG, reason)
        if failure is not None:
            self.end()
            raise failure

    def _output_since(self, before: int) -> str:
        """Return what was printed after so many bytes, as far as that is kept."""
        assert self._sandbox is not None
        printed = self._sandbox.output_bytes - before
        if not printed:
            return ""
        text = self._sandbox.output.encode()
        return text[-printed:].decode("utf-8", "replace")


def _own_seconds(waits: CoreWait, begin: float) -> float:
    """Return the time since then, without that in which others had the core."""
    elapsed = time.perf_counter() - begin
    return max(elapsed - waits.excuse(elapsed, threads=1), 0.0)


def _answer_delay(seconds: float) -> float:
    """Return how long an answer that was given in time may be on its way."""
    return 0.005 + 0.01 * seconds


def _notice_delay(seconds: float) -> float:
    """Return how long it may take until somebody inside notices that the time is up."""
    return min(0.02 + 0.05 * seconds, 0.2)


def _failure(error: SandboxError, doing: str) -> Exception:
    """Return what an agent is blamed for whose sandbox gives no answer."""
    words = error.words
    if words == _WOULD_NOT_STOP and doing != "in go":
        words = f"it hung {doing}"
    elif error.cause == Cause.DEATH:
        words = f"{words}, {doing}"
    return CourseFailureError(_FAULTS[error.cause], words)


def _start_seconds(preset: CoursePreset) -> float:
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


def _file_name(name: str) -> str:
    """Return a name for the file inside, without what no module has in its name."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)[:60] or "agent"


@cache
def _guest_text() -> str:
    return (Path(__file__).parent / "guest.py").read_text(encoding="utf-8")
