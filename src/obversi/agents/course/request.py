"""A request to a student's process, and how long the answer took in the process's own time."""

import json
import math
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from obversi.agents.course.answer import read_answer
from obversi.errors import MachineError
from obversi.machine import CoreWait, processor_seconds
from obversi.sandbox.conversation import NoAnswerError
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox

__all__ = [
    "MOST_WAITING",
    "STOP_SECONDS",
    "WOULD_NOT_STOP",
    "Reply",
    "machine_error",
    "send_request",
]

# After a time-out, an agent has these seconds to stop.
STOP_SECONDS: Final = 1.0

# On a busy machine, a request waits at most this many times its own time.
MOST_WAITING: Final = 5.0

WOULD_NOT_STOP: Final = (
    "it would not stop at the time-out: it catches every exception, or is in compiled code that "
    "does not look at the clock"
)

_MOST_ANSWER_BYTES: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a process, and when it came.

    The first message came after `first_seconds` and the last one after `seconds`, both without the
    time in which other processes had the core. The reply is late if the candidates at the time-out
    are unknown.
    """

    content: dict[str, Any]
    seconds: float
    first_seconds: float
    processor_seconds: float
    is_late: bool


def send_request(
    sandbox: Sandbox, request: dict[str, Any], seconds: float, data: bytes = b""
) -> Reply:
    """Send a request, wait for the answer, and stop the process again.

    A request with `data` is the first one: no untrusted code has run in the process before.
    """
    token = secrets.token_hex(8)
    header = json.dumps({**request, "seconds": seconds, "token": token}).encode()
    waiting = _Waiting(sandbox, token, seconds)
    computed = sandbox.processor_seconds
    _send(sandbox, header + b"\n" + data, is_first=bool(data))
    content, first_seconds, is_late = waiting.answer()
    own_seconds = waiting.own_seconds()
    computed = sandbox.processor_seconds - computed
    sandbox.sleep()
    return Reply(content, own_seconds, first_seconds, computed, is_late)


def machine_error(words: str) -> MachineError:
    """Return an error that is not the fault of an agent, with advice."""
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
    """Waits for the answer to a request, from now on."""

    def __init__(self, sandbox: Sandbox, token: str, seconds: float) -> None:
        self._sandbox = sandbox
        self._token = token
        self._seconds = seconds
        self._waits = CoreWait(sandbox.process, with_own=False)
        self._computed_before = self._computed() or 0.0
        self._begin = time.perf_counter()

    def own_seconds(self) -> float:
        """Return the seconds since then, without those in which other processes had the core."""
        elapsed = time.perf_counter() - self._begin
        return max(elapsed - self._waits.excuse(elapsed, threads=1), 0.0)

    def _computed_seconds(self) -> float:
        """Return the processor time since then, or infinity if the system does not say."""
        computed = self._computed()
        return math.inf if computed is None else computed - self._computed_before

    def _computed(self) -> float | None:
        process = self._sandbox.process
        return None if process is None else processor_seconds(process)

    def answer(self) -> tuple[dict[str, Any], float, bool]:
        """Return the answer, when its first message came, and whether that was late.

        If a notice of the time-out comes before the answer, the candidates of the notice count. It
        is late if no message came soon after the time-out, or only an answer without a notice:
        then the candidates at the time-out are unknown.
        """
        answer_delay = 0.005 + 0.01 * self._seconds  # that an answer in time may have
        notice_delay = _notice_delay(self._seconds)
        message, delay = None, 0.0
        for allowed in (answer_delay, notice_delay):
            message = self._message_within(self._seconds + allowed)
            if message is not None:
                break
            delay = allowed
        content = read_answer(self._last_message() if message is None else message, self._token)
        first_seconds = self.own_seconds()
        # How long it waited for a core is known only after it got one. And if the host waited, a
        # message that was there when the host looked was in time. A machine that stands still
        # (steal, page faults) delays a message without processor time of the agent.
        delay = min(delay, min(first_seconds, self._computed_seconds()) - self._seconds)
        if content.get("notice") is not True:
            return content, first_seconds, delay >= answer_delay
        counts = {key: content.get(key) for key in ("candidates", "trouble")}
        content = read_answer(self._last_message(), self._token)
        return {**content, **counts, "timed_out": True}, first_seconds, delay >= notice_delay

    def _last_message(self) -> bytes:
        """Wait for a message until the time to stop is over, too."""
        message = self._message_within(self._seconds + STOP_SECONDS)
        if message is None:
            raise SandboxError(Cause.HANG, WOULD_NOT_STOP)
        return message

    def _message_within(self, seconds: float) -> bytes | None:
        """Wait for a message for these seconds of the process's own time.

        Return None only if no message was there after they had passed.
        """
        while True:
            left = seconds - self.own_seconds()
            with suppress(NoAnswerError):
                return self._sandbox.receive(max(left, 0.0), _MOST_ANSWER_BYTES)
            if left <= 0 or time.perf_counter() - self._begin > MOST_WAITING * seconds:
                return None


def _notice_delay(seconds: float) -> float:
    """Return the delay that the notice of a time-out may have until it arrives."""
    return min(0.02 + 0.05 * seconds, 0.2)
