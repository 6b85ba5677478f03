"""A visitor at the other end of a socket, whatever frames the messages have there."""

import asyncio
import logging
import socket
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import ClassVar, Final

from obversi.net.home import home_of
from obversi.net.rate import Rate
from obversi.net.reception import Reception
from obversi.wire.session import (
    Asked,
    Closing,
    Error,
    ErrorCode,
    Id,
    MessageError,
    Reply,
    Turn,
    parse_request,
    plain,
    write,
)

__all__ = ["Connection"]

_LOG: Final = logging.getLogger(__name__)

# So much is read at a time, and no more before all of that is heard.
_READ_BYTES: Final = 16 * 1024
_SPACE: Final = memoryview(bytearray(_READ_BYTES))

# Then it is another visitor's turn.
_MESSAGES_A_TURN: Final = 8

# The system keeps so much of what a visitor does not read, beside what is kept here.
_SYSTEM_SEND_BYTES: Final = 64 * 1024

# Who was told why the server hangs up has so long to read it, and may send so much meanwhile. To
# hang up at once would take the last words back where something was not read yet.
_FAREWELL_SECONDS: Final = 2.0
_REFUSAL_SECONDS: Final = 0.5
_FAREWELL_BYTES: Final = 1 << 20

# So many messages that come too soon are answered one by one.
_MOST_PATIENCE: Final = 50


class Connection(asyncio.BufferedProtocol, ABC):
    """What all connections do: they count messages, hand them to the room, and hang up."""

    #: What the visitor came by, for the log.
    kind: ClassVar[str]

    def __init__(self, reception: Reception) -> None:
        """Wait for the socket."""
        self.number = reception.next_number()
        self.name = ""
        self.address = ""
        self._reception = reception
        self._loop = asyncio.get_running_loop()
        self.came_at = self.heard_at = now = self._loop.time()
        bounds = reception.bounds
        self._rate = Rate(bounds.messages_per_second, bounds.burst, now)
        patience = min(bounds.burst, _MOST_PATIENCE)
        self._patience = Rate(bounds.messages_per_second / 10, patience, now)
        self._is_leaving = False
        self._is_in_room = False
        self._unsent: list[bytes] = []
        self._unread = 0
        self._transport: asyncio.Transport

    # What kinds of connections differ in

    @abstractmethod
    def _received(self, data: bytes) -> None:
        """Keep what came until it is asked for."""

    @abstractmethod
    def _next_message(self) -> bytes | None:
        """Return the next message that is whole, or None if there is none, or nothing to hear."""

    @abstractmethod
    def _framed(self, text: str) -> bytes:
        """Return a message as it is sent."""

    @abstractmethod
    def _say_farewell(self, text: str) -> None:
        """Do what the wire wants at the end of a conversation; the message was sent."""

    @abstractmethod
    def _refuse(self, text: str) -> None:
        """Tell somebody who cannot come in, before any conversation."""

    def look_after(self, now: float) -> None:
        """Do what is due from time to time."""

    # What the room calls

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply, unless the visitor is about to leave."""
        if not self._is_leaving:
            self._write(self._framed(write(reply, id)))
            if isinstance(reply, Turn):
                self._flush()  # a clock may run

    def close(self, text: str, *, again: bool = False) -> None:
        """Tell why, and whether to come again, and hang up."""
        if self._is_leaving:
            return
        _LOG.info("%s is sent away: %s", self._who, text)
        self.send(Closing(plain(text), again))
        self._say_farewell(text)
        self._hang_up(_FAREWELL_SECONDS)
        self._loop.call_soon(self._depart)

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let somebody in, or tell why not."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self.address = home_of(peer[0]) if isinstance(peer, tuple) else "unknown"
        refusal = self._reception.admit(self)
        if not refusal:
            _set_up(transport.get_extra_info("socket"))
            self._begin()
        elif self._reception.is_besieged:
            self._is_leaving = True
            transport.abort()
        else:
            self._refuse(refusal)
            self._hang_up(_REFUSAL_SECONDS)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Return where the next bytes go: all connections use the same place, one at a time."""
        return _SPACE

    def buffer_updated(self, nbytes: int) -> None:
        """Hear that so many bytes came."""
        if self._is_leaving:
            self._unread += nbytes
            if self._unread > _FAREWELL_BYTES:
                self._transport.abort()
            return
        self._received(bytes(_SPACE[:nbytes]))
        self._hear_some()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Hear that the visitor is gone."""
        self._is_leaving = True
        self._reception.leave(self)
        self._depart()

    # Hearing

    def _begin(self) -> None:
        """Let the visitor into the room."""
        _LOG.info("%s came from %s, by %s", self.number, self.address, self.kind)
        self._is_in_room = True
        self._reception.lobby.arrive(self)

    def _hear_some(self) -> None:
        """Hear what has come, as far as it is this visitor's turn."""
        for _ in range(_MESSAGES_A_TURN):
            if self._is_leaving:
                break
            message = self._next_message()
            if message is None:
                break
            self._hear(message)
        else:
            self._transport.pause_reading()
            self._loop.call_soon(self._hear_some)
            return
        self._transport.resume_reading()

    def _hear(self, message: bytes) -> None:
        if not self._is_within_rate():
            return
        try:
            asked = parse_request(message)
        except MessageError as error:
            self.send(error.answer, error.id)
        except Exception:
            self._fail(message)
        else:
            self._ask(asked)

    def _ask(self, asked: Asked) -> None:
        unknown = not self.name
        try:
            self._reception.lobby.hear(self, asked)
        except Exception:
            self._fail(asked, asked.id)
        if unknown and self.name:
            _LOG.info("%s is %s", self.number, self.name)

    def _fail(self, asked: Asked | bytes, id: Id | None = None) -> None:
        """Tell the owner all of a failure and live on: the visitor can do nothing about it."""
        _LOG.exception("%s asked for %r, and the server failed", self._who, asked)
        self.send(Error(ErrorCode.REFUSED, "the server failed to do this"), id)

    def _is_within_rate(self, *, is_message: bool = True) -> bool:
        """Count something that came; what is too much is refused, and in the end its sender.

        What is no message, such as a sign of life, costs as much but does not keep anybody here.
        """
        now = self._loop.time()
        if is_message:
            self.heard_at = now
        if self._rate.take(now):
            return True
        if self._patience.take(now):
            most = f"{self._reception.bounds.messages_per_second:g} messages a second are heard"
            self.send(Error(ErrorCode.RATE, f"{most}: this one came too soon, and was not"))
        else:
            self.close("you send far too many messages")
        return False

    def _refuse_size(self) -> None:
        """Hang up on somebody whose message is too long to be heard."""
        most = self._reception.bounds.line_bytes
        text = f"a message has at most {most} bytes: this one is longer"
        self.send(Error(ErrorCode.SIZE, text))
        self.close(text)

    # Sending, and the end

    @property
    def _who(self) -> str:
        return f"{self.number} ({self.name})" if self.name else self.number

    def _write(self, data: bytes) -> None:
        """Send something, together with all else that is said in the same moment."""
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(data)

    def _flush(self) -> None:
        if not self._unsent:
            return
        self._transport.write(b"".join(self._unsent))
        self._unsent.clear()
        if self._transport.get_write_buffer_size() > self._reception.bounds.unsent_bytes:
            _LOG.info("%s does not read what is sent: dropped", self._who)
            self._is_leaving = True
            self._transport.abort()

    def _hang_up(self, seconds: float) -> None:
        """Say no more, and wait a little for the other end to read, and to hang up."""
        self._is_leaving = True
        self._flush()
        with suppress(OSError, RuntimeError):  # it has hung up itself
            self._transport.write_eof()
        self._transport.resume_reading()
        self._loop.call_later(seconds, self._transport.abort)

    def _depart(self) -> None:
        if self._is_in_room:
            self._is_in_room = False
            self._reception.lobby.depart(self)


def _set_up(connected: socket.socket) -> None:
    """Let the system notice who has vanished, and keep little for who does not read."""
    with suppress(OSError, AttributeError):  # not all systems have all of these
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SYSTEM_SEND_BYTES)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 15)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 4)
