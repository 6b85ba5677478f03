"""A connection over a WebSocket: each message is a text frame."""

from collections import deque
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import ClassVar

from obversi.extras import MissingPackageError, missing_package
from obversi.net.connection_limits import ConnectionLimits
from obversi.net.server_connection import Connection
from obversi.wire.session import Error, ErrorCode, Id, Reply

try:
    from websockets.exceptions import PayloadTooBig
    from websockets.frames import CloseCode, Frame, Opcode
    from websockets.http11 import Request, Response
    from websockets.protocol import SEND_EOF, State
    from websockets.server import ServerProtocol
except ImportError as missing:
    raise MissingPackageError(missing_package("a server needs websockets", "web")) from missing

#: Returns why a handshake is rejected, or None.
HandshakeCheck = Callable[[Request], tuple[HTTPStatus, str] | None]

# A frame may have a few bytes: this limits how many frames are parsed at once.
_PARSED_BYTES = 512

# Seconds between pings: sleeping browsers and lost ones do not answer.
_PING_SECONDS = 20.0

# Seconds that the client has to close its end.
_END_SECONDS = 1.0

# The most bytes of the request for a handshake.
_HEAD_BYTES = 16 * 1024

# The standard limits the reason of a close frame.
_REASON_BYTES = 120

_NOT_HTTP = "this port is for WebSockets, which begin with HTTP: lines have another port"
_LONG_HEAD = f"the head of a request has at most {_HEAD_BYTES} bytes"
_BINARY = "a message is a text frame: this one is binary"


class WebConnection(Connection):
    """A connection with text frames, after a handshake by HTTP.

    Compression is off, so that small input cannot become large.
    """

    kind = "WebSocket"

    #: The headers of every HTTP response.
    headers: ClassVar[Mapping[str, str]] = {}

    def __init__(self, connections: ConnectionLimits, handshake_check: HandshakeCheck) -> None:
        """Wait for the socket, and check the request for a handshake."""
        super().__init__(connections)
        self._handshake_check = handshake_check
        self._protocol = ServerProtocol(max_size=connections.limits.line_bytes)
        self._input = bytearray()
        self._head_bytes = 0
        self._frames: deque[Frame] = deque()
        self._parts: list[bytes] = []
        self._is_binary = False
        self._pinged_at: float | None = None
        self._awaits_pong = False

    # The handshake

    def _open(self) -> None:
        """Wait for the handshake."""

    def _shake_hands(self, request: Request) -> None:
        self._protocol.send_response(self._response(request))
        self._send_output()
        if self._protocol.state is State.OPEN:
            super()._open()

    def _response(self, request: Request) -> Response:
        if rejection := self._handshake_check(request):
            return self._rejection(*rejection)
        response = self._protocol.accept(request)
        response.headers.update(self.headers)
        return response

    def _rejection(self, status: HTTPStatus, text: str) -> Response:
        rejection = self._protocol.reject(status, f"{text}\n")
        rejection.headers.update(self.headers)
        return rejection

    def _send_rejection(self, text: str) -> None:
        self._protocol.send_response(self._rejection(HTTPStatus.SERVICE_UNAVAILABLE, text))
        self._write(b"".join(self._protocol.data_to_send()))

    # Input

    def _feed(self, data: bytes) -> None:
        self._input += data

    def _next_message(self) -> bytes | None:
        while True:
            while self._frames:
                if (message := self._message(self._frames.popleft())) is not None:
                    return message
            if not self._input or self._is_closing:
                return None
            data = self._input[: self._parsed_length()]
            del self._input[: len(data)]
            self._parse(bytes(data))

    def _parsed_length(self) -> int:
        """Return how much to parse: one line of a handshake, since frames may follow it."""
        if self._protocol.state is State.CONNECTING:
            return self._input.find(b"\n") + 1 or len(self._input)
        return _PARSED_BYTES

    def _parse(self, data: bytes) -> None:
        """Collect frames; the protocol answers pings and closes by itself."""
        if self._protocol.state is State.CONNECTING:
            self._head_bytes += len(data)
            if self._head_bytes > _HEAD_BYTES:
                status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
                self._protocol.send_response(self._rejection(status, _LONG_HEAD))
                self._send_output()
                return
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._shake_hands(event)
            elif isinstance(event, Frame):
                self._frames.append(event)
        if isinstance(self._protocol.parser_exc, PayloadTooBig):
            self._reject_size()
        self._send_output()

    def _message(self, frame: Frame) -> bytes | None:
        """Return the message that a frame completes."""
        if frame.opcode in (Opcode.PING, Opcode.PONG):
            self._awaits_pong = False
            self._is_within_rate(is_message=False)
            return None
        if frame.opcode is Opcode.CLOSE:
            return None
        if frame.opcode is not Opcode.CONT:
            self._is_binary = frame.opcode is Opcode.BINARY
        self._parts.append(bytes(frame.data))
        if not frame.fin:
            self._is_within_rate()  # a message in fragments counts as many
            return None
        message = b"".join(self._parts)
        self._parts.clear()
        if self._is_binary:
            if self._is_within_rate():
                self.send(Error(ErrorCode.FORMAT, _BINARY))
            return None
        return message

    # Output, and the end

    def _frame(self, text: str) -> bytes:
        # Not by the protocol, which may have failed before the last message.
        return Frame(Opcode.TEXT, text.encode("ascii")).serialize(mask=False)

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply after the handshake."""
        if self._protocol.state is not State.CONNECTING:
            super().send(reply, id)

    def _send_close(self, text: str) -> None:
        if self._protocol.state is State.CONNECTING:
            self._write(self._rejection(HTTPStatus.REQUEST_TIMEOUT, text).serialize())
        elif self._protocol.state is State.OPEN:
            reason = text.encode()[:_REASON_BYTES].decode(errors="ignore")
            self._protocol.send_close(CloseCode.NORMAL_CLOSURE, reason)
        self._send_output()

    def check(self, now: float) -> None:
        """Ping the client from time to time."""
        if self._protocol.state is not State.OPEN or self._is_closing:
            return
        if self._pinged_at is not None and now - self._pinged_at <= _PING_SECONDS:
            return
        if self._awaits_pong:
            self.close("your end does not answer pings")
            return
        self._pinged_at, self._awaits_pong = now, True
        self._protocol.send_ping(b"")
        self._send_output()

    def eof_received(self) -> None:
        """Handle the end of the input."""
        self._protocol.receive_eof()
        self._send_output()

    def _send_output(self) -> None:
        """Send the output of the protocol; empty output is the end of the connection."""
        output = self._protocol.data_to_send()
        if output == [SEND_EOF] and self._protocol.state is State.CONNECTING:
            # The protocol does not answer input that is not HTTP.
            self._write(self._rejection(HTTPStatus.BAD_REQUEST, _NOT_HTTP).serialize())
        for data in output:
            if data:
                self._write(data)
            elif not self._is_closing:
                self._close_after(_END_SECONDS)
                self._loop.call_soon(self._disconnect)
