"""Analyses for tools, as JSON: one request or answer a line.

A tool sends ``{"id": "a1", "moves": "f5d6c3", "limit": {"depth": 12}, "top": 3}`` and gets the
results for the position, with the same id. Answers to several requests come in any order.
docs/board-programs.md explains the fields.
"""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any

from obversi.analysis import Analysis, AnalysisLine
from obversi.arguments import suggestion
from obversi.board import Board
from obversi.color import color_name
from obversi.engine import Top
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import GameRecord, record_from_moves
from obversi.formats.transcript import written_moves
from obversi.limit import Limit
from obversi.rules import Rules
from obversi.wire.session.codec import read_object
from obversi.wire.session.fields import (
    FieldError,
    LimitField,
    LineCount,
    Seconds,
    Size,
    id_of,
    list_of,
    text,
    validated,
    whole,
)

Id = Annotated[int | str, id_of(100)]
_FORBID = {"extra": "forbid"}  # a pydantic.ConfigDict


class RequestError(FormatError):
    """A text that is not a request, with its id as far as it can be read, and the wrong field."""

    def __init__(self, reason: str, id: Id | None = None, field: str | None = None) -> None:
        """Store the content of the reply."""
        super().__init__(reason)
        self.id = id
        self.field = field


@dataclass(frozen=True, slots=True)
class Defaults:
    """The values of fields that a request leaves out."""

    rules: Rules = "normal"
    size: int = 8
    limit: Limit = field(default_factory=Limit)
    top: Top = 1


@dataclass(frozen=True, slots=True)
class Analyse:
    """Analyse positions of a game: those after the given numbers of moves, passes counted.

    With `every`, the result so far is reported each time that number of seconds has passed, or
    after each step of deepening if that takes longer.
    """

    id: Id
    game: GameRecord
    turns: tuple[int, ...]
    limit: Limit
    top: Top = 1
    every: float | None = None


@dataclass(frozen=True, slots=True)
class Terminate:
    """Stop an analysis; its result so far is reported."""

    __pydantic_config__ = _FORBID

    id: Id
    target: Id


@dataclass(frozen=True, slots=True)
class VersionRequest:
    """Return the program and the version of these messages."""

    __pydantic_config__ = _FORBID

    id: Id


@dataclass(frozen=True, slots=True)
class StatusRequest:
    """Return what runs, and how much waits."""

    __pydantic_config__ = _FORBID

    id: Id


Request = Analyse | Terminate | VersionRequest | StatusRequest


@dataclass(frozen=True, slots=True)
class _Head:
    id: Id


@dataclass(frozen=True, slots=True)
class _AnalyseFields:
    __pydantic_config__ = _FORBID

    rules: Rules | None = None
    size: Size | None = None
    position: Annotated[str, text(400)] | None = None
    moves: Annotated[str, text(1000)] = ""
    turns: Annotated[tuple[Annotated[int, whole(0, 128)], ...], list_of(129)] = ()
    limit: LimitField | None = None
    top: LineCount | None = None
    every: Seconds | None = None


def parse_request(text: str, defaults: Defaults | None = None) -> Request:
    """Read a request, or raise a `RequestError`, which has the content of the reply.

    >>> request = parse_request('{"id": "a1", "moves": "f5d6", "turns": [0, 2]}')
    >>> request.turns, request.game.transcript()
    ((0, 2), 'f5d6')
    """
    id = None
    try:
        members = read_object(text)
        id = validated(_Head, members).id
        if "action" in members:
            return _action(members)
        del members["id"]
        return _analyse(id, validated(_AnalyseFields, members), defaults or Defaults())
    except RequestError:
        raise
    except FieldError as error:
        raise RequestError(str(error), id, error.field) from None
    except FormatError as error:
        raise RequestError(str(error)) from None


def _action(members: dict[str, Any]) -> Request:
    name = members.pop("action")
    kind = _ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        word = name[:40] if isinstance(name, str) else ""
        reason = f"there is no action {word!r}: {suggestion(word, _ACTIONS)}"
        raise RequestError(reason, members["id"], "action")
    return validated(kind, members)


_ACTIONS: dict[str, type[Terminate | VersionRequest | StatusRequest]] = {
    "terminate": Terminate,
    "version": VersionRequest,
    "status": StatusRequest,
}


def _analyse(id: Id, given: _AnalyseFields, defaults: Defaults) -> Analyse:
    game = _game(id, given, defaults)
    turns = given.turns or (len(game.moves),)
    for turn in turns:
        if turn > len(game.moves):
            reason = f"there is no turn {turn}: the game has {len(game.moves)} moves"
            raise RequestError(reason, id, "turns")
    return Analyse(
        id,
        game,
        tuple(dict.fromkeys(turns)),
        given.limit or defaults.limit,
        defaults.top if given.top is None else given.top,
        given.every,
    )


def _game(id: Id, given: _AnalyseFields, defaults: Defaults) -> GameRecord:
    rules, size = given.rules or defaults.rules, given.size or defaults.size
    start = Board(size, rules)
    try:
        if given.position is not None:
            start = Board.parse(given.position, rules)
    except ObversiError as error:
        raise RequestError(str(error), id, "position") from None
    if given.size is not None and start.size != size:
        reason = f"'size' cannot be {size}: the position has {start.size}×{start.size} cells"
        raise RequestError(reason, id, "size")
    try:
        return record_from_moves(written_moves(given.moves), start)
    except ObversiError as error:
        raise RequestError(str(error), id, "moves") from None


#: The version of these messages.
VERSION = 1


@dataclass(frozen=True, slots=True)
class Found:
    """The result for a position; the last one is `final`.

    There is no analysis of a game that is over, nor of a position that still waited when the
    analysis was terminated.
    """

    id: Id
    turn: int
    board: Board
    analysis: Analysis | None
    final: bool = False
    stopped: bool = False

    def __str__(self) -> str:
        reply: dict[str, Any] = {"id": self.id, "turn": self.turn, "final": self.final}
        if self.stopped:
            reply["stopped"] = True
        reply |= {"mover": color_name(self.board.turn), "rules": self.board.rules}
        found = self.analysis
        if found is not None:
            reply |= {
                "depth": found.depth,
                "selectivity": found.selectivity,
                "exact": found.exact,
                "moves": [_line(line) for line in found.lines],
                "nodes": found.nodes,
                "time": round(found.seconds, 4),
            }
        elif self.board.is_over:
            reply |= {"over": True, "score": self.board.margin(), "exact": True, "moves": []}
        else:
            reply["moves"] = []
        return _text(reply)


@dataclass(frozen=True, slots=True)
class Rejection:
    """A request is rejected: the reason, and the wrong field if there is one."""

    id: Id | None
    error: str
    field: str | None = None

    @classmethod
    def of(cls, error: RequestError) -> "Rejection":
        """Return the answer to a text that is not a request."""
        return cls(error.id, str(error), error.field)

    def __str__(self) -> str:
        return _text({"id": self.id, "error": self.error, "field": self.field})


@dataclass(frozen=True, slots=True)
class Terminated:
    """An analysis has ended as requested; `found` says whether there was one."""

    id: Id
    target: Id
    found: bool

    def __str__(self) -> str:
        head = {"id": self.id, "action": "terminate"}
        return _text(head | {"target": self.target, "found": self.found})


@dataclass(frozen=True, slots=True)
class VersionReply:
    """The program that answers, and the version of these messages."""

    id: Id
    program: str
    version: str

    def __str__(self) -> str:
        head = {"id": self.id, "action": "version", "program": self.program}
        return _text(head | {"version": self.version, "protocol": VERSION})


@dataclass(frozen=True, slots=True)
class Standing:
    """Which analysis runs, and how many positions wait."""

    id: Id
    running: Id | None
    waiting: int

    def __str__(self) -> str:
        head = {"id": self.id, "action": "status"}
        return _text(head | {"running": self.running, "waiting": self.waiting})


Answer = Found | Rejection | Terminated | VersionReply | Standing


def _line(line: AnalysisLine) -> dict[str, Any]:
    return {
        "move": str(line.move),
        "score": line.margin,
        "bound": line.bound,
        "exact": line.exact,
        "pv": "".join(line.pv),
    }


def _text(reply: dict[str, Any]) -> str:
    return json.dumps(reply, separators=(",", ":"), allow_nan=False)
