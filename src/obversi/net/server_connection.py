"""A connection of the server: what all kinds share, and the kind with lines over TCP."""

import asyncio
import logging
import socket
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import ClassVar

from obversi.net.connection_limits import ConnectionLimits
from obversi.net.limits import TokenBucket, client_key
from obversi.net.operations.events import event
from obversi.net.origin import is_http_request
from obversi.wire.session import (
    Closing,
    Error,
    ErrorCode,
    Id,
    MessageError,
    Reply,
    RequestEnvelope,
    Turn,
    parse_request,
    plain,
    write,
)

_LOG = logging.getLogger(__name__)

# The bytes of one read; the next read comes after all their messages are handled.
_READ_BYTES = 16 * 1024
_BUFFER = memoryview(bytearray(_READ_BYTES))

# After this number of messages other connections have their turn.
_MESSAGES_PER_TURN = 8

# The system's buffer for a client that does not read, beside our own.
_SYSTEM_SEND_BYTES = 64 * 1024

# How long a client may read the reason before the connection is closed, in seconds, and how much it
# may send meanwhile. To close at once would discard the reason if there is unread input.
_CLOSE_SECONDS = 2.0
_REJECT_SECONDS = 0.5
_CLOSE_BYTES = 1 << 20

# The most messages beyond the rate that are answered one by one.
_MOST_WARNINGS = 50

_END = b"\n"


class Connection(asyncio.BufferedProtocol, ABC):
    """Limits the rate of messages, hands them to the game server, and sends the replies."""

    #: The kind of the connection, for the log.
    kind: ClassVar[str]

    def __init__(self, connections: ConnectionLimits) -> None:
        """Wait for the socket."""
        self.number = connections.next_number()
        self.name = ""
        self.address = ""
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self.connected_at = self.last_input = now = self._loop.time()
        limits = connections.limits
        self._rate = TokenBucket(limits.messages_per_second, limits.burst, now)
        warnings = min(limits.burst, _MOST_WARNINGS)
        self._warnings = TokenBucket(limits.messages_per_second / 10, warnings, now)
        self._is_closing = False
        self._is_open = False
        self._unsent: list[bytes] = []
        self._ignored_bytes = 0
        self._transport: asyncio.Transport

    # Methods for each kind of connection

    @abstractmethod
    def _feed(self, data: bytes) -> None:
        """Store input until it is complete."""

    @abstractmethod
    def _next_message(self) -> bytes | None:
        """Return the next complete message of the input, if there is one."""

    @abstractmethod
    def _frame(self, text: str) -> bytes:
        """Return the bytes of a message."""

    @abstractmethod
    def _send_close(self, text: str) -> None:
        """Send what the transport needs at the end, after the last message."""

    @abstractmethod
    def _send_rejection(self, text: str) -> None:
        """Send the reason to a client that is not admitted."""

    def check(self, now: float) -> None:
        """Do what is due from time to time."""

    def _client_address(self, transport: asyncio.Transport) -> str:
        """Return the client key of the other end."""
        peer = transport.get_extra_info("peername")
        return client_key(peer[0]) if isinstance(peer, tuple) else "unknown"

    # Called by the game server

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply, unless the connection is being closed."""
        self.send_text(write(reply, id), urgent=isinstance(reply, Turn))

    def send_text(self, text: str, *, urgent: bool) -> None:
        """Send a reply that is written already; with an urgent one a clock may run."""
        if not self._is_closing:
            self._write(self._frame(text))
            if urgent:
                self._flush()

    def close(self, text: str, *, again: bool = False) -> None:
        """Send the reason, and whether to connect again, and close the connection."""
        if self._is_closing:
            return
        _LOG.info("%s is disconnected: %s", self._label, text)
        self.send(Closing(plain(text), again))
        self._send_close(text)
        self._close_after(_CLOSE_SECONDS)
        self._loop.call_soon(self._disconnect)

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit a client, or reject it."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.address = self._client_address(transport)
        reason = self._connections.admit(self)
        if not reason:
            _set_options(transport.get_extra_info("socket"))
            self._open()
        elif self._connections.is_overloaded:
            self._is_closing = True
            transport.abort()
        else:
            self._send_rejection(reason)
            self._close_after(_REJECT_SECONDS)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Return the buffer for the next bytes, which all connections use in turn."""
        return _BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        """Handle new bytes in the buffer."""
        if self._is_closing:
            self._ignored_bytes += nbytes
            if self._ignored_bytes > _CLOSE_BYTES:
                self._transport.abort()
            return
        self._feed(bytes(_BUFFER[:nbytes]))
        self._process_input()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Remove the connection."""
        self._is_closing = True
        self._connections.remove(self)
        self._disconnect()

    # Input

    def _open(self) -> None:
        """Add the client to the game server."""
        said = event("connected", connection=self.number, by=self.kind)
        _LOG.info("%s connected from %s, by %s", self.number, self.address, self.kind, extra=said)
        self._is_open = True
        self._connections.game_server.connect(self)

    def _process_input(self) -> None:
        """Handle complete messages, then let other connections have their turn."""
        for _ in range(_MESSAGES_PER_TURN):
            if self._is_closing:
                break
            message = self._next_message()
            if message is None:
                break
            self._process(message)
        else:
            self._transport.pause_reading()
            self._loop.call_soon(self._process_input)
            return
        self._transport.resume_reading()

    def _process(self, message: bytes) -> None:
        if not self._is_within_rate():
            return
        try:
            envelope = parse_request(message)
        except MessageError as error:
            self.send(error.answer, error.id)
        except Exception:
            self._fail(message)
        else:
            self._handle(envelope)

    def _handle(self, envelope: RequestEnvelope) -> None:
        was_unknown = not self.name
        try:
            self._connections.game_server.handle(self, envelope)
        except Exception:
            self._fail(envelope, envelope.id)
        if was_unknown and self.name:
            _LOG.info("%s is %s", self.number, self.name)

    def _fail(self, request: RequestEnvelope | bytes, id: Id | None = None) -> None:
        """Log an unexpected error with all details; the client gets a short reply."""
        _LOG.exception("the server failed on %r of %s", request, self._label)
        self.send(Error(ErrorCode.REFUSED, "the server failed to do this"), id)

    def _is_within_rate(self, *, is_message: bool = True) -> bool:
        """Count input; too much of it is rejected, and finally the client disconnected.

        Other input than messages, such as a pong, counts too, but does not end a silence.
        """
        now = self._loop.time()
        if is_message:
            self.last_input = now
            self._connections.mark_active(self)
        if self._rate.take(now):
            return True
        if self._warnings.take(now):
            most = f"{self._connections.limits.messages_per_second:g} messages per second"
            self.send(Error(ErrorCode.RATE, f"at most {most} are allowed: this one is ignored"))
        else:
            self.close("you send far too many messages")
        return False

    def _reject_size(self) -> None:
        """Disconnect a client whose message is too long."""
        most = self._connections.limits.line_bytes
        text = f"a message has at most {most} bytes: this one is longer"
        self.send(Error(ErrorCode.SIZE, text))
        self.close(text)

    # Output, and the end

    @property
    def _label(self) -> str:
        return f"{self.number} ({self.name})" if self.name else self.number

    def _write(self, data: bytes) -> None:
        """Send bytes together with all others of the same iteration of the event loop."""
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(data)

    def _flush(self) -> None:
        if not self._unsent:
            return
        self._transport.write(b"".join(self._unsent))
        self._unsent.clear()
        if self._transport.get_write_buffer_size() > self._connections.limits.unsent_bytes:
            _LOG.info("%s does not read its messages: disconnected", self._label)
            self._is_closing = True
            self._transport.abort()

    def _close_after(self, seconds: float) -> None:
        """Send no more, and give the client time to read and to close."""
        self._is_closing = True
        self._flush()
        with suppress(OSError, RuntimeError):  # the client has closed
            self._transport.write_eof()
        self._transport.resume_reading()
        self._loop.call_later(seconds, self._transport.abort)

    def _disconnect(self) -> None:
        if self._is_open:
            self._is_open = False
            said = event("disconnected", connection=self.number)
            _LOG.debug("%s is gone", self.number, extra=said)
            self._connections.game_server.disconnect(self)


def _set_options(connected: socket.socket) -> None:
    """Let the system detect lost clients, and buffer little for those that do not read."""
    with suppress(OSError, AttributeError):  # not all systems have all of these
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SYSTEM_SEND_BYTES)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 15)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 4)


class LineConnection(Connection):
    """A connection over TCP: each message is a line."""

    kind = "lines"

    def __init__(self, connections: ConnectionLimits) -> None:
        """Wait for the socket."""
        super().__init__(connections)
        self._input = bytearray()
        self._searched = 0  # up to here there is no end of a line

    def _feed(self, data: bytes) -> None:
        self._input += data

    def _next_message(self) -> bytes | None:
        end = self._input.find(_END, self._searched)
        length = len(self._input) if end < 0 else end
        if length > self._connections.limits.line_bytes:
            self._input.clear()
            self._reject_size()
            return None
        if end < 0:
            self._searched = length
            return None
        message = bytes(self._input[:end])
        del self._input[: end + len(_END)]
        self._searched = 0
        if is_http_request(message):
            self.close("this port is for lines of JSON, not for HTTP")
            return None
        return message

    def _frame(self, text: str) -> bytes:
        return text.encode("ascii") + _END

    def _send_close(self, text: str) -> None:
        """Send nothing: lines do not need it."""

    def _send_rejection(self, text: str) -> None:
        again = self._connections.is_closed
        for reply in (Error(ErrorCode.BUSY, plain(text)), Closing(plain(text), again)):
            self._write(self._frame(write(reply)))
