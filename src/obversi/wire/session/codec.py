"""Messages as texts and texts as messages."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from obversi.errors import FormatError
from obversi.suggestion import suggestion
from obversi.wire.session.form import read_fields, written_fields
from obversi.wire.session.json_text import read_object, shown
from obversi.wire.session.parts import WholeOrText
from obversi.wire.session.replies import REPLIES, Error, Reply
from obversi.wire.session.requests import LONGEST_ID, REQUESTS, Request
from obversi.wire.session.values import ErrorCode

__all__ = [
    "VERSION",
    "Asked",
    "Id",
    "MessageError",
    "Told",
    "name_of",
    "parse_reply",
    "parse_request",
    "plain",
    "write",
]

#: The version of the protocol.
VERSION: Final = 1

Id = int | str

_ID: Final = WholeOrText(LONGEST_ID)
_NAMES: Final = {kind: name for kinds in (REQUESTS, REPLIES) for name, kind in kinds.items()}
_LONGEST_TEXT: Final = 1000
_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and the id that its answers repeat."""

    request: Request
    id: Id | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A reply, and the id of the request that it answers, if that had one."""

    reply: Reply
    id: Id | None = None


class MessageError(FormatError):
    """A text that is no message, with the type and the id that it has nevertheless."""

    def __init__(self, reason: str, about: str = "", id: Id | None = None) -> None:
        """Keep what the answer says."""
        super().__init__(reason)
        self.about = about
        self.id = id

    @property
    def answer(self) -> Error:
        """What is replied to it."""
        return Error(ErrorCode.FORMAT, plain(str(self)), self.about)


def parse_request(text: str | bytes) -> Asked:
    """Read what a client says, or raise a `MessageError`, which has the answer.

    >>> parse_request('{"type": "move", "id": 7, "game": "g-1", "move": "f5"}')
    Asked(request=Play(game='g-1', move='f5'), id=7)
    """
    return Asked(*_parsed(text, REQUESTS, ignore=False))


def parse_reply(text: str | bytes) -> Told:
    """Read what a server says, or raise a `MessageError`; a newer one may say more in a message.

    >>> parse_reply('{"type": "pong", "number": 3}')
    Told(reply=Pong(number=3), id=None)
    """
    return Told(*_parsed(text, REPLIES, ignore=True))


def write(message: Request | Reply, id: Id | None = None) -> str:
    """Write a message as one line of ASCII, without its end.

    >>> from obversi.wire.session import Join
    >>> write(Join("level=3", color="white"), id=1)
    '{"type":"join","id":1,"against":"level=3","color":"white"}'
    """
    head: dict[str, Any] = {"type": name_of(message)} | ({} if id is None else {"id": id})
    return _ENCODER.encode(head | written_fields(message))


def name_of(message: Request | Reply) -> str:
    """Return the type that a message names."""
    return _NAMES[type(message)]


def plain(text: str) -> str:
    """Return a text as messages may have it: printable, and not too long."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(line.split())
    return line if len(line) <= _LONGEST_TEXT else line[: _LONGEST_TEXT - 1] + "…"


def _parsed(
    text: str | bytes, kinds: Mapping[str, type[Any]], *, ignore: bool
) -> tuple[Any, Id | None]:
    about, number = "", None
    try:
        members = read_object(text)
        number = _ID.read(members.pop("id"), "id") if "id" in members else None
        if "type" not in members:
            raise FormatError("the field 'type' is missing: expected the name of a message")
        name = members.pop("type")
        if not isinstance(name, str) or name not in kinds:
            text = name[:LONGEST_ID] if isinstance(name, str) else ""
            raise FormatError(
                f"there is no message of type {shown(name)}: {suggestion(text, kinds)}"
            )
        about = name
        return read_fields(kinds[name], members, ignore=ignore), number
    except FormatError as error:
        raise MessageError(str(error), about, number) from None
