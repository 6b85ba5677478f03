"""A small class, and the rules of a course that is quick to judge."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from obversi.agents.course.preset import CoursePreset, read_preset
from obversi.core_wait import CoreTimes
from obversi.judge import contest
from obversi.judge.machine_timing import MachineTiming


@pytest.fixture(autouse=True)
def quiet_machine(monkeypatch: pytest.MonkeyPatch) -> MachineTiming:
    """A machine that needs no test, for the contests of this process."""
    test = MachineTiming(40, 0.002, CoreTimes(elapsed=2.0, computed=2.0))
    monkeypatch.setattr(contest, "measure_machine", lambda *_: test)
    return test


@pytest.fixture
def course() -> CoursePreset:
    """A course on 4×4, with moves of a moment."""
    return replace(
        read_preset("cs303"),
        name="tiny",
        size=4,
        move_seconds=2.0,
        load_seconds=20.0,
        usability_boards=4,
        race_rounds=1,
    )


@pytest.fixture
def class_of(tmp_path: Path) -> Callable[..., Path]:
    """Makes a folder of files by their names."""

    def make(**files: str) -> Path:
        folder = tmp_path / "class"
        folder.mkdir(exist_ok=True)
        for name, source in files.items():
            (folder / f"{name}.py").write_text(source)
        return folder

    return make
