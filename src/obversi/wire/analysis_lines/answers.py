"""What a tool hears; `str` writes an answer as its line, without the end."""

import json
from dataclasses import dataclass
from typing import Any, Final

from obversi.analysis import Analysis, AnalysisLine
from obversi.board import Board
from obversi.color import color_name
from obversi.wire.analysis_lines.requests import Id, RequestError

__all__ = ["VERSION", "Answer", "Found", "Refusal", "Standing", "Terminated", "VersionTold"]

#: The version of these messages.
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a position; the last that is told of it is `final`.

    There is no analysis of a game that is over, nor of a position whose turn had not come when the
    analysis was terminated.
    """

    id: Id
    turn: int
    board: Board
    analysis: Analysis | None
    final: bool = False
    stopped: bool = False

    def __str__(self) -> str:
        told: dict[str, Any] = {"id": self.id, "turn": self.turn, "final": self.final}
        if self.stopped:
            told["stopped"] = True
        told |= {"mover": color_name(self.board.turn), "rules": self.board.rules}
        found = self.analysis
        if found is not None:
            told |= {
                "depth": found.depth,
                "selectivity": found.selectivity,
                "exact": found.exact,
                "moves": [_line(line) for line in found.lines],
                "nodes": found.nodes,
                "time": round(found.seconds, 4),
            }
        elif self.board.is_over:
            told |= {"over": True, "score": self.board.margin(), "exact": True, "moves": []}
        else:
            told["moves"] = []
        return _text(told)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request cannot be done: why, and which field is at fault if it is one."""

    id: Id | None
    error: str
    field: str | None = None

    @classmethod
    def of(cls, error: RequestError) -> "Refusal":
        """Return the answer to what is no request."""
        return cls(error.id, str(error), error.field)

    def __str__(self) -> str:
        return _text({"id": self.id, "error": self.error, "field": self.field})


@dataclass(frozen=True, slots=True)
class Terminated:
    """An analysis has ended as asked; none was `found` if there was none under way."""

    id: Id
    target: Id
    found: bool

    def __str__(self) -> str:
        head = {"id": self.id, "action": "terminate"}
        return _text(head | {"target": self.target, "found": self.found})


@dataclass(frozen=True, slots=True)
class VersionTold:
    """Who answers, and the version of these messages."""

    id: Id
    program: str
    version: str

    def __str__(self) -> str:
        head = {"id": self.id, "action": "version", "program": self.program}
        return _text(head | {"version": self.version, "protocol": VERSION})


@dataclass(frozen=True, slots=True)
class Standing:
    """Which analysis is under way, and how many positions wait."""

    id: Id
    running: Id | None
    waiting: int

    def __str__(self) -> str:
        head = {"id": self.id, "action": "status"}
        return _text(head | {"running": self.running, "waiting": self.waiting})


Answer = Found | Refusal | Terminated | VersionTold | Standing


def _line(line: AnalysisLine) -> dict[str, Any]:
    return {
        "move": str(line.move),
        "score": line.margin,
        "bound": line.bound,
        "exact": line.exact,
        "pv": "".join(line.pv),
    }


def _text(told: dict[str, Any]) -> str:
    return json.dumps(told, separators=(",", ":"), allow_nan=False)
