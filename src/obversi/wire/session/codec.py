"""The codec: messages as JSON texts, and texts as messages."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from obversi.arguments import suggestion
from obversi.errors import FormatError
from obversi.wire.json_object import LONGEST_ID, is_id, read_object, shown
from obversi.wire.session.codes import ErrorCode
from obversi.wire.session.fields import Id, adapter, validated
from obversi.wire.session.replies import REPLIES, Error, Reply
from obversi.wire.session.requests import REQUESTS, Request

#: The version of the protocol.
VERSION = 1

_NAMES = {kind: name for kinds in (REQUESTS, REPLIES) for name, kind in kinds.items()}
_FIELDS = {kind: [field.name for field in fields(kind)] for kind in _NAMES}
_LONGEST_TEXT = 1000
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)

# The last message without an id, and its text: all participants of a game get the same one.
_last: tuple[object, str] = (None, "")


@dataclass(frozen=True, slots=True)
class RequestEnvelope:
    """A request with its id, which the replies to it repeat."""

    request: Request
    id: Id | None = None


@dataclass(frozen=True, slots=True)
class ReplyEnvelope:
    """A reply, and the id of its request if that had one."""

    reply: Reply
    id: Id | None = None


@dataclass(frozen=True, slots=True)
class _Head:
    id: Id


class MessageError(FormatError):
    """A text that is not a message, with the type and the id as far as they can be read."""

    def __init__(self, reason: str, about: str = "", id: Id | None = None) -> None:
        """Store what the reply needs."""
        super().__init__(reason)
        self.about = about
        self.id = id

    @property
    def answer(self) -> Error:
        """The reply to the text."""
        return Error(ErrorCode.FORMAT, plain(str(self)), self.about)


def parse_request(text: str | bytes) -> RequestEnvelope:
    """Read a client's message, or raise a `MessageError`, which has the reply.

    >>> parse_request('{"type": "move", "id": 7, "game": "g-1", "move": "f5"}')
    RequestEnvelope(request=Play(game='g-1', move='f5'), id=7)
    """
    return RequestEnvelope(*_parsed(text, REQUESTS, allow_unknown=False))


def parse_reply(text: str | bytes) -> ReplyEnvelope:
    """Read a server's message, or raise a `MessageError`; fields of newer servers are ignored.

    >>> parse_reply('{"type": "pong", "number": 3}')
    ReplyEnvelope(reply=Pong(number=3), id=None)
    """
    return ReplyEnvelope(*_parsed(text, REPLIES, allow_unknown=True))


def write(message: Request | Reply, id: Id | None = None) -> str:
    """Write a message as one line of ASCII, without its end and without default values.

    >>> from obversi.wire.session import Join
    >>> write(Join("level=3", color="white"), id=1)
    '{"type":"join","id":1,"against":"level=3","color":"white"}'
    """
    global _last
    known, text = _last
    if id is None and message is known:
        return text
    head: dict[str, Any] = {"type": name_of(message)} | ({} if id is None else {"id": id})
    body = adapter(type(message)).dump_python(
        message, mode="json", exclude_defaults=True, warnings=False
    )
    text = _ENCODER.encode(head | body)
    if id is None:
        _last = message, text
    return text


def name_of(message: Request | Reply) -> str:
    """Return the `type` of a message."""
    return _NAMES[type(message)]


def plain(text: str) -> str:
    """Return a text as messages may have it: printable, and not too long."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(line.split())
    return line if len(line) <= _LONGEST_TEXT else line[: _LONGEST_TEXT - 1] + "…"


def _parsed(
    text: str | bytes, kinds: Mapping[str, type[Any]], *, allow_unknown: bool
) -> tuple[Any, Id | None]:
    about, id = "", None
    try:
        members = read_object(text)
        if "id" in members:
            if not is_id(members["id"]):
                validated(_Head, members)  # raises the error
            id = members.pop("id")
        if "type" not in members:
            raise FormatError("the field 'type' is missing: expected the name of a message")
        name = members.pop("type")
        if not isinstance(name, str) or name not in kinds:
            near = name[:LONGEST_ID] if isinstance(name, str) else ""
            raise FormatError(
                f"there is no message of type {shown(name)}: {suggestion(near, kinds)}"
            )
        about, kind = name, kinds[name]
        if not allow_unknown:
            _reject_unknown(members, _FIELDS[kind])
        return validated(kind, members), id
    except FormatError as error:
        raise MessageError(str(error), about, id) from None


def _reject_unknown(members: Mapping[str, Any], known: list[str]) -> None:
    for name in members:
        if name not in known:
            advice = suggestion(name[:LONGEST_ID], known) if known else "it has no fields"
            raise FormatError(f"there is no field {name[:LONGEST_ID]!r}: {advice}")
