"""Connections of browsers before they are anything else: how many, and how patient we are."""

import asyncio
import socket
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from obversi.net.home import home_of
from obversi.web.http.errors import error_response
from obversi.web.http.security import SAFE_HEADERS

__all__ = ["HEADER_BYTES", "HttpWire"]

#: So long all that comes before the body of a request may be.
HEADER_BYTES: Final = 16 * 1024

# A browser has a handful of connections open; whoever shares an address with others, a few of them.
_MOST: Final = 400
_MOST_OF_ADDRESS: Final = 100

# From the first byte of a request, or the beginning, until all before its body is there.
_REQUEST_SECONDS: Final = 10.0

# Who reads nothing of what is sent for so long is gone.
_UNREAD_MILLISECONDS: Final = 60_000

_NO_HTTP: Final = "this is no request by HTTP"
_TOO_LONG: Final = "what comes before the body of a request is too long"


class HttpWire(H11Protocol):
    """A connection that hangs up on who is too many, too slow, or has vanished.

    A WebSocket leaves it: from then on the game server counts it.
    """

    _deadline: asyncio.TimerHandle | None = None
    _heard_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or hang up where there are too many."""
        super().connection_made(transport)
        self._heard_at = self.loop.time()
        if (leaving := self._one_too_many()) is not None:
            leaving.transport.abort()
            if leaving is self:
                return
        with suppress(OSError, AttributeError):  # not all systems have it
            connected: socket.socket = transport.get_extra_info("socket")
            # An answer is sent in two parts: the second would wait until the first is acknowledged.
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MILLISECONDS)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Hear what came."""
        self._heard_at = self.loop.time()
        if self._deadline is None and self._awaits_request:
            self._expect_request()
        super().data_received(data)
        if not self._awaits_request:
            self._stop_expecting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hear that the other end is gone."""
        self._stop_expecting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the game server."""
        self._stop_expecting()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer what is no HTTP, in the shape that all refusals have, or only hang up.

        There is nothing to say where an answer has begun, and a body goes wrong after that.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            is_long = len(self.conn.trailing_data[0]) > HEADER_BYTES
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            refusal = error_response(
                status if is_long else HTTPStatus.BAD_REQUEST,
                _TOO_LONG if is_long else _NO_HTTP,
                headers=dict(SAFE_HEADERS),
            )
            headers = [*refusal.raw_headers, (b"connection", b"close")]
            for said in (
                h11.Response(status_code=refusal.status_code, headers=headers),
                h11.Data(data=bytes(refusal.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(said) or b"")
        self.transport.close()

    @property
    def _awaits_request(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _home(self) -> str:
        return "unknown" if self.client is None else home_of(self.client[0])

    def _one_too_many(self) -> "HttpWire | None":
        """Return who has to go if there are too many.

        That is who has been silent for longest and waits for no answer: of the same address if
        that has too many, of the one that has most if all places are taken. So those who say
        nothing keep nobody out, and no few addresses all others.
        """
        wires = [
            wire
            for wire in self.connections
            if isinstance(wire, HttpWire) and not wire.transport.is_closing()
        ]
        of_address = Counter(wire._home for wire in wires)
        crowded = self._home
        if of_address[crowded] <= _MOST_OF_ADDRESS:
            if len(wires) <= _MOST:
                return None
            crowded, _ = of_address.most_common(1)[0]
        idle = (wire for wire in wires if wire._home == crowded and wire._awaits_request)
        return min((wire for wire in idle if wire is not self), key=_silence, default=self)

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(_REQUEST_SECONDS, self.transport.abort)

    def _stop_expecting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _silence(wire: HttpWire) -> float:
    return wire._heard_at
