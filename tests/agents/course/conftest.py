"""A fixture of the tests of students' files."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from course_agents import course_process, student_file
from student_processes import START

import obversi as ob
from obversi.agents.course.answer import Answer


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Any]:
    """Ask a file for moves at the start, once or more often; return the last answer."""
    started = ExitStack()

    def last_answer(go: str = "", *, times: int = 1, seconds: float = 5.0, **parts: Any) -> Answer:
        written = {key: parts.pop(key) for key in ("init", "top", "name") if key in parts}
        process = course_process(student_file(tmp_path, go, **written), **parts)
        started.callback(process.end)
        process.construct(8, ob.BLACK, 5.0)
        for _ in range(times - 1):
            process.go(START, seconds)
        return process.go(START, seconds)

    with started:
        yield last_answer
