"""What a tool asks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from obversi.board import Board
from obversi.engine import Top
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import GameRecord, record_from_moves
from obversi.formats.transcript import written_moves
from obversi.limit import Limit
from obversi.suggestion import suggestion
from obversi.wire.session.json_text import read_object
from obversi.wire.session.parts import (
    Choice,
    ListOf,
    Nullable,
    Number,
    Part,
    Text,
    WhichLines,
    Whole,
    WholeOrText,
)
from obversi.wire.session.values import LimitPart

__all__ = [
    "Analyse",
    "AskStatus",
    "AskVersion",
    "Defaults",
    "Id",
    "Request",
    "RequestError",
    "Terminate",
    "parse_request",
]

Id = int | str

_ID: Final = WholeOrText(100)
_FIELDS: Final[Mapping[str, Part]] = {
    "rules": Choice("normal", "reversed"),
    "size": Choice(4, 6, 8),
    "position": Text(400),
    "moves": Text(1000),
    "turns": ListOf(Whole(0, 128), 129),
    "limit": Nullable(LimitPart()),
    "top": WhichLines(),
    "every": Nullable(Number()),
}


class RequestError(FormatError):
    """A text that is no request, with the id that it has nevertheless, and the field at fault."""

    def __init__(self, reason: str, id: Id | None = None, field: str | None = None) -> None:
        """Keep what the answer says."""
        super().__init__(reason)
        self.id = id
        self.field = field


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds where a request says nothing."""

    rules: str = "normal"
    size: int = 8
    limit: Limit = field(default_factory=Limit)
    top: Top = 1


@dataclass(frozen=True, slots=True)
class Analyse:
    """Positions of a game are to be analysed: those after so many moves, passes counted.

    With `every`, what is known is told again after so many seconds, or after each step of deepening
    if that takes longer.
    """

    id: Id
    game: GameRecord
    turns: tuple[int, ...]
    limit: Limit
    top: Top = 1
    every: float | None = None


@dataclass(frozen=True, slots=True)
class Terminate:
    """An analysis is to end with what it has found."""

    id: Id
    target: Id


@dataclass(frozen=True, slots=True)
class AskVersion:
    """A tool wants to know who answers, and by which version of these messages."""

    id: Id


@dataclass(frozen=True, slots=True)
class AskStatus:
    """A tool wants to know what is under way, and how much waits."""

    id: Id


Request = Analyse | Terminate | AskVersion | AskStatus


def parse_request(text: str, defaults: Defaults | None = None) -> Request:
    """Read a request, or raise a `RequestError`, of which the answer is made.

    >>> request = parse_request('{"id": "a1", "moves": "f5d6", "turns": [0, 2]}')
    >>> request.turns, request.game.transcript()
    ((0, 2), 'f5d6')
    """
    try:
        members = read_object(text)
        if "id" not in members:
            raise RequestError(f"the field 'id' is missing: expected {_ID.expected}", field="id")
        number = _read(None, {"id": members.pop("id")}, {"id": _ID})["id"]
        if "action" in members:
            return _action(number, members)
        return _analyse(number, members, defaults or Defaults())
    except RequestError:
        raise
    except FormatError as error:
        raise RequestError(str(error)) from None


def _action(number: Id, members: dict[str, Any]) -> Request:
    name = members.pop("action")
    fields = _ACTIONS.get(name) if isinstance(name, str) else None
    if fields is None:
        word = name if isinstance(name, str) else ""
        advice = suggestion(word[:40], _ACTIONS)
        raise RequestError(f"there is no action {word[:40]!r}: {advice}", number, "action")
    make, parts = fields
    for missing in parts.keys() - members.keys():
        reason = f"the field {missing!r} is missing: expected {parts[missing].expected}"
        raise RequestError(reason, number, missing)
    return make(number, **_read(number, members, parts))


_ACTIONS: Final[Mapping[str, tuple[Callable[..., Request], Mapping[str, Part]]]] = {
    "terminate": (Terminate, {"target": _ID}),
    "version": (AskVersion, {}),
    "status": (AskStatus, {}),
}


def _analyse(number: Id, members: dict[str, Any], defaults: Defaults) -> Analyse:
    given = _read(number, members, _FIELDS)
    game = _game(number, given, defaults)
    turns = given.get("turns") or (len(game.moves),)
    for turn in turns:
        if turn > len(game.moves):
            reason = f"there is no turn {turn}: the game has {len(game.moves)} moves"
            raise RequestError(reason, number, "turns")
    return Analyse(
        number,
        game,
        tuple(dict.fromkeys(turns)),
        given.get("limit") or defaults.limit,
        given.get("top", defaults.top),
        given.get("every"),
    )


def _game(number: Id, given: dict[str, Any], defaults: Defaults) -> GameRecord:
    rules, size = given.get("rules", defaults.rules), given.get("size", defaults.size)
    start = Board(size, rules)
    try:
        if "position" in given:
            start = Board.parse(given["position"], rules)
    except ObversiError as error:
        raise RequestError(str(error), number, "position") from None
    if "size" in given and start.size != size:
        reason = f"'size' cannot be {size}: the position has {start.size}×{start.size} cells"
        raise RequestError(reason, number, "size")
    try:
        return record_from_moves(written_moves(given.get("moves", "")), start)
    except ObversiError as error:
        raise RequestError(str(error), number, "moves") from None


def _read(number: Id | None, members: dict[str, Any], parts: Mapping[str, Part]) -> dict[str, Any]:
    values = {}
    for name, value in members.items():
        if name not in parts:
            advice = suggestion(name[:40], parts) if parts else "it has none"
            reason = f"there is no field {name[:40]!r}: {advice}"
            raise RequestError(reason, number, name[:40])
        try:
            values[name] = parts[name].read(value, name)
        except FormatError as error:
            raise RequestError(str(error), number, name) from None
    return values
