"""What code inside does wrong, and what it is blamed for, whichever walls there are."""

import time
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from sandbox_talk import SECONDS, WALLS, Talk, needs, talk

from obversi.machine import processor_seconds
from obversi.sandbox import Cause, Layer, SandboxError

everywhere = pytest.mark.parametrize("without", WALLS.values(), ids=WALLS)

THREADS = """
import threading, time
for _ in range(100): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
"""

FILES = """
for number in range(100):
    with open(f"{scratch}/{number}", "wb") as file: file.write(bytes(1 << 20))
"""

MANY_FILES = """
import os
for number in range(300): os.symlink("nowhere", f"{scratch}/{number}")
"""

DEEP_FOLDERS = """
import os
for _ in range(50):
    os.mkdir("x"); os.chdir("x")
"""

LONG_NAMES = """
import os
for _ in range(20):
    os.mkdir("x" * 250); os.chdir("x" * 250)
with open("x", "wb") as file: file.write(bytes(4 << 20))
"""

# A timer of the system's that lets a stopped process go on.
WAKE = """
import ctypes, struct, threading
system = ctypes.CDLL(None, use_errno=True)
event = ctypes.create_string_buffer(struct.pack("@Qii", 0, 18, 0) + bytes(64))
timer = ctypes.c_void_p()
answer = system.timer_create(1, event, ctypes.byref(timer))
each = ctypes.create_string_buffer(struct.pack("@qqqq", 0, 20000000, 0, 20000000))
if not answer: system.timer_settime(timer, 0, each, None)
def work():
    while True: pass
threading.Thread(target=work, daemon=True).start()
"""

HIDDEN_FILES = """
import os, time
os.mkdir("x", 0o300)  # to be written, not to be read
with open("x/y", "wb") as file: file.write(bytes(1 << 20))
"""

REMOVED_FILES = """
import os
kept = []
for number in range(20):
    kept.append(open(f"{scratch}/{number}", "wb", buffering=0))
    kept[-1].write(bytes(1 << 20))
    os.remove(f"{scratch}/{number}")
"""

WAIT = "\nimport time\ntime.sleep(60)"


@pytest.fixture(params=[*WALLS.values()], ids=[*WALLS])
def inside(request: pytest.FixtureRequest) -> Iterator[Talk]:
    with talk(
        request.param, memory_mb=60, scratch_mb=8, file_mb=4, threads=10, output_kb=64
    ) as inside:
        yield inside


def blame(inside: Talk, lines: str, seconds: float = SECONDS) -> tuple[Cause, str]:
    """Return what is said, now and whenever it is asked again; nothing is left of the process."""
    with pytest.raises(SandboxError) as caught:
        inside.ask(lines, seconds)
    with pytest.raises(SandboxError) as again:
        inside.sandbox.receive(SECONDS)
    assert (again.value.cause, again.value.words) == (caught.value.cause, caught.value.words)
    assert not Path(f"/proc/{inside.sandbox.process}").exists()
    return caught.value.cause, caught.value.words


@pytest.mark.parametrize(
    ("lines", "expected", "words"),
    [
        ("import os; os._exit(3)", Cause.DEATH, "it ended its process with status 3"),
        ("import ctypes; ctypes.string_at(0)", Cause.DEATH, "signal 11 (a segmentation fault)"),
        ("import os; os.abort()", Cause.DEATH, "(it aborted)"),
        ("import os; os.close(3); os.close(4)" + WAIT, Cause.DEATH, "it closed the files"),
        ("import os; os.closerange(0, 99)" + WAIT, Cause.DEATH, "it closed the files"),
        ("held = [bytearray(1 << 20) for _ in range(200)]", Cause.MEMORY, "where 60 MB are"),
        ("print('x' * 100000)", Cause.FLOOD, "it printed more than 64 KB"),
        ("while True: print('again')", Cause.FLOOD, "it printed more than 64 KB"),
        (THREADS + WAIT, Cause.THREADS, "threads, where 10 are allowed"),
        (FILES + WAIT, Cause.DISK, "it filled the 8 MB"),
        ("import os; os.write(4, b'x' * 100)" + WAIT, Cause.PROTOCOL, "a message of 2021161080"),
    ],
    ids=lambda value: value.strip()[:30] if isinstance(value, str) else "",
)
def test_causes(inside: Talk, lines: str, expected: Cause, words: str) -> None:
    if expected == Cause.DISK:
        lines = f"try:\n    exec({lines.removesuffix(WAIT)!r})\nexcept OSError: pass{WAIT}"
    cause, told = blame(inside, lines)
    assert (cause, words in told) == (expected, True), told


@pytest.mark.parametrize("lines", [FILES, REMOVED_FILES])
def test_who_answers_at_once_is_seen_too(inside: Talk, lines: str) -> None:
    assert blame(inside, lines) == (Cause.DISK, "it filled the 8 MB that it may write to files")


@everywhere
def test_messages_that_nobody_asked_for(without: Collection[Layer]) -> None:
    with talk(without) as inside:
        assert inside.ask("send(b'twice')") == "twice"
        assert inside.sandbox.receive(SECONDS) == b"None"
        assert inside.ask("send(b'twice')") == "twice"
        while not inside.sandbox._conversation.has_unasked:
            time.sleep(0.001)
        told = (Cause.PROTOCOL, "it sent a message that nobody asked for")
        assert blame(inside, "pass") == told


@everywhere
def test_processor_time_has_an_end(without: Collection[Layer]) -> None:
    with talk(without, processor_seconds=0.3) as inside:
        cause, words = blame(inside, "while True: pass")
        assert (cause, words) == (Cause.HANG, "it used up its 0.3 s of processor time")


@everywhere
def test_one_that_does_not_answer_in_time_lives_on(without: Collection[Layer]) -> None:
    with talk(without) as inside:
        with pytest.raises(SandboxError, match="did not answer in time") as caught:
            inside.ask("import time; time.sleep(0.2); answer = 'late'", seconds=0.05)
        assert caught.value.cause == Cause.HANG
        assert inside.sandbox.receive(SECONDS) == b"'late'"
        assert inside.ask("answer = 'next'") == "'next'"


@pytest.mark.parametrize("without", [(), [Layer.NAMESPACES]], ids=["all", "without namespaces"])
def test_many_small_files_fill_it_too(
    without: Collection[Layer], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("guard", "cell"):
        monkeypatch.setattr(f"obversi.sandbox.{module}.MOST_FILES", 100)
    with talk(without) as inside:
        assert blame(inside, MANY_FILES + WAIT) == (Cause.DISK, "it made more than 100 files")


@pytest.mark.parametrize("lines", [DEEP_FOLDERS, HIDDEN_FILES])
def test_nothing_is_hidden_in_a_folder_of_the_host(lines: str) -> None:
    with talk([Layer.NAMESPACES], scratch_mb=4) as inside:
        process = inside.sandbox.process
        if lines is HIDDEN_FILES and Path(f"/proc/{process}").stat().st_uid == 0:
            pytest.skip("nothing can be hidden from root")
        cause, words = blame(inside, lines + WAIT)
        assert (cause, words.startswith("it hides files")) == (Cause.DISK, True)


def test_long_names_hide_nothing() -> None:
    with talk([Layer.NAMESPACES], scratch_mb=4) as inside:
        words = "it filled the 4 MB that it may write to files"
        assert blame(inside, LONG_NAMES + WAIT) == (Cause.DISK, words)


@needs(Layer.SECCOMP)
def test_it_cannot_set_a_timer_to_wake() -> None:
    with talk() as inside:
        assert inside.ask(WAKE) == "-1"
        inside.sandbox.sleep()
        assert inside.ask("answer = 'slept'") == "'slept'"


def test_who_wakes_by_himself_is_seen() -> None:
    # A timer that goes off in the very moment of the stop is lost with its signal: then it sleeps.
    for _ in range(20):
        with talk([Layer.SECCOMP]) as inside:
            assert inside.ask(WAKE) == "0"
            inside.sandbox.sleep()
            if computes_for(0.2, inside):
                cause, words = blame(inside, "pass")
                assert (cause, words.endswith("while it had to sleep")) == (Cause.THREADS, True)
                return
    pytest.fail("it never woke")


def computes_for(seconds: float, inside: Talk) -> bool:
    """Whether it uses the processor for so long, within reasonable time."""
    assert inside.sandbox.process is not None
    begin = processor_seconds(inside.sandbox.process) or 0.0
    until = time.monotonic() + 10 * seconds
    while time.monotonic() < until:
        if (processor_seconds(inside.sandbox.process) or 0.0) >= begin + seconds:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("without", [[Layer.SECCOMP], WALLS["process"]], ids=["most", "process"])
def test_where_processes_can_be_started_none_may_be(without: Collection[Layer]) -> None:
    with talk(without) as inside:
        cause, words = blame(inside, "import os\nif os.fork() == 0:\n    while True: pass" + WAIT)
        assert (cause, words) == (Cause.THREADS, "it started another process")
