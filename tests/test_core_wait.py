import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from obversi import core_wait
from obversi.core_wait import CoreWait

# Works for half a second on a core that others want too, and prints how long it waited.
ON_ONE_CORE = '''
import os, subprocess, sys, time
from obversi.core_wait import CoreWait

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
spin = """
import time
print(flush=True)
end = time.monotonic() + 60
while time.monotonic() < end: pass
"""
command = [sys.executable, "-c", spin]
rivals = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(3)]
for rival in rivals:
    rival.stdout.readline()
waits, end = CoreWait(), time.monotonic() + 0.5
while time.monotonic() < end:
    pass
print(waits.excuse(0.5, threads=1))
for rival in rivals:
    rival.kill()
'''


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="only Linux has schedstat")
def test_who_shares_a_core_waits_for_it() -> None:
    done = subprocess.run([sys.executable, "-c", ON_ONE_CORE], capture_output=True, text=True)
    # With three rivals about three quarters of the time.
    assert 0.15 < float(done.stdout) <= 0.5


# Four threads of one agent on one core.
IN_EACH_OTHER_S_WAY = """
import os, threading, time
from obversi.agents import make_agent
from obversi import Board, Limit
from obversi.core_wait import CoreWait

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
engines = [make_agent("engine:seconds=0.5") for _ in range(4)]
for engine in engines:
    engine.prepare(8, "normal")
waits, begin, computed_before = CoreWait(), time.monotonic(), time.process_time()
searches = [threading.Thread(target=engine.choose, args=(Board(),)) for engine in engines]
for search in searches:
    search.start()
for search in searches:
    search.join()
elapsed = time.monotonic() - begin
computed = time.process_time() - computed_before
excuses = [waits.excuse(elapsed, threads) for threads in (1, 4)]
print(*[seconds / elapsed for seconds in (computed, *excuses)])
"""


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="only Linux has schedstat")
def test_who_is_in_its_own_way_has_no_excuse() -> None:
    command = [sys.executable, "-W", "ignore", "-c", IN_EACH_OTHER_S_WAY]
    done = subprocess.run(command, capture_output=True, text=True)
    computed, *excuses = map(float, done.stdout.split())
    # Other work on the machine may take some of the time, too.
    assert max(excuses) < 1 - computed + 0.1


@dataclass
class FakeMachine:
    """What the system counts: the waits of two threads, and the times of the process."""

    waits: tuple[float, float] = (0.0, 0.0)
    computed: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeMachine:
    fake = FakeMachine()

    def waits(_self: CoreWait) -> Iterator[tuple[str, int]]:
        return ((str(thread), round(seconds * 1e9)) for thread, seconds in enumerate(fake.waits))

    monkeypatch.setattr(CoreWait, "_waits", waits)
    monkeypatch.setattr(CoreWait, "_computed", lambda _self: fake.computed)
    monkeypatch.setattr(core_wait, "stolen_seconds", lambda _cores: fake.stolen)
    monkeypatch.setattr(core_wait, "throttled_seconds", lambda: fake.throttled)
    monkeypatch.setattr(core_wait, "core_count", lambda: 2)
    return fake


def excuse(fake: FakeMachine, threads: int = 1, **later: Any) -> float:
    """Return the excuse of one second, at the end of which the system counts this."""
    waits = CoreWait()
    for name, value in later.items():
        setattr(fake, name, value)
    excused = waits.excuse(1.0, threads)
    for name, value in asdict(FakeMachine()).items():
        setattr(fake, name, value)
    return excused


def test_what_was_computed_is_charged(fake: FakeMachine) -> None:
    assert excuse(fake, computed=0.4, waits=(0.9, 0)) == pytest.approx(0.6)
    assert excuse(fake, computed=0.4, waits=(0.1, 0)) == pytest.approx(0.1)
    # Two cores are all there are for four threads.
    assert excuse(fake, computed=1.9, waits=(0.5, 0), threads=4) == pytest.approx(0.05)
    assert excuse(fake, computed=1.9, waits=(0.5, 0)) == 0.0


def test_waits_of_different_threads_add_up(fake: FakeMachine) -> None:
    # One waited for the core, and then another one, which is to interrupt it.
    assert excuse(fake, computed=0.4, waits=(0.3, 0.2)) == pytest.approx(0.5)
    # But not if one had the core for which the other waited.
    assert excuse(fake, computed=0.9, waits=(0.5, 0.4)) == pytest.approx(0.1)


def test_stolen_and_throttled_time_is_excused(fake: FakeMachine) -> None:
    assert excuse(fake, computed=0.6, stolen=0.4) == pytest.approx(0.4)
    # Some kernels count what was stolen as computed.
    assert excuse(fake, computed=1.0, stolen=0.4) == pytest.approx(0.4)
    assert excuse(fake, computed=0.3, throttled=0.7) == pytest.approx(0.7)
    assert excuse(fake, computed=0.3, waits=(0.1, 0), stolen=0.1, throttled=0.2) == pytest.approx(
        0.4
    )


def test_sleep_is_not_excused(fake: FakeMachine) -> None:
    assert excuse(fake, computed=0.1) == 0.0


def test_steal_is_read_of_the_cores_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        b"cpu  9 9 9 9 9 9 9 900 0 0\n"
        b"cpu0 1 1 1 1 1 1 1 200 0 0\ncpu1 1 1 1 1 1 1 1 400 0 0\ncpu10 1 1 1 1 1 1 1 800 0 0\n"
    )
    monkeypatch.setattr(core_wait, "_read", lambda _path, _most: text)
    monkeypatch.setattr("os.sysconf", lambda _name: 100)
    assert core_wait.stolen_seconds([1]) == 4.0
    assert core_wait.stolen_seconds([0, 1]) == 3.0
    assert core_wait.stolen_seconds([]) == 0.0


@pytest.mark.parametrize(
    "text",
    [b"nr_throttled 3\nthrottled_usec 2500000\n", b"nr_throttled 3\nthrottled_time 2500000000\n"],
    ids=["version 2", "version 1"],
)
def test_the_time_of_a_quota_is_read(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(core_wait, "_quota_files", lambda: ("inner", "outer"))
    texts = {"inner": text, "outer": b"nr_periods 0\n"}
    monkeypatch.setattr(core_wait, "_read", lambda path, _most: texts[path])
    assert core_wait.throttled_seconds() == pytest.approx(2.5)


def test_threads_that_have_ended_have_computed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = iter([0, 10**12])
    monkeypatch.setattr(CoreWait, "_waits", lambda _self: iter([("1", next(waits))]))
    monkeypatch.setattr(core_wait, "stolen_seconds", lambda _cores: 0.0)
    here = CoreWait()

    def compute() -> None:
        while time.thread_time() < 0.05:
            pass

    helper = threading.Thread(target=compute)
    helper.start()
    helper.join()
    assert here.excuse(0.06, threads=1) <= 0.01


def test_a_process_that_waits_for_a_core_is_starved(monkeypatch: pytest.MonkeyPatch) -> None:
    computed, state = [1.0], [b"R"]
    monkeypatch.setattr(CoreWait, "_computed", lambda _self: computed[0])
    monkeypatch.setattr(
        CoreWait, "_states", lambda _self, wanted: iter([wanted == b"S", state[0] == wanted])
    )
    waits = CoreWait()
    assert waits.is_starved()
    computed[0] = 2.0
    assert not waits.is_starved()  # it has run
    assert waits.is_starved()
    state[0] = b"S"
    assert not waits.is_starved()  # it sleeps


def test_the_states_of_threads_are_read() -> None:
    assert list(CoreWait()._states(b"R")).count(True) >= 1


def test_of_a_process_that_is_gone_nothing_is_known() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    assert CoreWait(gone.pid).excuse(1.0, threads=1) < 1.0


def test_without_statistics_of_the_system_nothing_is_excused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(core_wait, "_read", lambda _path, _most: b"not a number\n")
    assert CoreWait().excuse(1.0, threads=1) == 0.0
