"""Messages over a WebSocket: each is a text frame."""

from collections import deque
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import ClassVar, Final

from websockets.exceptions import PayloadTooBig
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from obversi.net.connection import Connection
from obversi.net.reception import Reception
from obversi.wire.session import Error, ErrorCode, Id, Reply

__all__ = ["Doorkeeper", "WebConnection"]

#: Says why a request for a handshake is refused, or nothing if it is not.
Doorkeeper = Callable[[Request], tuple[HTTPStatus, str] | None]

# A few bytes make a frame: no more of them are read at a time.
_PARSED_BYTES: Final = 512

# A browser that has gone to sleep does not answer; one that has vanished neither.
_PING_SECONDS: Final = 20.0

# The other end has so long to hang up too.
_END_SECONDS: Final = 1.0

# The standard has room for so much of a reason.
_REASON_BYTES: Final = 120

_NO_HANDSHAKE: Final = "this port is for WebSockets, which begin by HTTP: lines have another port"
_BINARY: Final = "a message is a text frame: this one is binary"


class WebConnection(Connection):
    """A visitor who sends and is sent text frames, after a handshake by HTTP.

    Nothing is compressed, so that nothing small becomes large here.
    """

    kind = "WebSocket"

    #: What browsers are told with every answer by HTTP.
    headers: ClassVar[Mapping[str, str]] = {}

    def __init__(self, reception: Reception, doorkeeper: Doorkeeper) -> None:
        """Wait for the socket; a doorkeeper says whose request for a handshake is refused."""
        super().__init__(reception)
        self._doorkeeper = doorkeeper
        self._wire = ServerProtocol(max_size=reception.bounds.line_bytes)
        self._heard = bytearray()
        self._frames: deque[Frame] = deque()
        self._parts: list[bytes] = []
        self._is_binary = False
        self._pinged_at: float | None = None
        self._awaits_pong = False

    # The handshake

    def _begin(self) -> None:
        """Wait for the handshake."""

    def _shake_hands(self, request: Request) -> None:
        self._wire.send_response(self._answer(request))
        self._speak()
        if self._wire.state is State.OPEN:
            super()._begin()

    def _answer(self, request: Request) -> Response:
        """Return what the wire says to a request: that it begins a conversation, or why not."""
        if refusal := self._doorkeeper(request):
            return self._rejection(*refusal)
        answer = self._wire.accept(request)
        answer.headers.update(self.headers)
        return answer

    def _rejection(self, status: HTTPStatus, text: str) -> Response:
        rejection = self._wire.reject(status, f"{text}\n")
        rejection.headers.update(self.headers)
        return rejection

    def _refuse(self, text: str) -> None:
        self._wire.send_response(self._rejection(HTTPStatus.SERVICE_UNAVAILABLE, text))
        self._write(b"".join(self._wire.data_to_send()))

    # Hearing

    def _received(self, data: bytes) -> None:
        self._heard += data

    def _next_message(self) -> bytes | None:
        while True:
            while self._frames:
                if (message := self._message(self._frames.popleft())) is not None:
                    return message
            if not self._heard or self._is_leaving:
                return None
            taken = self._heard[: self._parsed_length()]
            del self._heard[: len(taken)]
            self._parse(bytes(taken))

    def _parsed_length(self) -> int:
        """Return how much is parsed next: line by line of a handshake, for frames come after it."""
        if self._wire.state is State.CONNECTING:
            return self._heard.find(b"\n") + 1 or len(self._heard)
        return _PARSED_BYTES

    def _parse(self, data: bytes) -> None:
        """Find frames, or what begins the conversation; the wire answers what is its own."""
        self._wire.receive_data(data)
        for event in self._wire.events_received():
            if isinstance(event, Request):
                self._shake_hands(event)
            elif isinstance(event, Frame):
                self._frames.append(event)
        if isinstance(self._wire.parser_exc, PayloadTooBig):
            self._refuse_size()
        self._speak()

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
            self._is_within_rate()  # a message in crumbs costs as much as many
            return None
        message = b"".join(self._parts)
        self._parts.clear()
        if self._is_binary:
            if self._is_within_rate():
                self.send(Error(ErrorCode.FORMAT, _BINARY))
            return None
        return message

    # Sending, and the end

    def _framed(self, text: str) -> bytes:
        # By itself rather than by the wire: the last word may come after the wire has failed.
        return Frame(Opcode.TEXT, text.encode("ascii")).serialize(mask=False)

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply, unless there is no conversation yet."""
        if self._wire.state is not State.CONNECTING:
            super().send(reply, id)

    def _say_farewell(self, text: str) -> None:
        if self._wire.state is State.CONNECTING:
            self._write(self._rejection(HTTPStatus.REQUEST_TIMEOUT, text).serialize())
        elif self._wire.state is State.OPEN:
            reason = text.encode()[:_REASON_BYTES].decode(errors="ignore")
            self._wire.send_close(CloseCode.NORMAL_CLOSURE, reason)
        self._speak()

    def look_after(self, now: float) -> None:
        """Ask from time to time whether the other end is still there."""
        if self._wire.state is not State.OPEN or self._is_leaving:
            return
        if self._pinged_at is not None and now - self._pinged_at <= _PING_SECONDS:
            return
        if self._awaits_pong:
            self.close("your end does not answer pings")
            return
        self._pinged_at, self._awaits_pong = now, True
        self._wire.send_ping(b"")
        self._speak()

    def eof_received(self) -> None:
        """Hear that the other end says no more."""
        self._wire.receive_eof()
        self._speak()

    def _speak(self) -> None:
        """Send what the wire has to say; nothing at all from it is the end of the conversation."""
        said = self._wire.data_to_send()
        if said == [SEND_EOF] and self._wire.state is State.CONNECTING:
            # To what is no HTTP at all the wire has no answer.
            self._write(self._rejection(HTTPStatus.BAD_REQUEST, _NO_HANDSHAKE).serialize())
        for data in said:
            if data:
                self._write(data)
            elif not self._is_leaving:
                self._hang_up(_END_SECONDS)
                self._loop.call_soon(self._depart)
