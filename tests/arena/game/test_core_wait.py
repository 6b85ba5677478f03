import subprocess
import sys
from pathlib import Path

import pytest

from obversi.arena.game import core_wait
from obversi.arena.game.core_wait import CoreWait

# Works for half a second on a core that others want too, and prints how long it waited.
ON_ONE_CORE = """
import os, subprocess, sys, time
from obversi.arena.game.core_wait import CoreWait

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
spin = "import time; end = time.monotonic() + 20\\nwhile time.monotonic() < end: pass"
rivals = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(3)]
time.sleep(0.5)
waits, end = CoreWait(), time.monotonic() + 0.5
while time.monotonic() < end:
    pass
print(waits.seconds())
for rival in rivals:
    rival.kill()
"""


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="only Linux tells")
def test_who_shares_a_core_waits_for_it() -> None:
    done = subprocess.run([sys.executable, "-c", ON_ONE_CORE], capture_output=True, text=True)
    # With three rivals about three quarters of the time.
    assert 0.15 < float(done.stdout) < 2.0


def test_of_a_process_that_is_gone_nothing_is_known() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    assert CoreWait(gone.pid).seconds() >= 0.0


def test_where_nothing_is_told_nothing_is_excused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_wait, "_read", lambda _path: b"not a number\n")
    assert CoreWait().seconds() == 0.0
