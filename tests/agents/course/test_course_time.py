"""What a student's file does in its sandbox when its time is up."""

import re
from itertools import count
from typing import Any

import pytest
from student_processes import LEGAL, failure

from obversi import core_wait
from obversi.agents.agent import FailureKind
from obversi.agents.course import request
from obversi.core_wait import CoreWait

LATE = "self.candidate_list.append((4, 5))\n"

BUSY_TOP = "import sys, time"
BUSY = "end = time.process_time() + 0.3\nwhile time.process_time() < end: n += 1"


@pytest.mark.usefixtures("long_grace")
def test_the_candidates_at_the_time_out_count(ask: Any) -> None:
    answer = ask(LATE + "while True:\n    pass", seconds=0.1)
    assert answer.timed_out
    assert answer.candidates[-1] == (4, 5)
    assert answer.line in (30, 31)


@pytest.mark.usefixtures("long_grace")
def test_it_goes_on_after_a_time_out(ask: Any) -> None:
    go = (
        "import time\nself.calls = getattr(self, 'calls', 0) + 1\nif self.calls == 1: time.sleep(9)"
    )
    first_late = ask(go, times=2, seconds=0.2)
    assert not first_late.timed_out
    assert first_late.candidates[-1] == LEGAL[0]


@pytest.mark.usefixtures("long_grace")
def test_except_exception_does_not_prevent_the_interrupt(ask: Any) -> None:
    go = """
    try:
        for _ in iter(int, 1):
            pass
    except Exception:
        pass
    self.candidate_list.append((0, 0))
    """
    assert ask(go, seconds=0.1).candidates[-1] == LEGAL[0]


@pytest.mark.usefixtures("long_grace")
def test_candidates_after_the_time_out_do_not_count(ask: Any) -> None:
    swallowed = "try:\n    time.sleep(9)\nexcept BaseException: pass\n" + LATE
    answer = ask(swallowed, top="import time", seconds=0.1)
    assert answer.timed_out
    assert answer.candidates[-1] == LEGAL[0]


def test_code_that_cannot_be_interrupted_is_late(ask: Any) -> None:
    # As compiled code does that does not look at the clock.
    error = failure(ask, "sys.setswitchinterval(60)\nn = 0\n" + BUSY, top=BUSY_TOP, seconds=0.05)
    assert error.kind == FailureKind.TIME
    assert "it answered after" in str(error) or "it could not be interrupted" in str(error)


def test_a_delay_without_processor_time_is_not_late(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a machine that stands still for a moment.
    monkeypatch.setattr(core_wait, "processor_seconds", lambda _: 0.0)
    answer = ask("sys.setswitchinterval(60)\nn = 0\n" + BUSY, top=BUSY_TOP, seconds=0.05)
    assert answer.candidates[-1] == LEGAL[0]


def longer(seconds: float) -> str:
    """Return an agent that gives itself more time, and takes these seconds of the processor."""
    return f"""
    frame = sys._getframe()
    while frame is not None:
        if "call" in frame.f_locals:
            frame.f_locals["call"].seconds = 99
        frame = frame.f_back
    end = time.process_time() + {seconds}
    while time.process_time() < end: pass
    """


def test_time_that_was_stolen_is_late(ask: Any) -> None:
    error = failure(ask, longer(0.15), top=BUSY_TOP, seconds=0.02)
    assert error.kind == FailureKind.TIME
    assert "it answered after" in str(error)


STAYS = """
def spin():
    for _ in iter(int, 1): pass
def stay(levels):
    while True:
        try:
            stay(levels - 1) if levels else spin()
        except BaseException:
            pass
stay(5)
"""

ENDS_NEVER = {
    "catches everything": (
        STAYS,
        r"it catches the exception that ends the call in line \d+: `except:` catches every one",
    ),
    "ignores signals": (
        "for number in signal.valid_signals() - {9, 19}:\n"
        "    signal.signal(number, signal.SIG_IGN)\nwhile True: pass",
        r"it blocks or replaces the signal that ends the call in line \d+",
    ),
    "blocks signals": (
        "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\ntime.sleep(99)",
        r"it blocks or replaces the signal that ends the call in line \d+",
    ),
    "compiled code": (
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 2 ** 31 - 1)",
        r"it is in compiled code, called in line \d+, which does not look at the clock",
    ),
    "compiled code that holds the interpreter": (
        "sum(itertools.repeat(1))",
        "it lets no other thread run, as compiled code that does not look at the clock",
    ),
}


@pytest.mark.few_cases
@pytest.mark.parametrize(("go", "words"), ENDS_NEVER.values(), ids=ENDS_NEVER)
def test_why_code_does_not_stop(ask: Any, go: str, words: str) -> None:
    top = "import hashlib, itertools, signal, time"
    error = failure(ask, go, top=top, seconds=0.1)
    assert error.kind == FailureKind.HANG
    assert re.fullmatch(f"it would not stop at the time-out: {words}", str(error)), str(error)


def test_compiled_code_that_comes_back_late_is_named(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One sum takes much longer than the grace period, and some may pass before it is stopped.
    monkeypatch.setattr(request, "STOP_SECONDS", 60.0)
    top = "NUMBERS = range(10 ** 7)"
    error = failure(ask, "while True: sum(NUMBERS)", top=top, seconds=0.02)
    assert error.kind == FailureKind.TIME
    words = r"it could not be interrupted: compiled code, called in line \d+, came back after"
    assert re.match(words, str(error)), str(error)


@pytest.mark.usefixtures("long_grace")
def test_who_is_a_little_late_plays_the_last_candidate(ask: Any) -> None:
    # Its own clock says that it is in time; the judge's says that it is late.
    go = longer(0.15) + "self.candidate_list.append((4, 5))"
    answer = ask(go, top=BUSY_TOP, seconds=0.1)
    assert answer.timed_out
    assert answer.candidates[-1] == (4, 5)


@pytest.mark.long
@pytest.mark.usefixtures("long_grace")
def test_an_endless_loop_is_beyond_dispute_only_on_a_quiet_machine(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CoreWait, "_waits", lambda _self: iter(()))
    monkeypatch.setattr(core_wait, "throttled_seconds", lambda: 0.0)
    go = "self.candidate_list.clear()\nwhile True: pass"
    with monkeypatch.context() as quiet:
        quiet.setattr(core_wait, "stolen_seconds", lambda _cores: 0.0)
        # Where others had the core, it computed less.
        answer = ask(go, seconds=0.3)
        assert answer.is_disputed == (answer.times.computed < 0.27)
    stolen = count(step=0.04)
    monkeypatch.setattr(core_wait, "stolen_seconds", lambda _cores: next(stolen))
    assert ask(go, seconds=0.3, name="again").is_disputed


def test_alarms_of_its_own_work(ask: Any) -> None:
    go = """
    class Rings(Exception): pass
    def ring(number, frame): raise Rings
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        for _ in iter(int, 1):
            pass
    except Rings:
        self.candidate_list.append((4, 5))
    """
    answer = ask(go, top="import signal")
    assert not answer.timed_out
    assert answer.candidates[-1] == (4, 5)
