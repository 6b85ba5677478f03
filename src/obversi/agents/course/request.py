"""A request to a student's process, and how long the answer took in the process's own time."""

import json
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from obversi.agents.course.answer import read_answer
from obversi.core_wait import CoreTimes, CoreWait
from obversi.errors import MachineError
from obversi.records import JsonObject
from obversi.sandbox.conversation import NoAnswerError
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox

# After a time-out, an agent has these seconds to stop.
STOP_SECONDS = 1.0

# On a busy machine, a request waits at most this many times its own time.
MOST_WAITING = 25.0

WOULD_NOT_STOP = "it would not stop at the time-out"

_MOST_ANSWER_BYTES = 1 << 18

# A clock is in dispute if the agent computed less than this share of its time.
_COMPUTED_SHARE = 0.9

# The interval in seconds at which a process that waits for a core is checked again.
_STARVED_SECONDS = 0.02

# A process that computed less than this while it did not stop was waiting for something.
_LEAST_COMPUTED = 0.01


def grace_seconds(seconds: float, more: float = 0.0) -> float:
    """Return how late the candidates of a time-out may be seen; `more` is for this machine.

    >>> round(grace_seconds(5), 3), round(grace_seconds(0.3, more=0.01), 3)
    (0.2, 0.045)
    """
    return min(0.02 + 0.05 * seconds, 0.2) + more


def is_disputed(times: CoreTimes, seconds: float) -> bool:
    """Return whether the machine may be why these seconds were not enough.

    They are not disputed if the process computed for that time on an undisturbed machine.
    """
    return times.is_disturbed or times.computed < _COMPUTED_SHARE * seconds


class NeverEndsError(SandboxError):
    """A process did not answer; `is_disputed` says whether the machine may be why."""

    def __init__(self, words: str, *, is_disputed: bool) -> None:
        """Store the explanation."""
        super().__init__(Cause.HANG, words)
        self.is_disputed = is_disputed


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a process, and when it came.

    The first message came after `first_seconds` and the last one after `seconds`, both without the
    time in which the process could not run; `times` are those up to the first message. It was
    `is_noticed` if that was the notice of the time-out. The reply is late if the candidates at the
    time-out are unknown.
    """

    content: JsonObject
    seconds: float
    first_seconds: float
    processor_seconds: float
    is_late: bool
    is_noticed: bool
    times: CoreTimes


def send_request(
    sandbox: Sandbox,
    request: JsonObject,
    seconds: float,
    data: bytes = b"",
    *,
    grace: float = 0.0,
) -> Reply:
    """Send a request, wait for the answer, and stop the process again.

    A request with `data` is the first one: no untrusted code has run in the process before. On a
    disturbed machine messages may be late by `grace` more seconds.
    """
    token = secrets.token_hex(8)
    times = {"seconds": seconds, "stop_seconds": STOP_SECONDS}
    header = json.dumps({**request, **times, "token": token}).encode()
    waiting = _Waiting(sandbox, token, seconds, grace)
    computed = sandbox.processor_seconds
    _send(sandbox, header + b"\n" + data, is_first=bool(data))
    content, first, is_late, is_noticed = waiting.answer()
    own_seconds = waiting.times().own
    computed = sandbox.processor_seconds - computed
    sandbox.sleep()
    return Reply(content, own_seconds, first.own, computed, is_late, is_noticed, first)


def machine_error(words: str) -> MachineError:
    """Return an error that is not a failure of an agent, with advice."""
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

    def __init__(self, sandbox: Sandbox, token: str, seconds: float, grace: float) -> None:
        self._sandbox = sandbox
        self._token = token
        self._seconds = seconds
        self._grace = grace
        self._has_given_up = False
        self._waits = CoreWait(sandbox.process, with_own=False)
        self._begin = time.perf_counter()

    def times(self) -> CoreTimes:
        """Return the times of the process since then."""
        return self._waits.times(time.perf_counter() - self._begin, threads=1)

    def answer(self) -> tuple[JsonObject, CoreTimes, bool, bool]:
        """Return the answer, the times of its first message, whether it was late, and a notice.

        If a notice of the time-out comes before the answer, the candidates of the notice count. An
        answer without one that is a little late counts as one that was interrupted. It is late if
        its first message came after the grace period: then the candidates at the time-out are
        unknown.
        """
        grace = grace_seconds(self._seconds, self._grace)
        message = self._message_within(self._seconds + grace)
        # If the host waited, a message that was there when the host looked was in time.
        is_late = message is None
        content = self._next_answer(message, {})
        first = self.times()
        # How long it waited for a core is known only after it got one. A machine that stands still
        # delays a message without processor time of the agent.
        delay = min(first.own, first.computed) - self._seconds
        is_late = is_late and delay >= grace
        if content.get("notice") is not True:
            if "error" not in content and delay >= 0.005 + 0.01 * self._seconds + self._grace:
                content["timed_out"] = True
            return content, first, is_late, False
        counts = {key: content.get(key) for key in ("candidates", "trouble", "switch_seconds")}
        while content.get("notice") is True:
            content = self._next_answer(None, content)
        return {**content, **counts, "timed_out": True}, first, is_late, True

    def _next_answer(self, message: bytes | None, last_notice: Mapping[str, Any]) -> JsonObject:
        """Read a message, or wait for one until the time to stop is over, too."""
        if message is None:
            message = self._message_within(self._seconds + STOP_SECONDS)
        if message is None:
            times = self.times()
            if self._has_given_up:
                raise machine_error("this machine is so busy that agents hardly get a core")
            words = f"{WOULD_NOT_STOP}: {_why_it_does_not_stop(last_notice, times, self._seconds)}"
            disputed = is_disputed(times, self._seconds + STOP_SECONDS)
            raise NeverEndsError(words, is_disputed=disputed)
        return read_answer(message, self._token)

    def _message_within(self, seconds: float) -> bytes | None:
        """Wait for a message for these seconds of the process's own time.

        Return None only if no message was there after they had passed.
        """
        least = 0.0
        while True:
            left = seconds - self.times().own
            with suppress(NoAnswerError):
                return self._sandbox.receive(max(left, least), _MOST_ANSWER_BYTES)
            self._has_given_up = time.perf_counter() - self._begin > MOST_WAITING * seconds
            if self._has_given_up:
                return None
            # A process that waits for a core now is given time until it has had one; then its wait
            # is known.
            if left <= 0 and not self._waits.is_starved() and self.times().own >= seconds:
                return None
            least = _STARVED_SECONDS


def _why_it_does_not_stop(notice: Mapping[str, Any], times: CoreTimes, seconds: float) -> str:
    """Return why a process does not stop, by the last notice of its timer, if there is one."""
    line = notice.get("line")
    where = f" in line {line}" if isinstance(line, int) else ""
    if not notice.get("does_not_stop"):
        if times.computed < seconds + _LEAST_COMPUTED:
            return "it waits for something, and lets no other thread run meanwhile"
        return "it lets no other thread run, as compiled code that does not look at the clock"
    if notice.get("raised"):
        return f"it catches the exception that ends the call{where}: `except:` catches every one"
    if not notice.get("receives_signals"):
        return f"it blocks or replaces the signal that ends the call{where}"
    computed = notice.get("computed")
    if not isinstance(computed, int | float) or computed < _LEAST_COMPUTED:
        return f"it waits for something{where}, and does not return"
    return f"it is in compiled code, called{where}, which does not look at the clock"
