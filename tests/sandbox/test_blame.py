"""Errors of the code in a sandbox and their causes, with different sets of layers."""

import time
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from sandbox_client import LAYER_SETS, SECONDS, SandboxClient, needs, sandboxed

from obversi.machine import processor_seconds
from obversi.sandbox import SandboxError
from obversi.sandbox.error import Cause
from obversi.sandbox.settings import Layer

everywhere = pytest.mark.parametrize("without", LAYER_SETS.values(), ids=LAYER_SETS)

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

# A timer that resumes a stopped process.
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


@pytest.fixture(params=[*LAYER_SETS.values()], ids=[*LAYER_SETS])
def client(request: pytest.FixtureRequest) -> Iterator[SandboxClient]:
    with sandboxed(
        request.param, memory_mb=60, scratch_mb=8, file_mb=4, threads=10, output_kb=64
    ) as client:
        yield client


def blame(client: SandboxClient, lines: str, seconds: float = SECONDS) -> tuple[Cause, str]:
    """Return the cause and the words, which a second request repeats; the process is gone."""
    with pytest.raises(SandboxError) as caught:
        client.run(lines, seconds)
    with pytest.raises(SandboxError) as again:
        client.sandbox.receive(SECONDS)
    assert (again.value.cause, again.value.words) == (caught.value.cause, caught.value.words)
    assert not Path(f"/proc/{client.sandbox.process}").exists()
    return caught.value.cause, caught.value.words


@pytest.mark.few_cases(6)
@pytest.mark.parametrize(
    ("lines", "expected", "words"),
    [
        ("import os; os._exit(3)", Cause.DEATH, "it ended its process with status 3"),
        ("import ctypes; ctypes.string_at(0)", Cause.DEATH, "signal 11 (a segmentation fault)"),
        ("import os; os.abort()", Cause.DEATH, "(it aborted)"),
        ("import os; os.close(3); os.close(4)" + WAIT, Cause.DEATH, "it closed the pipes"),
        ("import os; os.closerange(0, 99)" + WAIT, Cause.DEATH, "it closed the pipes"),
        ("held = [bytearray(1 << 20) for _ in range(200)]", Cause.MEMORY, "where 60 MB are"),
        ("print('x' * 100000)", Cause.FLOOD, "it printed more than 64 KB"),
        ("while True: print('again')", Cause.FLOOD, "it printed more than 64 KB"),
        (THREADS + WAIT, Cause.THREADS, "threads, where 10 are allowed"),
        (FILES + WAIT, Cause.DISK, "it filled the 8 MB"),
        ("import os; os.write(4, b'x' * 100)" + WAIT, Cause.PROTOCOL, "a message of 2021161080"),
    ],
    ids=lambda value: value.strip()[:30] if isinstance(value, str) else "",
)
def test_each_error_has_its_cause(
    client: SandboxClient, lines: str, expected: Cause, words: str
) -> None:
    if expected == Cause.DISK:
        lines = f"try:\n    exec({lines.removesuffix(WAIT)!r})\nexcept OSError: pass{WAIT}"
    cause, found = blame(client, lines)
    assert (cause, words in found) == (expected, True), found


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("lines", [FILES, REMOVED_FILES])
def test_a_full_disk_is_found_even_after_a_quick_answer(client: SandboxClient, lines: str) -> None:
    assert blame(client, lines) == (Cause.DISK, "it filled the 8 MB that it may write to files")


@everywhere
def test_a_message_without_a_request_is_an_error(without: Collection[Layer]) -> None:
    with sandboxed(without) as client:
        assert client.run("send(b'twice')") == "twice"
        assert client.sandbox.receive(SECONDS) == b"None"
        assert client.run("send(b'twice')") == "twice"
        while not client.sandbox._conversation.has_unread:
            time.sleep(0.001)
        words = "it sent a message without a request"
        assert blame(client, "pass") == (Cause.PROTOCOL, words)


@pytest.mark.few_cases
@everywhere
def test_processor_time_is_limited(without: Collection[Layer]) -> None:
    with sandboxed(without, processor_seconds=0.3) as client:
        cause, words = blame(client, "while True: pass")
        assert (cause, words) == (Cause.HANG, "it used up its 0.3 s of processor time")


@everywhere
def test_a_late_answer_can_still_be_received(without: Collection[Layer]) -> None:
    with sandboxed(without) as client:
        with pytest.raises(SandboxError, match="did not answer in time") as caught:
            client.run("answer = receive().decode()", seconds=0.05)
        assert caught.value.cause == Cause.HANG
        assert client.run("late") == "'late'"
        assert client.run("answer = 'next'") == "'next'"


@pytest.mark.parametrize("without", [(), [Layer.NAMESPACES]], ids=["all", "without namespaces"])
def test_the_number_of_files_is_limited(
    without: Collection[Layer], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("monitor", "isolation"):
        monkeypatch.setattr(f"obversi.sandbox.{module}.MOST_FILES", 100)
    with sandboxed(without) as client:
        assert blame(client, MANY_FILES + WAIT) == (Cause.DISK, "it made more than 100 files")


@pytest.mark.parametrize("lines", [DEEP_FOLDERS, HIDDEN_FILES])
def test_hidden_files_are_an_error(lines: str) -> None:
    with sandboxed([Layer.NAMESPACES], scratch_mb=4) as client:
        process = client.sandbox.process
        if lines is HIDDEN_FILES and Path(f"/proc/{process}").stat().st_uid == 0:
            pytest.skip("nothing can be hidden from root")
        cause, words = blame(client, lines + WAIT)
        assert (cause, words.startswith("it hides files")) == (Cause.DISK, True)


def test_files_with_long_paths_are_counted() -> None:
    with sandboxed([Layer.NAMESPACES], scratch_mb=4) as client:
        words = "it filled the 4 MB that it may write to files"
        assert blame(client, LONG_NAMES + WAIT) == (Cause.DISK, words)


@needs(Layer.SECCOMP)
def test_a_stopped_process_cannot_set_a_timer() -> None:
    with sandboxed() as client:
        assert client.run(WAKE) == "-1"
        client.sandbox.sleep()
        assert client.run("answer = 'slept'") == "'slept'"


def test_a_process_that_resumes_itself_is_found() -> None:
    # A timer that fires in the moment of the stop is lost with its signal: then it stays stopped.
    for _ in range(20):
        with sandboxed([Layer.SECCOMP]) as client:
            assert client.run(WAKE) == "0"
            client.sandbox.sleep()
            if computes_for(0.2, client):
                cause, words = blame(client, "pass")
                assert (cause, words.endswith("while it was stopped")) == (Cause.THREADS, True)
                return
    pytest.fail("it never woke")


def computes_for(seconds: float, client: SandboxClient) -> bool:
    """Whether it uses the processor for these seconds; false if it stays stopped."""
    process = client.sandbox.process
    assert process is not None
    begin = processor_seconds(process) or 0.0
    stopped_since = time.monotonic()
    # Its timer fires every 0.02 s.
    while time.monotonic() < stopped_since + 0.5:
        if (processor_seconds(process) or 0.0) >= begin + seconds:
            return True
        if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            stopped_since = time.monotonic()
        time.sleep(0.01)
    return False


@pytest.mark.parametrize(
    "without", [[Layer.SECCOMP], LAYER_SETS["process"]], ids=["most", "process"]
)
def test_a_child_process_is_an_error_without_seccomp(without: Collection[Layer]) -> None:
    with sandboxed(without) as client:
        cause, words = blame(client, "import os\nif os.fork() == 0:\n    while True: pass" + WAIT)
        assert (cause, words) == (Cause.THREADS, "it started another process")
