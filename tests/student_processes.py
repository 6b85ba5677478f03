"""Students' files in their sandboxes, with requests for moves at the start of the reversed game."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from course_agents import course_process, student_file

import obversi as ob
from obversi.agents.course.answer import CourseFailureError
from obversi.agents.course.process import CourseProcess

START = ob.Board(rules="reversed")
LEGAL = ((2, 3), (3, 2), (4, 5), (5, 4))


@contextmanager
def ended(process: CourseProcess) -> Iterator[None]:
    """End a process after the block."""
    try:
        yield
    finally:
        process.end()


def scripted_process(folder: Path, lines: Iterable[str]) -> CourseProcess:
    """Return a process that does one of these at each call, and survives them."""
    top = f"import collections, numpy\nLINES = iter({list(lines)!r})"
    process = course_process(student_file(folder, "exec(next(LINES))", top=top))
    process.construct(8, ob.BLACK, 5)
    return process


def failure(ask: Any, *arguments: Any, **named: Any) -> CourseFailureError:
    with pytest.raises(CourseFailureError) as caught:
        ask(*arguments, **named)
    assert isinstance(caught.value, CourseFailureError)
    return caught.value
