"""What the judge has found out about an agent, in words that help."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Finding", "Level"]


class Level(StrEnum):
    """How bad a finding is."""

    GOOD = "good"  # as it should be
    ADVICE = "advice"  # it works, and could be better
    PROBLEM = "problem"  # it costs points
    FATAL = "fatal"  # nothing more could be tried


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what was seen, and what to do about it.

    `topic` is a word or two, such as "candidates"; `details` may have several lines, such as a
    traceback. `board` is the position that it is about, as `Board.to_string` writes it, and
    `moves` are those that led there.
    """

    level: Level
    topic: str
    words: str
    advice: str = ""
    details: str = ""
    board: str = ""
    moves: str = ""

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps, without what is empty."""
        told = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in told.items() if value}
