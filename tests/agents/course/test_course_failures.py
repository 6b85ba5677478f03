"""What a student's file does in its sandbox instead of an answer."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from course_agents import quick_preset, student_file
from student_processes import LEGAL, START, ended, failure, scripted_process

from obversi.agents.agent import FailureKind
from obversi.agents.course import process as process_module
from obversi.agents.course.answer import CourseFailureError
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.submission import read_submission
from obversi.errors import MachineError
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox
from obversi.sandbox.settings import Layer


def test_where_an_error_was_raised(ask: Any) -> None:
    error = failure(
        ask, "self.deeper()", top="def deeper(self):\n    return 1 / 0", init="AI.deeper = deeper"
    )
    assert error.kind == FailureKind.ERROR
    assert error.line == 3
    assert str(error) == "ZeroDivisionError: division by zero (line 3)"
    assert error.details.endswith("line 3, in deeper\n    return 1 / 0")
    assert "guest" not in error.details


INSTEAD = {
    "import sys; sys.exit(3)": (FailureKind.ERROR, "it ended itself in go"),
    "exit()": (FailureKind.ERROR, "it ended itself in go"),
    "quit(1)": (FailureKind.ERROR, "it ended itself in go"),
    "raise PermissionError(1, 'no')": (*(FailureKind.FORBIDDEN, " does: Operation not permitted"),),
    "raise OSError(28, 'full')": (FailureKind.FORBIDDEN, "does: No space left on device"),
    "raise PermissionError('of my own')": (FailureKind.ERROR, "PermissionError: of my own (line"),
    "raise OSError(2, 'it is not there')": (FailureKind.ERROR, "FileNotFoundError"),
    "raise KeyboardInterrupt": (FailureKind.ERROR, "KeyboardInterrupt (line "),
    "raise BaseException('x' * 10 ** 6)": (FailureKind.ERROR, "BaseException: xxx"),
    "(lambda f: f(f))(lambda f: f(f))": (
        FailureKind.ERROR,
        "RecursionError: maximum recursion depth",
    ),
    "raise MemoryError": (FailureKind.MEMORY, "it ran out of memory in go"),
    "__import__('o' + 's')": (FailureKind.FORBIDDEN, "it imports 'os', which the course forbids"),
    "import sys; sys.modules['os']._exit(3)": (FailureKind.DEATH, "with status 3, in go"),
}


def test_whatever_it_does_instead(tmp_path: Path) -> None:
    process = scripted_process(tmp_path, INSTEAD)
    with ended(process):
        for kind, words in INSTEAD.values():
            with pytest.raises(CourseFailureError) as caught:
                process.go(START, 5.0)
            assert (caught.value.kind, words in str(caught.value)) == (kind, True)
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
    assert error.kind == FailureKind.ERROR
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
    assert error.kind == FailureKind.HANG
    assert "it was not ready after 0.6 s: it was still busy in AI.__init__, in line 7" in str(error)


@pytest.mark.parametrize(
    ("go", "kind"),
    [
        ("x = []\nwhile True: x.append(bytes(10 ** 6))", FailureKind.MEMORY),
        ("while True: print('x' * 1000)", FailureKind.FLOOD),
    ],
)
def test_more_than_it_may_have(ask: Any, go: str, kind: FailureKind) -> None:
    assert failure(ask, go, memory_mb=32.0, output_kb=64.0).kind == kind


def test_the_folder_of_the_sandbox_is_not_named(ask: Any) -> None:
    go = "open(__file__.replace('student', 'no_such_file'))"
    error = failure(ask, go)
    words = r"FileNotFoundError: \[Errno 2\] No such file or directory: 'no_such_file.py'"
    assert re.match(words, str(error)), str(error)


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
    assert failure(ask, go).kind == FailureKind.PROTOCOL
