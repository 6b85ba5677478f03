"""A sandbox: its messages, its output, its start and its end."""

import os
import pickle
import threading
import time
from collections.abc import Collection
from pathlib import Path

import pytest
from sandbox_client import LAYER_SETS, SCRIPT, SECONDS, SandboxClient, sandboxed

from obversi.errors import MachineError, ObversiError
from obversi.machine import processor_seconds
from obversi.sandbox import Sandbox, SandboxError, SandboxLimits, missing_layers
from obversi.sandbox.error import Cause
from obversi.sandbox.settings import Layer

everywhere = pytest.mark.parametrize("without", LAYER_SETS.values(), ids=LAYER_SETS)


@everywhere
def test_it_answers_one_message_after_another(without: Collection[Layer]) -> None:
    with sandboxed(without) as client:
        assert [client.run(f"answer = {number} ** 2") for number in range(5)] == [*"0149", "16"]
        assert client.run("answer = len('x' * 50000)") == "50000"
        expected = [layer for layer in Layer if layer not in {*without, *client.sandbox.missing}]
        assert list(client.sandbox.layers) == expected


def test_all_layers_of_the_machine_are_used() -> None:
    with sandboxed() as client:
        assert {*client.sandbox.layers} == {*Layer} - missing_layers().keys()
        assert client.sandbox.missing == missing_layers()


def test_messages_may_be_long() -> None:
    with sandboxed() as client:
        client.sandbox.send(b"answer = '" + b"x" * 1_000_000 + b"'")
        assert len(client.sandbox.receive(SECONDS, most_bytes=2_000_000)) == 1_000_002


@everywhere
def test_output_is_stored(without: Collection[Layer]) -> None:
    with sandboxed(without) as client:
        client.run("import sys; print('héllo'); print('oh', file=sys.stderr)")
        assert client.sandbox.output == "héllo\noh\n"
        assert client.sandbox.output_bytes == 10
    assert client.sandbox.output == "héllo\noh\n"


def test_output_before_an_exit_is_stored() -> None:
    with sandboxed() as client:
        with pytest.raises(SandboxError):
            client.run("import os; print('farewell', end=''); os._exit(1)")
        assert client.sandbox.output == "farewell"


@everywhere
def test_a_stopped_process_does_nothing(without: Collection[Layer]) -> None:
    with sandboxed(without) as client:
        process = client.sandbox.process
        assert process is not None
        busy = "import threading\ndef work():\n    while True: pass\n"
        client.run(busy + "threading.Thread(target=work, daemon=True).start()")
        client.sandbox.sleep()
        wait_until_stopped(process)
        before = processor_seconds(process)
        time.sleep(0.1)
        assert before is not None
        # Some systems count the last moment late.
        assert (processor_seconds(process) or 0.0) < before + 0.01
        assert client.run("answer = 1") == "1"


def wait_until_stopped(process: int) -> None:
    """Wait until all threads of a process have stopped and given up their cores."""
    end = time.monotonic() + SECONDS
    while any(
        thread.read_text().rpartition(")")[2].split()[0] != "T"
        for thread in Path(f"/proc/{process}/task").glob("*/stat")
    ):
        assert time.monotonic() < end
        time.sleep(0.001)
    time.sleep(0.02)


def test_the_environment_is_the_same_each_time_and_not_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET", "of the judge")
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    found = []
    for _ in range(2):
        with sandboxed() as client:
            found.append(client.run("answer = hash('a'), hash('b')"))
            assert "of the judge" not in client.run("import os; answer = dict(os.environ)")
            assert "/somewhere" not in client.run("import sys; answer = sys.path")
            assert client.run("answer = os.environ['OMP_NUM_THREADS']") == "'1'"
            assert client.run("answer = sorted(os.listdir('/proc/self/fd'))[:5]") == str([*"01234"])
    assert found[0] == found[1]


@pytest.mark.few_cases
@everywhere
def test_packages_threads_signals_and_files_can_be_used(without: Collection[Layer]) -> None:
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
    with sandboxed(without) as client:
        assert client.run(lines) == "[6, 'thread', 4, 'alarm', 'own', ['notes.txt']]"


def test_memory_counts_from_the_ready_message() -> None:
    script = f"held = bytearray(80 << 20)\n{SCRIPT}"
    with sandboxed(script=script, memory_mb=50) as client:
        client.run("more = bytearray(20 << 20)")
        assert 15 < client.sandbox.peak_mb < 50


def test_processor_time_is_counted() -> None:
    with sandboxed() as client:
        client.run("import time\nwhile time.process_time() < 0.2: pass")
        assert client.sandbox.processor_seconds > 0.15
    assert client.sandbox.processor_seconds > 0.15


def test_a_sandbox_outlives_the_thread_that_started_it() -> None:
    found: list[Sandbox] = []

    def start() -> None:
        found.append(Sandbox(SandboxLimits(), SCRIPT))
        found[0].start(SECONDS)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert SandboxClient(found[0]).run("answer = 'there'") == "'there'"
    found[0].end()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("def main(", "SyntaxError"),
        ("import nothing_of_the_kind", "ModuleNotFoundError"),
        ("def main(receive, send, scratch):\n    import os; os._exit(7)", "status 7"),
    ],
)
def test_a_script_that_fails_before_it_is_ready(script: str, words: str) -> None:
    sandbox = Sandbox(SandboxLimits(), script)
    with pytest.raises(SandboxError, match=words) as caught:
        sandbox.start(SECONDS)
    assert caught.value.cause == Cause.START
    assert sandbox.process is not None
    with pytest.raises(ProcessLookupError):
        os.kill(sandbox.process, 0)


def test_a_script_that_is_not_ready_in_time() -> None:
    # Without bubblewrap, which may take longer than this by itself.
    sandbox = Sandbox(SandboxLimits(), "import time; time.sleep(100)", without=[Layer.NAMESPACES])
    with pytest.raises(SandboxError, match="not ready in time") as caught:
        sandbox.start(0.3)
    assert caught.value.cause == Cause.START


def test_a_sandbox_starts_once() -> None:
    with sandboxed() as client, pytest.raises(SandboxError, match="started before"):
        client.sandbox.start(SECONDS)
    client.sandbox.end()
    with pytest.raises(SandboxError, match="ended"):
        client.sandbox.send(b"hello")
    with pytest.raises(SandboxError, match="ended"):
        client.sandbox.receive(SECONDS)
    with pytest.raises(SandboxError, match="started before"):
        client.sandbox.start(SECONDS)


def test_a_sandbox_ends_with_its_last_reference() -> None:
    sandbox = Sandbox(SandboxLimits(), SCRIPT)
    sandbox.start(SECONDS)
    folder = Path(f"/proc/{sandbox.process}")
    assert folder.exists()
    del sandbox
    assert not folder.exists()


def test_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(SandboxError(Cause.FLOOD, "it printed")))
    assert (error.cause, error.words, str(error)) == (Cause.FLOOD, "it printed", "it printed")


@pytest.mark.parametrize("error", [SandboxError, MachineError])
def test_errors_of_sandbox_and_machine_are_not_value_errors(error: type[ObversiError]) -> None:
    assert issubclass(error, ObversiError)
    assert not issubclass(error, ValueError)


@pytest.mark.parametrize("value", [0, -1, float("inf"), float("nan")])
def test_limits_must_be_above_zero(value: float) -> None:
    with pytest.raises(ObversiError, match="memory_mb must be"):
        SandboxLimits(memory_mb=value)
