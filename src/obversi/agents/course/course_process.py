"""A student's file in a sandbox of its own: loaded, made, asked; every fact of it as it comes."""

from collections.abc import Collection
from typing import Any, Final

from obversi.agents.course.answer import Answer, CourseFailureError, raised, read_candidates
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.starting import most_seconds_to_start, started_sandbox
from obversi.agents.course.submission import Submission
from obversi.agents.course.timed_question import (
    MOST_PATIENCE,
    STOP_SECONDS,
    WOULD_NOT_STOP,
    Reply,
    asked,
)
from obversi.agents.failure import Fault
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.layer import Layer
from obversi.sandbox.sandbox import Sandbox

__all__ = ["CourseProcess"]

_FAULTS: Final = {
    Cause.HANG: Fault.HANG,
    Cause.DEATH: Fault.DEATH,
    Cause.MEMORY: Fault.MEMORY,
    Cause.FLOOD: Fault.FLOOD,
    Cause.PROTOCOL: Fault.PROTOCOL,
    Cause.THREADS: Fault.FORBIDDEN,
    Cause.DISK: Fault.FORBIDDEN,
}

_NOT_INTERRUPTED: Final = "Compiled code has to look at the clock itself"


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
        loading = MOST_PATIENCE * (self._preset.load_seconds + 2 * STOP_SECONDS)
        return most_seconds_to_start(self._preset) + loading

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
        self._sandbox = started_sandbox(submission.libraries, preset, self._minimum, self._without)
        self.layers = tuple(self._sandbox.layers)
        question = {
            "do": "load",
            "name": _file_name(submission.name),
            "forbidden": preset.forbidden_imports,
        }
        doing = "while its file was run"
        reply = self._asked(question, preset.load_seconds, doing, submission.data)
        self._file_seconds = self.load_seconds = reply.seconds
        self._check_loading(reply.content, doing)
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
        reply = self._asked(question, left, "in AI.__init__")
        self.load_seconds = self._file_seconds + reply.seconds
        self._check_loading(reply.content, "in AI.__init__")

    def go(self, board: Board, seconds: float) -> Answer:
        """Call `go` with a board, and interrupt it after so many seconds of its own time."""
        if self._sandbox is None or not self._is_loaded:
            raise ObversiError("there is no AI to ask: it has to be constructed first")
        before = self._sandbox.output_bytes
        question = {"do": "go", "rows": board.to_array().tolist()}
        reply = self._asked(question, seconds, "in go")
        content = reply.content
        timed_out = content.get("timed_out") is True
        if not timed_out and (failure := raised(content, "in go")):
            raise failure
        if reply.is_late:
            # Nobody knows what its candidates were at the time-out.
            had = f"after {reply.told_seconds:.3g} s, and had {seconds:.3g} s"
            late = f"it could not be interrupted: it came back {had}. {_NOT_INTERRUPTED}"
            raise CourseFailureError(Fault.TIME, late if timed_out else f"it answered {had}")
        line = content.get("line")
        returned = content.get("returned")
        return Answer(
            read_candidates(content),
            timed_out,
            reply.seconds,
            self._sandbox.peak_mb,
            returned[:200] if isinstance(returned, str) else "",
            self._output_since(before),
            line if isinstance(line, int) else None,
            reply.processor_seconds,
            content.get("changed_board") is True and not timed_out,
        )

    def end(self) -> None:
        """End the process; what it printed and how much it used is still told."""
        self._is_loaded = False
        if self._sandbox is not None:
            self._sandbox.end()

    # Inside

    def _asked(
        self, question: dict[str, Any], seconds: float, doing: str, data: bytes = b""
    ) -> Reply:
        """Ask something; a process that fails, or whose answer nobody waits for, is ended."""
        assert self._sandbox is not None
        try:
            return asked(self._sandbox, question, seconds, data)
        except SandboxError as error:
            self.end()
            raise _failure(error, doing) from error
        except BaseException:
            self.end()
            raise

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


def _failure(error: SandboxError, doing: str) -> Exception:
    """Return what an agent is blamed for whose sandbox gives no answer."""
    words = error.words
    if words == WOULD_NOT_STOP and doing != "in go":
        words = f"it hung {doing}"
    elif error.cause == Cause.DEATH:
        words = f"{words}, {doing}"
    return CourseFailureError(_FAULTS[error.cause], words)


def _file_name(name: str) -> str:
    """Return a name for the file inside, without what no module has in its name."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)[:60] or "agent"
