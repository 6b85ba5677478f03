"""A short test of the machine before agents are judged: how late it notices a time-out."""

import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from obversi.agents.course.answer import CourseFailureError
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.request import grace_seconds
from obversi.agents.course.submission import read_submission
from obversi.board import Board
from obversi.core_wait import CoreTimes
from obversi.machine import core_count, keep_to_core
from obversi.records import JsonObject
from obversi.sandbox.layers import checked_minimum

# The test takes about this long, and the start of its sandboxes.
SECONDS = 2.0

# The agent of the test, which is interrupted in each call.
_ENDLESS = """\
class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list = [(2, 3)]
        count = 0
        while True:
            count += 1
"""
_CALL_SECONDS = 0.05

# A few calls do not show the worst case: notices may be this many times as late.
_FACTOR = 2.0
# No machine is so bad that agents should have more time than this.
_MOST_GRACE = 0.25
# For the test itself, no notice is late.
_ANY_TIME = 60.0


@dataclass(frozen=True, slots=True)
class MachineTiming:
    """The result of a test: the number of calls, how late the latest notice was, and their times.

    `failed` counts the calls that were not answered at all. `place` is the worker of a cluster, or
    empty for this machine.
    """

    calls: int
    latest: float
    times: CoreTimes
    failed: int = 0
    place: str = ""

    @property
    def grace(self) -> float:
        """The seconds that answers may be later here than on a quiet machine."""
        if self.failed:
            return _MOST_GRACE
        more = _FACTOR * self.latest - grace_seconds(_CALL_SECONDS)
        return round(min(max(more, 0.0), _MOST_GRACE), 3)

    def words(self, move_seconds: float) -> str:
        """Describe the machine, and the grace period for moves of these seconds."""
        allowed = grace_seconds(move_seconds, self.grace)
        lost = disturbance_text(self.times)
        late = f"a time-out was noticed at most {1000 * max(self.latest, 0):.0f} ms late"
        grace = f"answers may be {1000 * allowed:.0f} ms late"
        if self.grace:
            grace += f" ({1000 * self.grace:.0f} ms more than on a quiet machine)"
        return f"{lost}; in {self.calls} calls {late}: {grace}"

    def to_object(self) -> JsonObject:
        """Return the content of the JSON file."""
        return {
            "calls": self.calls,
            "latest": round(self.latest, 4),
            "failed": self.failed,
            "times": self.times.to_object(),
            **({"place": self.place} if self.place else {}),
        }

    @classmethod
    def from_object(cls, content: Mapping[str, Any]) -> "MachineTiming":
        """Return the test from the content of the JSON file."""
        return cls(
            int(content["calls"]),
            float(content["latest"]),
            CoreTimes.from_object(content["times"]),
            int(content["failed"]),
            str(content.get("place", "")),
        )


def disturbance_text(times: CoreTimes) -> str:
    """Describe how much of the agents' time was taken by others.

    >>> disturbance_text(CoreTimes(elapsed=10, waited=1, stolen=0.5, excused=1.5))
    'agents could not run for 15 % of their time (others had the core 10 %, stolen 5 %)'
    >>> disturbance_text(CoreTimes(elapsed=10, excused=0.04))
    'the machine is quiet'
    """
    elapsed = max(times.elapsed, 1e-9)
    if times.excused < 0.005 * elapsed:
        return "the machine is quiet"
    causes = {
        "others had the core": times.excused - times.stolen - times.throttled,
        "stolen": times.stolen,
        "stopped by a quota": times.throttled,
    }
    parts = [
        f"{name} {100 * seconds / elapsed:.0f} %"
        for name, seconds in causes.items()
        if seconds >= 0.005 * elapsed
    ]
    words = f"agents could not run for {100 * times.excused / elapsed:.0f} % of their time"
    return f"{words} ({', '.join(parts)})" if parts else words


def measure_machine(
    preset: CoursePreset, cores: int | None = None, seconds: float | None = None
) -> MachineTiming:
    """Interrupt an endless agent on so many cores at a time, by default all of them.

    A machine that cannot run agents raises `MachineError`.
    """
    number = min(cores or core_count(), core_count())
    lasting = SECONDS if seconds is None else seconds
    rules = replace(preset, load_seconds=_ANY_TIME, move_seconds=_CALL_SECONDS, size=8)
    results: list[MachineTiming | BaseException] = []
    with TemporaryDirectory(prefix="obversi-machine-") as folder:
        file = Path(folder, "endless.py")
        file.write_text(_ENDLESS, encoding="utf-8")

        def work(place: int) -> None:
            keep_to_core(os.getpid() + place)
            try:
                results.append(_tested(file, rules, lasting))
            except BaseException as error:  # raised below
                results.append(error)

        threads = [threading.Thread(target=work, args=(place,)) for place in range(number)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    tests: list[MachineTiming] = []
    for result in results:
        if isinstance(result, BaseException):
            raise result
        tests.append(result)
    return MachineTiming(
        sum(test.calls for test in tests),
        max(test.latest for test in tests),
        sum((test.times for test in tests), CoreTimes()),
        sum(test.failed for test in tests),
    )


def _tested(file: Path, preset: CoursePreset, seconds: float) -> MachineTiming:
    """Test one core."""
    process = CourseProcess(
        read_submission(file, preset),
        preset,
        minimum=checked_minimum(preset.sandbox),
        grace=_ANY_TIME,
    )
    calls = failed = 0
    latest, times = 0.0, CoreTimes()
    try:
        process.construct(8, -1, _CALL_SECONDS)
        end = time.monotonic() + seconds
        while not calls or time.monotonic() < end:
            calls += 1
            try:
                answer = process.go(Board(8, preset.rules), _CALL_SECONDS)
            except CourseFailureError:
                failed += 1
                process.construct(8, -1, _CALL_SECONDS)
                continue
            delay = min(answer.times.own, answer.times.computed) - _CALL_SECONDS
            latest, times = max(latest, delay), times + answer.times
    finally:
        process.end()
    return MachineTiming(calls, latest, times, failed)
