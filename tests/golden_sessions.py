"""Sessions as they are written down in tests/data/sessions, and how they are compared.

``> line`` is said to the program, ``< line`` is what it has to answer before the next is said. In
an answer ``*`` stands for what differs from run to run, such as times; ``< ...`` for any lines
until the one that comes next. Lines with # are remarks.
"""

import queue
import re
from collections.abc import Callable, Iterator
from pathlib import Path

SESSIONS = Path(__file__).parent / "data" / "sessions"
_TIMEOUT_SECONDS = 60


class Answers:
    """What a program has said: call it with every message."""

    def __init__(self) -> None:
        self._lines: queue.Queue[str] = queue.Queue()

    def __call__(self, message: object) -> None:
        for line in str(message).split("\n"):
            self._lines.put(line)

    def next(self) -> str:
        return self._lines.get(timeout=_TIMEOUT_SECONDS)

    def until(self, pattern: str) -> list[str]:
        """The lines up to one that matches, and that one."""
        found = [self.next()]
        while not matches(pattern, found[-1]):
            found.append(self.next())
        return found

    @property
    def rest(self) -> list[str]:
        return [self._lines.get() for _ in range(self._lines.qsize())]


def matches(pattern: str, line: str) -> bool:
    return bool(re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), line))


def steps(name: str) -> Iterator[tuple[str, str]]:
    """Go through what is said and what is answered."""
    for line in (SESSIONS / f"{name}.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            sign, _, text = line.partition(" ")
            assert sign in ("<", ">"), line
            yield sign, text


def check_session(name: str, say: Callable[[str], object], answers: Answers) -> None:
    """Hold a session: every answer has to be the one that is written down."""
    skips = False
    for sign, text in steps(name):
        if sign == ">":
            say(text)
        elif text == "...":
            skips = True
        elif skips:
            answers.until(text)
            skips = False
        else:
            line = answers.next()
            assert matches(text, line), f"{line!r} instead of {text!r}"
