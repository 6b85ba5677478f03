"""A student's agent in a contest."""

from dataclasses import dataclass

__all__ = ["Student"]


@dataclass(frozen=True, slots=True)
class Student:
    """Who handed in which file.

    `name` is also that of files about the student; `file` is what was handed in, as the teacher's
    folder has it. With a `problem` the file cannot be played at all, and this is why; `advice` says
    what to do about it.
    """

    name: str
    file: str
    sha256: str = ""
    problem: str = ""
    advice: str = ""
