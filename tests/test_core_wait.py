import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from obversi import machine as core_wait
from obversi.machine import CoreWait

# Works for half a second on a core that others want too, and prints how long it waited.
ON_ONE_CORE = """
import os, subprocess, sys, time
from obversi.machine import CoreWait

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
spin = "import time; end = time.monotonic() + 20\\nwhile time.monotonic() < end: pass"
rivals = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(3)]
time.sleep(0.5)
waits, end = CoreWait(), time.monotonic() + 0.5
while time.monotonic() < end:
    pass
print(waits.excuse(0.5, threads=1))
for rival in rivals:
    rival.kill()
"""


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
from obversi.machine import CoreWait

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


def test_what_was_computed_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    def excuse(computed: float, waited: float, threads: int) -> float:
        waits, times = iter([0, round(waited * 1e9)]), iter([0.0, computed])
        monkeypatch.setattr(CoreWait, "_waits", lambda _self: iter([("1", next(waits))]))
        monkeypatch.setattr(CoreWait, "_computed", lambda _self: next(times))
        return CoreWait().excuse(1.0, threads)

    monkeypatch.setattr(core_wait, "core_count", lambda: 2)
    assert excuse(0.4, 0.9, threads=1) == pytest.approx(0.6)
    assert excuse(0.4, 0.1, threads=1) == pytest.approx(0.1)
    # Two cores are all there are for four threads.
    assert excuse(1.9, 0.5, threads=4) == pytest.approx(0.05)
    assert excuse(1.9, 0.5, threads=1) == 0.0


def test_threads_that_have_ended_have_computed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = iter([0, 10**12])
    monkeypatch.setattr(CoreWait, "_waits", lambda _self: iter([("1", next(waits))]))
    here = CoreWait()

    def compute() -> None:
        while time.thread_time() < 0.05:
            pass

    helper = threading.Thread(target=compute)
    helper.start()
    helper.join()
    assert here.excuse(0.06, threads=1) <= 0.01


def test_of_a_process_that_is_gone_nothing_is_known() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    assert CoreWait(gone.pid).excuse(1.0, threads=1) < 1.0


def test_without_statistics_of_the_system_nothing_is_excused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(core_wait, "_read", lambda _path: b"not a number\n")
    assert CoreWait().excuse(1.0, threads=1) == 0.0
