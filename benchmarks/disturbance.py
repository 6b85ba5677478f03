"""A disturbed machine for benchmarks: busy processes, cores that are taken away, and a quota.

Steal is simulated by a process of real-time priority on each core, which takes it for 20 to 400 ms
at a time, and by the quota of a control group. Both need root.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

_BUSY = "while True: pass"

_STEALS = """
import os, random, sys, time
share, core = float(sys.argv[1]), int(sys.argv[2])
os.sched_setaffinity(0, {core})
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
print("steals", flush=True)
while True:
    seconds = random.uniform(0.02, 0.4)
    end = time.monotonic() + seconds
    while time.monotonic() < end: pass
    time.sleep(seconds * (1 / share - 1))
"""

_PERIOD_MICROSECONDS = 100_000


@contextmanager
def disturbed(load: int, steal: float, quota: float) -> Iterator[dict[str, object]]:
    """Disturb the machine, and yield what was possible.

    `load` processes compute all the time, a share of `steal` is taken from each core, and this
    process with its children gets `quota` cores. With 0 there is no such disturbance.
    """
    with ExitStack() as stack:
        done: dict[str, object] = {"load": load, "steal": 0.0, "quota": 0.0}
        for _ in range(load):
            _start(stack, [sys.executable, "-c", _BUSY])
        cores = sorted(os.sched_getaffinity(0)) if steal else []
        for core in cores:
            command = [sys.executable, "-c", _STEALS, str(steal), str(core)]
            if _start(stack, command).stdout.readline():  # type: ignore[union-attr]
                done["steal"] = steal
        # The other processes are outside the group.
        if quota and (why := _limit(quota, stack)):
            done["no_quota"] = why
        elif quota:
            done["quota"] = quota
        yield done


def _start(stack: ExitStack, command: list[str]) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def _limit(cores: float, stack: ExitStack) -> str:
    """Put this process into a group with a quota; return why that is not possible."""
    share = int(cores * _PERIOD_MICROSECONDS)
    name = f"obversi-benchmark-{os.getpid()}"
    older, newer = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
    is_older = older.is_dir()
    parent = older if is_older else newer
    group = parent / name
    try:
        group.mkdir()
        stack.callback(_remove, group, parent)
        if is_older:
            (group / "cpu.cfs_period_us").write_text(str(_PERIOD_MICROSECONDS))
            (group / "cpu.cfs_quota_us").write_text(str(share))
        else:
            (group / "cpu.max").write_text(f"{share} {_PERIOD_MICROSECONDS}")
        (group / "cgroup.procs").write_text(str(os.getpid()))
    except OSError as error:
        return str(error)
    return ""


def _remove(group: Path, parent: Path) -> None:
    with suppress(OSError):
        for process in (group / "cgroup.procs").read_text().split():
            (parent / "cgroup.procs").write_text(process)
        group.rmdir()
