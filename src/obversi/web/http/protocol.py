"""Connections of browsers before they are anything else: how many, and how patient we are."""

import asyncio
import socket
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.http11 import Request

from obversi.net.connection_limits import ConnectionLimits
from obversi.net.limits import client_key
from obversi.net.web_connection import WebConnection
from obversi.web.http.errors import error_response
from obversi.web.http.security import SAFE_HEADERS, OwnNames

__all__ = ["HEADER_BYTES", "PATH", "HttpProtocol", "socket_class"]

#: Maximal length of the head of a request.
HEADER_BYTES: Final = 16 * 1024

# Open connections. A browser has a handful; several clients may share one address.
_MAX: Final = 400
_MAX_PER_CLIENT: Final = 100

# Seconds from the first byte of a request, or from connecting, until its head is complete.
_REQUEST_SECONDS: Final = 10.0

# A client that acknowledges nothing for this time is gone.
_UNREAD_MILLISECONDS: Final = 60_000

_NO_HTTP: Final = "this is not an HTTP request"
_TOO_LONG: Final = "the head of the request is too long"


class HttpProtocol(H11Protocol):
    """An HTTP connection with limits on number, time and size.

    A WebSocket leaves it; from then on the game server counts it.
    """

    _deadline: asyncio.TimerHandle | None = None
    _heard_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, and close one if there are too many."""
        super().connection_made(transport)
        self._heard_at = self.loop.time()
        if (leaving := self._surplus_connection()) is not None:
            leaving.transport.abort()
            if leaving is self:
                return
        with suppress(OSError, AttributeError):  # not all systems have it
            connected: socket.socket = transport.get_extra_info("socket")
            # A reply has two parts: the second would wait until the first is acknowledged.
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MILLISECONDS)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Pass data on, and watch the time that a request takes."""
        self._heard_at = self.loop.time()
        if self._deadline is None and self._awaits_request:
            self._start_timer()
        super().data_received(data)
        if not self._awaits_request:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the game server."""
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer bytes that are not HTTP with an error in JSON, and close the connection.

        If a response has already begun, the connection is only closed.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            is_long = len(self.conn.trailing_data[0]) > HEADER_BYTES
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            error = error_response(
                status if is_long else HTTPStatus.BAD_REQUEST,
                _TOO_LONG if is_long else _NO_HTTP,
                headers=dict(SAFE_HEADERS),
            )
            headers = [*error.raw_headers, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=error.status_code, headers=headers),
                h11.Data(data=bytes(error.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def _awaits_request(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _client_key(self) -> str:
        return "unknown" if self.client is None else client_key(self.client[0])

    def _surplus_connection(self) -> "HttpProtocol | None":
        """Return the connection to close if there are too many, or None.

        That is the connection that has been idle for longest, of this client if it has too many,
        else of the client with the most connections. So idle connections cannot lock others out,
        and neither can a few clients.
        """
        connections = [
            other
            for other in self.connections
            if isinstance(other, HttpProtocol) and not other.transport.is_closing()
        ]
        by_client = Counter(other._client_key for other in connections)
        client = self._client_key
        if by_client[client] <= _MAX_PER_CLIENT:
            if len(connections) <= _MAX:
                return None
            client, _ = by_client.most_common(1)[0]
        idle = (
            other
            for other in connections
            if other._client_key == client and other._awaits_request and other is not self
        )
        return min(idle, key=lambda other: other._heard_at, default=self)

    def _start_timer(self) -> None:
        self._deadline = self.loop.call_later(_REQUEST_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


#: Where the WebSocket is.
PATH: Final = "/ws"


def socket_class(connections: ConnectionLimits, own: OwnNames) -> type[asyncio.Protocol]:
    """Return the protocol class that uvicorn uses for WebSockets.

    It is a connection of the game server, which bounds every frame; an ASGI app could not.
    """

    def check_request(request: Request) -> tuple[HTTPStatus, str] | None:
        path = request.path.partition("?")[0]
        if path != PATH:
            return HTTPStatus.NOT_FOUND, f"there is no WebSocket at {path}: it is at {PATH}"
        return own.rejection(path, request.headers)

    class Socket(WebConnection):
        kind = "the app"
        headers = SAFE_HEADERS

        def __init__(self, **_config: Any) -> None:
            super().__init__(connections, check_request)

        def data_received(self, data: bytes) -> None:
            """Take the request, which uvicorn has read already."""
            self._feed(data)
            self._process_input()

    # uvicorn accepts both kinds of protocol.
    return cast(type[asyncio.Protocol], Socket)
