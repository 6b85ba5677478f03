from collections.abc import Callable
from pathlib import Path

import pytest
from course_texts import GOOD, QUICK_COURSE, with_mistake

Folder = Callable[..., Path]


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
