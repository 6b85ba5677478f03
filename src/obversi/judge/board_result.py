"""What an agent did on the boards of the usability test."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

__all__ = ["BoardResult", "Usability"]


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board of the test: what it is about, what the agent answered, and whether that is right.

    `board` is the position as `Board.to_string` writes it, and `moves` are those that led there
    from the start, such as "d3 c3 c4". `words` say what was seen in one sentence, `fault` names the
    kind of failure if there was one, and `details` may have more lines, such as a traceback.
    `candidates` are squares by name where they are on the board, and pairs of numbers where not;
    unless it has `answered` nothing is known of them, and of its time.
    `output` is what the agent printed meanwhile, for nobody but its author and the teacher.
    """

    about: str
    board: str
    moves: str
    passed: bool
    words: str
    seconds: float = 0.0
    memory_mb: float = 0.0
    timed_out: bool = False
    candidates: tuple[str, ...] = ()
    fault: str = ""
    details: str = ""
    output: str = ""
    answered: bool = True

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**told, "candidates": list(self.candidates)}

    @classmethod
    def from_object(cls, told: Mapping[str, Any]) -> "BoardResult":
        """Return the result that was kept as an object."""
        return cls(**{**told, "candidates": tuple(told["candidates"])})


@dataclass(frozen=True, slots=True)
class Usability:
    """All boards of one student, with the layers of the sandbox that held.

    `load_seconds` is how long its file took until it could be asked.
    """

    boards: tuple[BoardResult, ...]
    layers: tuple[str, ...] = ()
    load_seconds: float = 0.0

    @property
    def passed(self) -> int:
        """How many boards were answered as they should be."""
        return sum(result.passed for result in self.boards)

    @property
    def can_play(self) -> bool:
        """Whether a board was right on which there is a move: who never moves is in no game."""
        return any(result.passed and result.candidates for result in self.boards)

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "layers": list(self.layers),
            "load_seconds": self.load_seconds,
            "boards": [result.to_object() for result in self.boards],
        }

    @classmethod
    def from_object(cls, told: Mapping[str, Any]) -> "Usability":
        """Return what was kept as an object."""
        return cls(
            boards=tuple(BoardResult.from_object(result) for result in told["boards"]),
            layers=tuple(told["layers"]),
            load_seconds=told["load_seconds"],
        )
