"""A contest with real agents, whose judge is killed in the middle."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from class_agents import agent

from obversi.agents.course import process as course_process
from obversi.agents.course.preset import CoursePreset, write_preset
from obversi.errors import MachineError
from obversi.judge.contest import Contest
from obversi.judge.stages import RACE, USABILITY
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.sandbox import Sandbox

AGENTS = {"anna": agent("row"), "李": agent("-row - 2 * col")}

ClassOf = Callable[..., Path]

JUDGE = """
import sys
from obversi.agents.course.preset import read_preset
from obversi.judge import machine_timing
from obversi.judge.contest import Contest
machine_timing.SECONDS = 0.1
files, results, preset = sys.argv[1:]
with Contest.open(files, results, read_preset(preset)) as contest:
    for news in contest.run(concurrency=2):
        print(news.stage, news.done, flush=True)
"""


@pytest.fixture
def rules(course: CoursePreset) -> CoursePreset:
    return replace(course, usability_boards=1, race_rounds=1)


def played(results: Path) -> list[tuple[str, int, str, str, str, str | None]]:
    contest = Contest.look(results)
    return [
        (
            *(stage.stored.title, game.number, *stage.players(game)),
            " ".join(str(move.move) for move in game.record.moves),
            None if game.failure is None else game.failure.reason,
        )
        for stage in (contest.race, contest.round_robin)
        if stage is not None
        for game in stage.games
    ]


@pytest.mark.long
def test_results_are_the_same_after_kill_9(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    with Contest.open(files, tmp_path / "whole", rules) as contest:
        list(contest.run(concurrency=1))
    write_preset(rules, tmp_path / "rules.toml")
    killed = tmp_path / "killed"
    for stage in (USABILITY, RACE):
        judge = subprocess.Popen(
            [sys.executable, "-c", JUDGE, str(files), str(killed), str(tmp_path / "rules.toml")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert judge.stdout is not None
        with judge.stdout as lines:
            # Until something of this stage is done, and most of it is not.
            assert any(line.startswith(stage) and not line.endswith(" 0\n") for line in lines)
            inside = _processes_of(judge.pid)
            judge.send_signal(signal.SIGKILL)
        judge.wait()
        before = played(killed)
        _wait_for_the_end_of(inside)
        assert Contest.look(killed).students  # all is whole
        assert played(killed) == before  # and no process continues
    with Contest.open(files, killed, rules) as contest:
        list(contest.run())
        assert contest.is_over
    assert played(killed) == played(tmp_path / "whole")
    grades = [
        Contest.look(tmp_path / place).grades(intervals=False) for place in ("whole", "killed")
    ]
    assert grades[0] == grades[1]
    assert not any(game[-1] for game in played(killed))


def test_an_error_of_the_machine_is_not_a_result(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = class_of(**AGENTS)
    with Contest.open(files, tmp_path / "results", rules) as contest:
        with monkeypatch.context() as broken:
            broken.setattr(Sandbox, "start", _no_start)
            broken.setattr(course_process, "_SECONDS_BETWEEN_STARTS", 0.0)
            with pytest.raises(MachineError, match="too many open files"):
                list(contest.run(1, [USABILITY]))
        assert not any(contest.tried(student) for student in contest.students)
        list(contest.run(1, [USABILITY]))
        assert all(contest.tried(student) for student in contest.students)


def _no_start(_sandbox: Sandbox, _seconds: float) -> None:
    raise SandboxError(Cause.START, "there are too many open files")


def test_a_stopped_run_leaves_no_processes(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset
) -> None:
    before = _processes_of(os.getpid())  # of other tests
    files = class_of(anna=AGENTS["anna"], slow="import time\ntime.sleep(2.5)\n" + agent("col"))
    with Contest.open(files, tmp_path / "results", rules) as contest:
        running = contest.run()
        next(news for news in running if news.words)  # the quick one is there, the other is not
        running.close()
        assert [contest.tried(student) is None for student in contest.students] == [False, True]
        _wait_for_the_end_of(_processes_of(os.getpid()) - before)


def _processes_of(parent: int) -> set[int]:
    """All processes that a process has started, and those that these have."""
    children: dict[int, set[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue
        number = int(text.rpartition(")")[2].split()[1])
        children.setdefault(number, set()).add(int(path.parent.name))
    found: set[int] = set()
    new = {parent}
    while new := {child for one in new for child in children.get(one, ())} - found:
        found |= new
    return found


def _wait_for_the_end_of(processes: set[int]) -> None:
    def left() -> set[int]:
        return {number for number in processes if _is_alive(number)}

    for _ in range(300):
        if not left():
            return
        time.sleep(0.1)
    raise AssertionError(f"processes are left: {left()}")


def _is_alive(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
