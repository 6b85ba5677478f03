from collections.abc import Callable
from pathlib import Path

import pytest
from course_texts import GOOD, QUICK_COURSE, with_mistake

from obversi.core_wait import CoreTimes
from obversi.judge import contest
from obversi.judge.machine_timing import MachineTiming

Folder = Callable[..., Path]


@pytest.fixture(autouse=True)
def quiet_machine(monkeypatch: pytest.MonkeyPatch) -> MachineTiming:
    """A machine that needs no test, for the contests of this process."""
    test = MachineTiming(40, 0.002, CoreTimes(elapsed=2.0, computed=2.0))
    monkeypatch.setattr(contest, "measure_machine", lambda *_: test)
    return test


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course that is quick to judge by, in the folder where commands are run."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "quick.toml"
    path.write_text(QUICK_COURSE)
    return path


@pytest.fixture
def agent(course: Path) -> Path:
    """A file of a student who has made no mistake."""
    path = course.parent / "agent.py"
    path.write_text(GOOD)
    return path


@pytest.fixture
def swapped(course: Path) -> Path:
    """A file of a student who has mixed up rows and columns."""
    path = course.parent / "swapped.py"
    path.write_text(with_mistake("append((r, c))", "append((c, r))"))
    return path


@pytest.fixture
def students(course: Path) -> Path:
    """A small class, one of whom cannot play."""
    folder = course.parent / "class"
    folder.mkdir()
    (folder / "anna.py").write_text(GOOD)
    (folder / "bert.py").write_text(with_mistake("[:1]", "[-1:]"))
    (folder / "cleo.py").write_text("import os\n" + GOOD)
    return folder
