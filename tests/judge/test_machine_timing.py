"""The test of the machine at the start of a contest, and the grace period that follows."""

from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from course_texts import GOOD

from obversi.agents.course.preset import CoursePreset
from obversi.core_wait import CoreTimes
from obversi.judge.contest import Contest
from obversi.judge.machine_timing import MachineTiming, disturbance_text, measure_machine

QUIET = MachineTiming(40, 0.002, CoreTimes(elapsed=2.0, computed=2.0))
BUSY = MachineTiming(
    9, 0.04, CoreTimes(4.0, 1.0, waited=9.0, stolen=0.4, throttled=0.2, excused=3.0)
)


def test_a_quiet_machine_adds_no_grace_period() -> None:
    assert QUIET.grace == 0.0
    expected = (
        "the machine is quiet; in 40 calls a time-out was noticed at most 2 ms late: answers may "
        "be 35 ms late"
    )
    assert QUIET.words(0.3) == expected


def test_the_grace_period_grows_with_the_delays_of_the_machine() -> None:
    assert BUSY.grace == pytest.approx(2 * 0.04 - 0.0225, abs=0.001)
    assert replace(BUSY, latest=0.05).grace > BUSY.grace
    assert BUSY.words(0.3).endswith(
        "answers may be 93 ms late (58 ms more than on a quiet machine)"
    )


def test_the_grace_period_has_a_limit() -> None:
    most = replace(BUSY, latest=99.0).grace
    assert most == replace(BUSY, latest=9.0).grace
    assert replace(QUIET, failed=1).grace == most


def test_who_took_the_time_is_named() -> None:
    words = (
        "agents could not run for 75 % of their time (others had the core 60 %, stolen 10 %, "
        "stopped by a quota 5 %)"
    )
    assert disturbance_text(BUSY.times) == words


def test_it_can_be_stored() -> None:
    assert MachineTiming.from_object(BUSY.to_object()) == BUSY


def test_this_machine_can_be_measured(course: CoursePreset) -> None:
    test = measure_machine(course, cores=1, seconds=0.0)
    assert test.calls == 1
    assert test.failed or test.times.elapsed > 0.05


def test_a_contest_stores_the_test_and_uses_its_grace_period(
    class_of: Callable[..., Path],
    course: CoursePreset,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[float] = []

    def play(*arguments: Any) -> Generator[None, None, None]:
        used.append(arguments[-1])
        yield from ()

    monkeypatch.setattr("obversi.judge.contest.measure_machine", lambda *_: BUSY)
    monkeypatch.setattr("obversi.judge.contest.play_usability", play)
    with Contest.open(class_of(anna=GOOD), tmp_path / "out", course) as contest:
        for _ in contest.run(1, ["usability"]):
            pass
        assert contest.folder.machine_timings() == (BUSY,)
    assert used == [BUSY.grace]
