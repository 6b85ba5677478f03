"""A question to a student's process, and how long the answer took in time of its own."""

import json
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from obversi.agents.course.answer import read_answer
from obversi.core_wait import CoreWait
from obversi.errors import MachineError
from obversi.sandbox.conversation import NoAnswerError
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox

__all__ = ["MOST_PATIENCE", "STOP_SECONDS", "WOULD_NOT_STOP", "Reply", "asked", "machine_error"]

# After a time-out, an agent has so long to come to an end.
STOP_SECONDS: Final = 1.0

# Where others have the cores, nothing is waited for longer than so many times its own time.
MOST_PATIENCE: Final = 5.0

WOULD_NOT_STOP: Final = (
    "it would not stop at the time-out: it catches every exception, or is in compiled code that "
    "does not look at the clock"
)

_MOST_ANSWER_BYTES: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class Reply:
    """What a process said, and when.

    `told_seconds` went by until the first word of it came, and `seconds` until the last, both
    without moments in which others had the core. It is late if nobody knows what its candidates
    were when the time was up.
    """

    content: dict[str, Any]
    seconds: float
    told_seconds: float
    processor_seconds: float
    is_late: bool


def asked(sandbox: Sandbox, question: dict[str, Any], seconds: float, data: bytes = b"") -> Reply:
    """Ask, wait, and let the process sleep again.

    A message with `data` is the first: before it nobody but us has done anything in the process.
    """
    token = secrets.token_hex(8)
    header = json.dumps({**question, "seconds": seconds, "token": token}).encode()
    waiting = _Waiting(sandbox, token, seconds)
    computed = sandbox.processor_seconds
    _send(sandbox, header + b"\n" + data, is_first=bool(data))
    content, told_seconds, is_late = waiting.answer()
    own_seconds = waiting.own_seconds()
    computed = sandbox.processor_seconds - computed
    sandbox.sleep()
    return Reply(content, own_seconds, told_seconds, computed, is_late)


def machine_error(words: str) -> MachineError:
    """Return what is nobody's fault, with what to do about it."""
    return MachineError(
        f"{words}. No agent is to blame: mend that, and give the same command again"
    )


def _send(sandbox: Sandbox, message: bytes, *, is_first: bool) -> None:
    try:
        sandbox.send(message)
    except SandboxError as error:
        if is_first and error.cause == Cause.HANG:
            words = "this machine is so busy that a sandbox does not even read its message"
            raise machine_error(words) from error
        raise


class _Waiting:
    """Waits for the answer to a question, from now on."""

    def __init__(self, sandbox: Sandbox, token: str, seconds: float) -> None:
        self._sandbox = sandbox
        self._token = token
        self._seconds = seconds
        self._waits = CoreWait(sandbox.process, with_own=False)
        self._begin = time.perf_counter()

    def own_seconds(self) -> float:
        """Return the time since then, without that in which others had the core."""
        elapsed = time.perf_counter() - self._begin
        return max(elapsed - self._waits.excuse(elapsed, threads=1), 0.0)

    def answer(self) -> tuple[dict[str, Any], float, bool]:
        """Return the answer, when its first word came, and whether that was late.

        If a notice of the time-out comes before the answer, what that says counts. It is late if
        nothing was there soon after the time was up, and if only an answer came then: it has to be
        known what the candidates were at the time-out.
        """
        answer_delay, notice_delay = _answer_delay(self._seconds), _notice_delay(self._seconds)
        message, delay = None, 0.0
        for longer in (answer_delay, notice_delay):
            message = self._message_within(self._seconds + longer)
            if message is not None:
                break
            delay = longer
        content = read_answer(self._at_last() if message is None else message, self._token)
        told_seconds = self.own_seconds()
        # That it waited for a core is known only after it had one. And if we had none, what was
        # there when we looked was in time.
        delay = min(delay, told_seconds - self._seconds)
        if content.get("notice") is not True:
            return content, told_seconds, delay >= answer_delay
        counts = {key: content.get(key) for key in ("candidates", "trouble")}
        content = read_answer(self._at_last(), self._token)
        return {**content, **counts, "timed_out": True}, told_seconds, delay >= notice_delay

    def _at_last(self) -> bytes:
        """Wait for a message until the time to come to an end is over, too."""
        message = self._message_within(self._seconds + STOP_SECONDS)
        if message is None:
            raise SandboxError(Cause.HANG, WOULD_NOT_STOP)
        return message

    def _message_within(self, seconds: float) -> bytes | None:
        """Wait for a message until so many seconds have gone by in which others had not the core.

        None is returned only if nothing was there when they had.
        """
        while True:
            left = seconds - self.own_seconds()
            with suppress(NoAnswerError):
                return self._sandbox.receive(max(left, 0.0), _MOST_ANSWER_BYTES)
            if left <= 0 or time.perf_counter() - self._begin > MOST_PATIENCE * seconds:
                return None


def _answer_delay(seconds: float) -> float:
    """Return how long an answer that was given in time may be on its way."""
    return 0.005 + 0.01 * seconds


def _notice_delay(seconds: float) -> float:
    """Return how long it may take until somebody inside notices that the time is up."""
    return min(0.02 + 0.05 * seconds, 0.2)
