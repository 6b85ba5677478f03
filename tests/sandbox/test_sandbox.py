"""One process behind walls: what is said to it, and how it begins and ends."""

import os
import pickle
import threading
import time
from collections.abc import Collection
from pathlib import Path

import pytest
from sandbox_talk import GUEST, SECONDS, WALLS, Talk, talk

from obversi.errors import ObversiError
from obversi.machine import processor_seconds
from obversi.sandbox import Cause, Layer, Sandbox, SandboxError, SandboxLimits, missing_layers

everywhere = pytest.mark.parametrize("without", WALLS.values(), ids=WALLS)


@everywhere
def test_it_answers_one_message_after_another(without: Collection[Layer]) -> None:
    with talk(without) as inside:
        assert [inside.ask(f"answer = {number} ** 2") for number in range(5)] == [*"0149", "16"]
        assert inside.ask("answer = len('x' * 50000)") == "50000"
        expected = [layer for layer in Layer if layer not in {*without, *inside.sandbox.missing}]
        assert list(inside.sandbox.layers) == expected


def test_all_layers_hold_that_the_machine_has() -> None:
    with talk() as inside:
        assert {*inside.sandbox.layers} == {*Layer} - missing_layers().keys()
        assert inside.sandbox.missing == missing_layers()


def test_messages_may_be_long() -> None:
    with talk() as inside:
        inside.sandbox.send(b"answer = '" + b"x" * 1_000_000 + b"'")
        assert len(inside.sandbox.receive(SECONDS, most_bytes=2_000_000)) == 1_000_002


@everywhere
def test_what_it_prints_is_kept(without: Collection[Layer]) -> None:
    with talk(without) as inside:
        inside.ask("import sys; print('héllo'); print('oh', file=sys.stderr)")
        assert inside.sandbox.output == "héllo\noh\n"
        assert inside.sandbox.output_bytes == 10
    assert inside.sandbox.output == "héllo\noh\n"


def test_the_last_words_of_one_who_dies_are_kept() -> None:
    with talk() as inside:
        with pytest.raises(SandboxError):
            inside.ask("import os; print('farewell', end=''); os._exit(1)")
        assert inside.sandbox.output == "farewell"


@everywhere
def test_asleep_it_does_nothing(without: Collection[Layer]) -> None:
    with talk(without) as inside:
        process = inside.sandbox.process
        assert process is not None
        busy = "import threading\ndef work():\n    while True: pass\n"
        inside.ask(busy + "threading.Thread(target=work, daemon=True).start()")
        inside.sandbox.sleep()
        time.sleep(0.02)
        before = processor_seconds(process)
        time.sleep(0.1)
        assert before is not None
        assert processor_seconds(process) == before
        assert inside.ask("answer = 1") == "1"


def test_each_begins_with_the_same_hashes_and_nothing_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET", "of the judge")
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    found = []
    for _ in range(2):
        with talk() as inside:
            found.append(inside.ask("answer = hash('a'), hash('b')"))
            assert "of the judge" not in inside.ask("import os; answer = dict(os.environ)")
            assert "/somewhere" not in inside.ask("import sys; answer = sys.path")
            assert inside.ask("answer = os.environ['OMP_NUM_THREADS']") == "'1'"
            assert inside.ask("answer = sorted(os.listdir('/proc/self/fd'))[:5]") == str([*"01234"])
    assert found[0] == found[1]


@everywhere
def test_installed_packages_are_there_and_threads_and_files(without: Collection[Layer]) -> None:
    lines = """
import numpy, os, signal, tempfile, threading, time
seen = [int(numpy.arange(4).sum())]
thread = threading.Thread(target=seen.append, args=("thread",))
thread.start(); thread.join()
with tempfile.TemporaryFile() as file:
    seen.append(file.write(b"four"))
signal.signal(signal.SIGALRM, lambda *_: seen.append("alarm"))
signal.setitimer(signal.ITIMER_REAL, 0.001)
while seen[-1] != "alarm": time.sleep(0.001)
signal.signal(signal.SIGUSR1, lambda *_: seen.append("own"))
os.kill(os.getpid(), signal.SIGUSR1)
open(scratch + "/notes.txt", "w").close()
seen.append(os.listdir(scratch))
answer = seen
"""
    with talk(without) as inside:
        assert inside.ask(lines) == "[6, 'thread', 4, 'alarm', 'own', ['notes.txt']]"


def test_memory_counts_from_when_it_was_ready() -> None:
    guest = f"held = bytearray(80 << 20)\n{GUEST}"
    with talk(guest=guest, memory_mb=50) as inside:
        inside.ask("more = bytearray(20 << 20)")
        assert 15 < inside.sandbox.peak_mb < 50


def test_processor_time_is_counted() -> None:
    with talk() as inside:
        inside.ask("import time\nwhile time.process_time() < 0.2: pass")
        assert inside.sandbox.processor_seconds > 0.15
    assert inside.sandbox.processor_seconds > 0.15


def test_one_started_in_a_thread_outlives_it() -> None:
    found: list[Sandbox] = []

    def start() -> None:
        found.append(Sandbox(SandboxLimits(), GUEST))
        found[0].start(SECONDS)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    time.sleep(0.05)
    assert Talk(found[0]).ask("answer = 'there'") == "'there'"
    found[0].end()


@pytest.mark.parametrize(
    ("guest", "words"),
    [
        ("def main(", "SyntaxError"),
        ("import nothing_of_the_kind", "ModuleNotFoundError"),
        ("def main(receive, send, scratch):\n    import os; os._exit(7)", "status 7"),
    ],
)
def test_a_guest_that_does_not_get_ready_says_why(guest: str, words: str) -> None:
    sandbox = Sandbox(SandboxLimits(), guest)
    with pytest.raises(SandboxError, match=words) as caught:
        sandbox.start(SECONDS)
    assert caught.value.cause == Cause.START
    assert sandbox.process is not None
    with pytest.raises(ProcessLookupError):
        os.kill(sandbox.process, 0)


def test_a_guest_that_takes_too_long_is_ended() -> None:
    sandbox = Sandbox(SandboxLimits(), "import time; time.sleep(100)")
    with pytest.raises(SandboxError, match="not ready in time") as caught:
        sandbox.start(0.3)
    assert caught.value.cause == Cause.START


def test_it_is_one_process_once() -> None:
    with talk() as inside, pytest.raises(SandboxError, match="started before"):
        inside.sandbox.start(SECONDS)
    inside.sandbox.end()
    with pytest.raises(SandboxError, match="ended"):
        inside.sandbox.send(b"hello")
    with pytest.raises(SandboxError, match="ended"):
        inside.sandbox.receive(SECONDS)
    with pytest.raises(SandboxError, match="started before"):
        inside.sandbox.start(SECONDS)


def test_one_that_nobody_wants_any_more_is_ended() -> None:
    sandbox = Sandbox(SandboxLimits(), GUEST)
    sandbox.start(SECONDS)
    folder = Path(f"/proc/{sandbox.process}")
    assert folder.exists()
    del sandbox
    assert not folder.exists()


def test_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(SandboxError(Cause.FLOOD, "it printed")))
    assert (error.cause, error.words, str(error)) == (Cause.FLOOD, "it printed", "it printed")


@pytest.mark.parametrize("value", [0, -1, float("inf"), float("nan")])
def test_limits_are_more_than_nothing(value: float) -> None:
    with pytest.raises(ObversiError, match="memory_mb must be"):
        SandboxLimits(memory_mb=value)
