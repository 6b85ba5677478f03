"""What a student's file does in its sandbox, as it comes out."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from course_agents import course_process, quick_preset, student_file

import obversi as ob
from obversi import core_wait
from obversi.agents.agent import Fault
from obversi.agents.course import process as process_module
from obversi.agents.course import request as request_module
from obversi.agents.course.answer import Answer, CourseFailureError
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.submission import read_submission
from obversi.core_wait import CoreWait
from obversi.errors import MachineError, ObversiError
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox
from obversi.sandbox.settings import Layer

START = ob.Board(rules="reversed")
LEGAL = ((2, 3), (3, 2), (4, 5), (5, 4))


@contextmanager
def ended(process: CourseProcess) -> Iterator[None]:
    """End a process after the block."""
    try:
        yield
    finally:
        process.end()


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Any]:
    """Ask a file for moves at the start, once or more often; return the last answer."""
    started = ExitStack()

    def asked(go: str = "", *, times: int = 1, seconds: float = 5.0, **parts: Any) -> Answer:
        written = {key: parts.pop(key) for key in ("init", "top", "name") if key in parts}
        process = course_process(student_file(tmp_path, go, **written), **parts)
        started.callback(process.end)
        process.construct(8, ob.BLACK, 5.0)
        for _ in range(times - 1):
            process.go(START, seconds)
        return process.go(START, seconds)

    with started:
        yield asked


def failure(ask: Any, *arguments: Any, **named: Any) -> CourseFailureError:
    with pytest.raises(CourseFailureError) as caught:
        ask(*arguments, **named)
    assert isinstance(caught.value, CourseFailureError)
    return caught.value


# What is answered


def test_an_answer(ask: Any) -> None:
    answer = ask("print('thinking', flush=True)\nreturn 'done'")
    assert answer.candidates == (*LEGAL, LEGAL[0])
    assert not answer.timed_out
    assert answer.returned == "'done'"
    assert answer.output == "thinking\n"
    assert 0 < answer.seconds < 5


def test_output_is_separate_for_each_call(ask: Any) -> None:
    go = "self.calls = getattr(self, 'calls', 0) + 1\nprint('call', self.calls, '棋')"
    assert ask(go, times=3).output == "call 3 棋\n"


# One process is asked about all of them, one after another.
LISTS = [
    "[(2, 3)]",
    "((2, 3),)",
    "[[2, 3]]",
    "numpy.array([[2, 3]])",
    "[(numpy.int8(2), numpy.uint64(3))]",
    "collections.deque([(2, 3)])",
    "type('Mine', (list,), {'__iter__': lambda self: iter([(9, 9)])})([(2, 3)])",
    "[(type('Two', (), {'__index__': lambda self: 2})(), True + 2)]",
]
NO_LISTS = {
    "None": "it has no candidate_list",
    "'d3'": "candidate_list is a str: expected a list of (row, column)",
    "{(2, 3)}": "candidate_list is a set",
    "7": "candidate_list is not a list (int)",
    "[(2, 3), 'd3']": "candidate_list holds 'd3' (str): expected two whole numbers",
    "[(2.0, 3.0)]": "candidate_list holds (2.0, 3.0) (tuple)",
    "[(1, 2, 3)]": "candidate_list holds (1, 2, 3) (tuple)",
    "[(10 ** 1000, 0)]": "candidate_list holds (1",
    "[(2, 3)] * 1_000_001": "candidate_list has more than 1000000 entries: clear it in go",
    "[(x, 1) for x in range(5000)]": "candidate_list has more than 4096 different entries",
    "[[2, 3]] * 5000 + [7, (2, 3)]": "candidate_list holds 7 (int): expected two whole numbers",
    "[type('Shy', (), {'__repr__': lambda self: 1 / 0})()]": "(Shy): expected two whole",
}


def asked_one_by_one(folder: Path, lines: Iterable[str]) -> CourseProcess:
    """Return a process that does one of these at each call, and survives them."""
    top = f"import collections, numpy\nLINES = iter({list(lines)!r})"
    process = course_process(student_file(folder, "exec(next(LINES))", top=top))
    process.construct(8, ob.BLACK, 5)
    return process


def test_lists_of_many_kinds(tmp_path: Path) -> None:
    process = asked_one_by_one(tmp_path, [f"self.candidate_list = {text}" for text in LISTS])
    with ended(process):
        for text in LISTS:
            assert (text, process.go(START, 5.0).candidates) == (text, ((2, 3),))


def test_lists_that_are_none(tmp_path: Path) -> None:
    process = asked_one_by_one(tmp_path, [f"self.candidate_list = {text}" for text in NO_LISTS])
    with ended(process):
        for words in NO_LISTS.values():
            with pytest.raises(CourseFailureError) as caught:
                process.go(START, 5.0)
            assert caught.value.fault == Fault.PROTOCOL
            assert words in str(caught.value)


LONG_LISTS = [
    "[(2, 3), (3, 2)] * 5000 + [(2, 3)]",
    "[[2, 3], [3, 2]] * 5000 + [(2, 3)]",
    "numpy.array([[2, 3], [3, 2]] * 5000 + [[2, 3]])",
    "collections.deque([(2, 3), (3, 2)] * 5000 + [(2, 3)])",
]


def test_a_long_list_is_accepted(tmp_path: Path) -> None:
    process = asked_one_by_one(tmp_path, [f"self.candidate_list = {text}" for text in LONG_LISTS])
    with ended(process):
        for text in LONG_LISTS:
            answer = process.go(START, 5.0)
            assert (text, answer.candidates) == (text, ((2, 3), (3, 2), (2, 3)))


def test_a_changed_board_is_reported(tmp_path: Path) -> None:
    process = asked_one_by_one(
        tmp_path, ["chessboard[0][0] = 1", "chessboard.copy()[0][0] = 1", "chessboard.shape = 64"]
    )
    with ended(process):
        assert [process.go(START, 5.0).changed_board for _ in range(3)] == [True, False, True]


def test_each_call_has_a_board_of_its_own(ask: Any) -> None:
    go = "print(chessboard.dtype, chessboard.shape, chessboard.sum())\nchessboard[:] = 1"
    assert ask(go, times=2).output == "int64 (8, 8) 0\n"


def test_the_arguments_of_the_constructor(tmp_path: Path) -> None:
    file = student_file(tmp_path, init="print(chessboard_size, color, time_out, __name__)")
    process = course_process(file)
    with ended(process):
        process.construct(6, ob.WHITE, 5.0)
        process.construct(8, ob.BLACK, 0.5)
        assert process.output == "6 1 5 student_student\n8 -1 0.5 student_student\n"
        assert process.load_seconds > 0


def test_a_file_takes_no_place_of_a_module(ask: Any) -> None:
    go = "import random\nprint(random.__name__, random.randint(1, 1))"
    assert ask(go, name="random.py").output == "random 1\n"


def test_go_before_construct_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="call construct first"):
        course_process(student_file(tmp_path)).go(START, 1)


def test_fewer_layers_answer_the_same(tmp_path: Path) -> None:
    without = (Layer.NAMESPACES, Layer.CGROUP)
    process = course_process(student_file(tmp_path), without=without)
    with ended(process):
        process.construct(8, ob.BLACK, 5)
        assert process.go(START, 5.0).candidates[-1] == LEGAL[0]
        assert Layer.PROCESS in process.layers
        assert not set(without) & set(process.layers)


# What is raised


def test_where_an_error_was_raised(ask: Any) -> None:
    error = failure(
        ask, "self.deeper()", top="def deeper(self):\n    return 1 / 0", init="AI.deeper = deeper"
    )
    assert error.fault == Fault.ERROR
    assert error.line == 3
    assert str(error) == "ZeroDivisionError: division by zero (line 3)"
    assert error.details.endswith("line 3, in deeper\n    return 1 / 0")
    assert "guest" not in error.details


INSTEAD = {
    "import sys; sys.exit(3)": (Fault.ERROR, "it ended itself in go"),
    "exit()": (Fault.ERROR, "it ended itself in go"),
    "quit(1)": (Fault.ERROR, "it ended itself in go"),
    "raise PermissionError(1, 'no')": (*(Fault.FORBIDDEN, " does: Operation not permitted"),),
    "raise OSError(28, 'full')": (Fault.FORBIDDEN, "does: No space left on device"),
    "raise PermissionError('of my own')": (Fault.ERROR, "PermissionError: of my own (line"),
    "raise OSError(2, 'it is not there')": (Fault.ERROR, "FileNotFoundError"),
    "raise KeyboardInterrupt": (Fault.ERROR, "KeyboardInterrupt (line "),
    "raise BaseException('x' * 10 ** 6)": (Fault.ERROR, "BaseException: xxx"),
    "(lambda f: f(f))(lambda f: f(f))": (Fault.ERROR, "RecursionError: maximum recursion depth"),
    "raise MemoryError": (Fault.MEMORY, "it ran out of memory in go"),
    "__import__('o' + 's')": (Fault.FORBIDDEN, "it imports 'os', which the course forbids"),
    "import sys; sys.modules['os']._exit(3)": (Fault.DEATH, "with status 3, in go"),
}


def test_whatever_it_does_instead(tmp_path: Path) -> None:
    process = asked_one_by_one(tmp_path, INSTEAD)
    with ended(process):
        for fault, words in INSTEAD.values():
            with pytest.raises(CourseFailureError) as caught:
                process.go(START, 5.0)
            assert (caught.value.fault, words in str(caught.value)) == (fault, True)
            assert len(str(caught.value)) < 500
        assert not process.is_running


class NoSandbox:
    """Sandboxes whose start fails in some cases."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: Callable[[str], bool]) -> None:
        self.tried: list[str] = []
        start = Sandbox.start

        def started(sandbox: Sandbox, seconds: float) -> None:
            libraries = sandbox._script.rstrip().rpartition("\n")[2]
            self.tried.append(libraries)
            if fails(libraries):
                raise SandboxError(Cause.START, "the namespaces could not be created")
            start(sandbox, seconds)

        monkeypatch.setattr(Sandbox, "start", started)
        monkeypatch.setattr(process_module, "_SECONDS_BETWEEN_STARTS", 0.0)


def test_a_sandbox_is_started_twice(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first = iter([True])
    tried = NoSandbox(monkeypatch, lambda _: next(first, False)).tried
    assert ask().candidates[-1] == LEGAL[0]
    assert tried == ["LIBRARIES = ()", "LIBRARIES = ()"]


def test_a_machine_without_sandboxes_is_a_machine_error(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = NoSandbox(monkeypatch, lambda _: True).tried
    with pytest.raises(MachineError, match=r"the namespaces could not be created\. No agent is to"):
        ask(top="import numpy")
    assert tried == ["LIBRARIES = ('numpy',)", "LIBRARIES = ('numpy',)", "LIBRARIES = ()"]


def test_libraries_that_cannot_be_used(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    NoSandbox(monkeypatch, lambda libraries: "numpy" in libraries)
    error = failure(ask, top="import numpy")
    assert error.fault == Fault.ERROR
    assert "what it imports cannot be used here (numpy): the namespaces" in str(error)


def test_layers_that_are_not_given(tmp_path: Path) -> None:
    preset = quick_preset()
    submission = read_submission(student_file(tmp_path), preset)
    process = CourseProcess(
        submission, preset, minimum=[Layer.NAMESPACES], without=[Layer.NAMESPACES]
    )
    with pytest.raises(
        MachineError, match="lacks layers of the sandbox that are required: namespaces"
    ):
        process.load()


def test_errors_before_the_game(ask: Any) -> None:
    assert str(failure(ask, top="import nothing")).startswith("ModuleNotFoundError: No module")
    assert str(failure(ask, init="self.go = 3")) == "AttributeError: class AI has no method 'go'"
    error = failure(ask, init="while True: pass", load_seconds=0.6)
    assert error.fault == Fault.HANG
    assert "it was not ready after 0.6 s: it was still busy in AI.__init__, in line 7" in str(error)


@pytest.mark.parametrize(
    ("go", "fault"),
    [
        ("x = []\nwhile True: x.append(bytes(10 ** 6))", Fault.MEMORY),
        ("while True: print('x' * 1000)", Fault.FLOOD),
    ],
)
def test_more_than_it_may_have(ask: Any, go: str, fault: Fault) -> None:
    assert failure(ask, go, memory_mb=32.0, output_kb=64.0).fault == fault


def test_the_folder_of_the_sandbox_is_not_named(ask: Any) -> None:
    go = "open(__file__.replace('student', 'no_such_file'))"
    error = failure(ask, go)
    words = r"FileNotFoundError: \[Errno 2\] No such file or directory: 'no_such_file.py'"
    assert re.match(words, str(error)), str(error)


# What is late

LATE = "self.candidate_list.append((4, 5))\n"

BUSY_TOP = "import sys, time"
BUSY = "end = time.process_time() + 0.3\nwhile time.process_time() < end: n += 1"


def test_the_candidates_at_the_time_out_count(ask: Any) -> None:
    answer = ask(LATE + "while True:\n    pass", seconds=0.1)
    assert answer.timed_out
    assert answer.candidates[-1] == (4, 5)
    assert answer.line in (30, 31)


def test_it_goes_on_after_a_time_out(ask: Any) -> None:
    go = (
        "import time\nself.calls = getattr(self, 'calls', 0) + 1\nif self.calls == 1: time.sleep(9)"
    )
    first_late = ask(go, times=2, seconds=0.2)
    assert not first_late.timed_out
    assert first_late.candidates[-1] == LEGAL[0]


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


def test_candidates_after_the_time_out_do_not_count(ask: Any) -> None:
    swallowed = "try:\n    time.sleep(9)\nexcept BaseException: pass\n" + LATE
    answer = ask(swallowed, top="import time", seconds=0.1)
    assert answer.timed_out
    assert answer.candidates[-1] == LEGAL[0]


def test_code_that_cannot_be_interrupted_is_late(ask: Any) -> None:
    # As compiled code does that does not look at the clock.
    error = failure(ask, "sys.setswitchinterval(60)\nn = 0\n" + BUSY, top=BUSY_TOP, seconds=0.05)
    assert error.fault == Fault.TIME
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
    assert error.fault == Fault.TIME
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


@pytest.mark.parametrize(("go", "words"), ENDS_NEVER.values(), ids=ENDS_NEVER)
def test_why_code_does_not_stop(ask: Any, go: str, words: str) -> None:
    top = "import hashlib, itertools, signal, time"
    error = failure(ask, go, top=top, seconds=0.1)
    assert error.fault == Fault.HANG
    assert re.fullmatch(f"it would not stop at the time-out: {words}", str(error)), str(error)


def test_compiled_code_that_comes_back_late_is_named(ask: Any) -> None:
    go = "end = time.process_time() + 0.3\nwhile time.process_time() < end: sum(NUMBERS)"
    # One sum takes much longer than the grace period.
    top = "import time\nNUMBERS = range(10 ** 7)"
    error = failure(ask, go, top=top, seconds=0.1)
    assert error.fault == Fault.TIME
    words = r"it could not be interrupted: compiled code, called in line \d+, came back after"
    assert re.match(words, str(error)), str(error)


def test_who_is_a_little_late_plays_the_last_candidate(ask: Any) -> None:
    # Its own clock says that it is in time; the judge's says that it is late by 10 ms.
    go = longer(0.11) + "self.candidate_list.append((4, 5))"
    answer = ask(go, top=BUSY_TOP, seconds=0.1)
    assert answer.timed_out
    assert answer.candidates[-1] == (4, 5)


def test_an_endless_loop_is_beyond_dispute_only_on_a_quiet_machine(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CoreWait, "_waits", lambda _self: iter(()))
    monkeypatch.setattr(core_wait, "throttled_seconds", lambda: 0.0)
    # As it looks quiet, a busy machine is not forgiven: it has long to interrupt the loop.
    monkeypatch.setattr(request_module, "STOP_SECONDS", 60.0)
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


def test_messages_of_its_own_are_no_answers(ask: Any) -> None:
    forged = json.dumps({"candidates": [[2, 3]], "timed_out": False}).encode()
    go = f"""
    import sys
    os, message = sys.modules['os'], {forged!r}
    for file in range(3, 20):
        try:
            os.write(file, len(message).to_bytes(4, 'big') + message)
        except OSError:
            pass
    """
    assert failure(ask, go).fault == Fault.PROTOCOL
