"""Programs that do what no program should."""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import obversi as ob
from obversi.agents.agent import AgentFailureError, FailureKind
from obversi.agents.program import Program

ECHO = "import sys\nfor line in sys.stdin:\n    print(line, end='', flush=True)\n"


def python(code: str) -> str:
    return shlex.join([sys.executable, "-S", "-c", code])


def soon(seconds: float = 5.0) -> float:
    return time.monotonic() + seconds


def started(code: str) -> Program:
    program = Program(python(code))
    program.start()
    return program


def is_alive(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"


def is_gone(process: int) -> bool:
    until = soon()
    while is_alive(process) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_alive(process)


def read_forever(program: Program, seconds: float) -> None:
    """Say something, and listen for ever."""
    program.send(["hello"], soon(seconds))
    while True:
        program.read_line(soon(seconds))


def blamed(code: str, seconds: float = 5.0) -> AgentFailureError:
    program = started(code)
    with pytest.raises(AgentFailureError) as failure:
        read_forever(program, seconds)
    program.end()
    return failure.value


def test_lines_come_back() -> None:
    program = started(ECHO)
    program.send(["one", "two"], soon())
    assert [program.read_line(soon()) for _ in range(2)] == ["one", "two"]
    assert program.is_running
    program.end()
    assert not program.is_running
    assert not program.is_started


def test_no_shell_reads_the_command() -> None:
    program = Program(
        shlex.join(
            [sys.executable, "-c", "import sys; print(sys.argv[1:])", "$HOME", "a b", "; ls"]
        )
    )
    program.start()
    assert program.read_line(soon()) == "['$HOME', 'a b', '; ls']"
    program.end()


def test_more_is_sent_than_a_pipe_holds() -> None:
    program = started(ECHO)
    line = "x" * 1000
    program.send([line] * 1000, soon())
    assert [program.read_line(soon()) for _ in range(1000)] == [line] * 1000
    program.end()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys\nsys.exit(3)", "it ended with status 3"),
        ("import sys\nsys.exit('no weights')", "it ended with status 1: no weights"),
        ("1 / 0", "it ended with status 1: ZeroDivisionError: division by zero"),
        ("import os\nos.kill(os.getpid(), 9)", "it was ended by SIGKILL"),
        ("import os\nos.kill(os.getpid(), 40)", "it was ended by signal 40"),
        ("import os, time\nos.close(1)\ntime.sleep(60)", "it closed its output"),
        (
            "import os, time\nif os.fork():\n    os._exit(5)\ntime.sleep(60)",
            "it ended with status 5",
        ),
    ],
)
def test_an_exit_is_reported_with_its_cause(code: str, reason: str) -> None:
    failure = blamed(code)
    assert failure.kind is FailureKind.DEATH
    assert str(failure) == reason


def test_a_program_that_says_nothing_hangs() -> None:
    assert blamed("import time\ntime.sleep(60)", 0.3).kind is FailureKind.HANG


def test_a_program_that_does_not_listen_hangs() -> None:
    program = started("import time\ntime.sleep(60)")
    with pytest.raises(AgentFailureError) as failure:
        program.send(["x" * 1000] * 1000, soon(0.3))
    assert failure.value.kind is FailureKind.HANG
    program.end()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("while True: print('x')", "it floods: more than 20000 lines at a time"),
        ("while True: print(1000 * 'x')", "it floods: more than 4194304 bytes at a time"),
        ("while True: print('x' * 1000, end='')", "it floods: a line has more than 65536 bytes"),
        (
            "import sys\nwhile True: sys.stderr.write(99 * 'x' + chr(10))",
            "it floods: more than 4194304 bytes at a time",
        ),
        (
            "import sys\nwhile True: sys.stderr.write(99 * 'x')",
            "it floods: a line has more than 262144 bytes",
        ),
    ],
)
def test_a_flood_is_stopped(code: str, reason: str) -> None:
    failure = blamed(code)
    assert failure.kind is FailureKind.FLOOD
    assert str(failure) == reason


def test_what_was_said_before_a_question_does_not_count_as_a_flood() -> None:
    program = started(ECHO)
    for _ in range(30):
        program.send(["x"] * 1000, soon())
        assert [program.read_line(soon()) for _ in range(1000)] == ["x"] * 1000
    program.end()


def test_many_errors_between_questions_do_no_harm() -> None:
    program = started(
        "import sys\nfor line in sys.stdin:\n    print('x' * 200000, file=sys.stderr)\n"
        "    print(line, end='', flush=True)\n"
    )
    for _ in range(3):
        program.send(["hello"], soon())
        assert program.read_line(soon()) == "hello"
    program.end()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-program-anywhere --fast", "there is no program 'no-such-program-anywhere'"),
        ("./no/such/file", "there is no program './no/such/file'"),
        ("/", "'/' is no program that can be run"),
        (__file__, "is no program that can be run"),
    ],
)
def test_what_cannot_be_started_is_named(command: str, message: str) -> None:
    with pytest.raises(AgentFailureError) as failure:
        Program(command).start()
    assert message in str(failure.value)
    assert failure.value.kind is FailureKind.DEATH


def test_a_file_that_is_no_program_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\x00\x01\x02")
    path.chmod(0o755)
    program = Program(str(path))
    program.start()
    with pytest.raises(AgentFailureError, match="cannot be run: Exec format error"):
        program.read_line(soon())
    program.end()


@pytest.mark.parametrize(
    ("command", "message"),
    [("", "there is no command"), ("  ", "there is no command"), ("edax 'x", "is no command")],
)
def test_commands_that_are_none(command: str, message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        Program(command)


FAMILY = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
if child:
    print(os.getpid(), child, flush=True)
time.sleep(60)
"""


def test_its_children_end_with_it() -> None:
    program = started(FAMILY)
    family = list(map(int, program.read_line(soon()).split()))
    assert all(map(is_alive, family))
    program.end()
    assert all(map(is_gone, family))


def test_it_ends_with_the_last_who_knows_it() -> None:
    program = started(FAMILY)
    family = list(map(int, program.read_line(soon()).split()))
    del program
    assert all(map(is_gone, family))


def test_it_may_say_farewell(tmp_path: Path) -> None:
    path = tmp_path / "farewell"
    code = f"import sys\nline = input()\nopen({str(path)!r}, 'w').write(line)\n"
    program = started(code)
    program.end("quit")
    assert path.read_text() == "quit"


def test_one_that_stays_after_the_farewell_is_ended() -> None:
    program = started(FAMILY)
    family = list(map(int, program.read_line(soon()).split()))
    program.end("quit")
    assert all(map(is_gone, family))


def test_it_can_be_started_again() -> None:
    program = started("import os\nprint(os.getpid(), flush=True)\ninput()")
    first = program.read_line(soon())
    program.start()
    second = program.read_line(soon())
    assert first != second
    assert is_gone(int(first))
    program.end()


OWNER = """
import sys, time
from obversi.agents.program import Program
program = Program(sys.argv[1])
program.start()
print(program.read_line(time.monotonic() + 10), flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not report this")
def test_it_ends_even_if_its_owner_is_killed() -> None:
    code = "import os\nprint(os.getpid(), flush=True)\nwhile True: pass"
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, python(code)], stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    with owner.stdout:
        program = int(owner.stdout.readline())
    assert is_alive(program)
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    assert is_gone(program)


def test_it_outlives_the_thread_that_started_it() -> None:
    program = Program(python(ECHO))
    thread = threading.Thread(target=program.start)
    thread.start()
    thread.join()
    time.sleep(0.1)
    program.send(["hello"], soon())
    assert program.read_line(soon()) == "hello"
    program.end()


def test_a_fork_of_the_owner_does_not_end_it() -> None:
    program = started(ECHO)
    child = os.fork()
    if child == 0:
        program.end()
        os._exit(0)
    os.waitpid(child, 0)
    program.send(["hello"], soon())
    assert program.read_line(soon()) == "hello"
    program.end()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems list no open files")
def test_nothing_is_left_open() -> None:
    files = Path("/proc/self/fd")
    before = len(list(files.iterdir()))
    for _ in range(3):
        started(ECHO).end()
    assert len(list(files.iterdir())) == before
