"""Analyses for tools, as JSON: one request or answer a line.

A tool sends ``{"id": "a1", "moves": "f5d6c3", "limit": {"depth": 12}, "top": 3}`` and gets the
results for the position, with the same id. Answers to several requests come in any order.
docs/board-programs.md explains the fields.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from obversi.analysis import Analysis, AnalysisLine
from obversi.arguments import suggestion
from obversi.board import Board
from obversi.color import color_name
from obversi.engine import Top
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import GameRecord, record_from_moves
from obversi.formats.transcript import written_moves
from obversi.limit import Limit
from obversi.rules import RULES, Rules
from obversi.size import SIZES
from obversi.wire.json_object import LARGEST, is_id, is_line_count, read_object, shown

Id = int | str
_LONGEST_ID = 100


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

    id: Id
    target: Id


@dataclass(frozen=True, slots=True)
class VersionRequest:
    """Return the program and the version of these messages."""

    id: Id


@dataclass(frozen=True, slots=True)
class StatusRequest:
    """Return what runs, and how much waits."""

    id: Id


Request = Analyse | Terminate | VersionRequest | StatusRequest


# What a field may be, and that in words.
_Field = tuple[Callable[[Any], bool], str]


def _number(least: float, most: float, *, whole: bool = False) -> Callable[[Any], bool]:
    kinds = (int,) if whole else (int, float)
    return lambda value: type(value) in kinds and least <= value <= most


def _printable(most: int) -> _Field:
    return (
        lambda value: isinstance(value, str) and len(value) <= most and value.strip().isprintable(),
        f"a text of at most {most} printable characters",
    )


def _are_turns(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= 129
        and all(map(_number(0, 128, whole=True), value))
    )


_ID: _Field = (
    lambda value: is_id(value, _LONGEST_ID),
    f"a whole number or a text of 1 to {_LONGEST_ID} printable characters",
)
_LIMIT_FIELDS: dict[str, _Field] = {
    "seconds": (
        lambda value: value != 0 and _number(0, 3600)(value),
        "a number above 0, up to 3600",
    ),
    "depth": (_number(1, LARGEST, whole=True), "a whole number, 1 or more"),
    "nodes": (_number(1, LARGEST, whole=True), "a whole number, 1 or more"),
}
_ANALYSE_FIELDS: dict[str, _Field] = {
    "rules": (lambda value: value in RULES, " or ".join(RULES)),
    "size": (lambda value: type(value) is int and value in SIZES, "4 or 6 or 8"),
    "position": _printable(400),
    "moves": _printable(1000),
    "turns": (_are_turns, "a list of at most 129 whole numbers from 0 to 128"),
    "limit": (
        lambda value: isinstance(value, dict) and bool(value),
        'an object with "seconds", "depth" or "nodes"',
    ),
    "top": (is_line_count, 'a whole number from 1 to 64, or "all"'),
    "every": (_number(0, LARGEST), "a number 0 or more"),
}


def _check(
    members: Mapping[str, Any], known: Mapping[str, _Field], id: Id | None, place: str = ""
) -> None:
    """Check the members of an object; `place` is the field that contains it."""
    for name, value in members.items():
        wrong = (id, place or name[:_LONGEST_ID])
        if name not in known:
            advice = suggestion(name[:_LONGEST_ID], known)
            raise RequestError(f"there is no field {shown(name)}: {advice}", *wrong)
        is_valid, words = known[name]
        if not is_valid(value):
            where = f"{place}.{name}" if place else name
            raise RequestError(f"'{where}' cannot be {shown(value)}: expected {words}", *wrong)


def _id_of(members: dict[str, Any], name: str, id: Id | None = None) -> Id:
    """Remove and return an id."""
    if name not in members:
        raise RequestError(f"the field '{name}' is missing: expected {_ID[1]}", id, name)
    _check({name: members[name]}, {name: _ID}, id)
    found: Id = members.pop(name)
    return found


def parse_request(text: str, defaults: Defaults | None = None) -> Request:
    """Read a request, or raise a `RequestError`, which has the content of the reply.

    >>> request = parse_request('{"id": "a1", "moves": "f5d6", "turns": [0, 2]}')
    >>> request.turns, request.game.transcript()
    ((0, 2), 'f5d6')
    """
    try:
        members = read_object(text)
    except FormatError as error:
        raise RequestError(str(error)) from None
    id = _id_of(members, "id")
    if "action" in members:
        return _action(id, members)
    # Of most fields null means the default.
    given = {
        name: value
        for name, value in members.items()
        if value is not None or name in ("moves", "turns") or name not in _ANALYSE_FIELDS
    }
    _check(given, _ANALYSE_FIELDS, id)
    return _analyse(id, given, defaults or Defaults())


def _action(id: Id, members: dict[str, Any]) -> Request:
    name = members.pop("action")
    if name not in ("terminate", "version", "status"):
        word = name[:40] if isinstance(name, str) else ""
        advice = suggestion(word, ("terminate", "version", "status"))
        raise RequestError(f"there is no action {word!r}: {advice}", id, "action")
    target = _id_of(members, "target", id) if name == "terminate" else ""
    _check(members, {}, id)
    if name == "terminate":
        return Terminate(id, target)
    return VersionRequest(id) if name == "version" else StatusRequest(id)


def _analyse(id: Id, given: Mapping[str, Any], defaults: Defaults) -> Analyse:
    game = _game(id, given, defaults)
    turns = given.get("turns") or (len(game.moves),)
    for turn in turns:
        if turn > len(game.moves):
            reason = f"there is no turn {turn}: the game has {len(game.moves)} moves"
            raise RequestError(reason, id, "turns")
    limit = defaults.limit
    if "limit" in given:
        _check(given["limit"], _LIMIT_FIELDS, id, "limit")
        limit = Limit(**given["limit"])
    every = given.get("every")
    return Analyse(
        id, game, tuple(dict.fromkeys(turns)), limit, given.get("top", defaults.top), every
    )


def _game(id: Id, given: Mapping[str, Any], defaults: Defaults) -> GameRecord:
    rules, size = given.get("rules", defaults.rules), given.get("size", defaults.size)
    start = Board(size, rules)
    try:
        if "position" in given:
            start = Board.parse(given["position"], rules)
    except ObversiError as error:
        raise RequestError(str(error), id, "position") from None
    if "size" in given and start.size != size:
        reason = f"'size' cannot be {size}: the position has {start.size}×{start.size} cells"
        raise RequestError(reason, id, "size")
    try:
        return record_from_moves(written_moves(given.get("moves", "")), start)
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
