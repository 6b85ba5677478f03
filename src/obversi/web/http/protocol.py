"""The HTTP connections of browsers: limits on their number, time and size."""

import asyncio
import socket
from contextlib import suppress
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any, ClassVar, NoReturn, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.http11 import Request

from obversi.net.by_client import ConnectionsByClient
from obversi.net.connection_limits import ConnectionLimits
from obversi.net.limits import TokenBuckets, client_key
from obversi.net.proxies import TrustedProxies
from obversi.net.web_connection import WebConnection
from obversi.web.http.errors import error_response
from obversi.web.http.security import SAFE_HEADERS, OwnNames

#: Maximal length of the head of a request.
HEADER_BYTES = 16 * 1024

# Open connections. A browser has a handful; several clients may share one address.
_MAX = 400
_MAX_PER_CLIENT = 100

# New connections of a client. A browser keeps its connections for further requests.
_CONNECTS_PER_SECOND, _CONNECTS_BURST = 100.0, 500

# Seconds from the first byte of a request, or from connecting, until its head is complete.
_REQUEST_SECONDS = 10.0

# A client that acknowledges nothing for this time is gone.
_UNREAD_MILLISECONDS = 60_000

# The client key of the request that becomes a WebSocket now. uvicorn has no other way to pass it.
_UPGRADED: ContextVar[str] = ContextVar("the client of a new WebSocket")

_NO_HTTP = "this is not an HTTP request"
_TOO_LONG = "the head of the request is too long"
_TWO_LENGTHS = "a request has Content-Length or Transfer-Encoding, not both"
_LENGTHS = frozenset({b"content-length", b"transfer-encoding"})


class _HttpConnection(h11.Connection):
    """Rejects heads that h11 accepts: long ones in one piece, and those with two body lengths.

    With two lengths a proxy and the app could see different requests in the same bytes.
    """

    reason = _NO_HTTP

    @property
    def unread_bytes(self) -> int:
        """The number of bytes that were received and are not part of an event yet."""
        return len(self.trailing_data[0])

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event, or raise a `RemoteProtocolError`."""
        before = self.unread_bytes if self.their_state is h11.IDLE else 0
        event = super().next_event()
        if isinstance(event, h11.Request):
            if before - self.unread_bytes > HEADER_BYTES:
                self._reject(_TOO_LONG)
            if {name for name, _ in event.headers} >= _LENGTHS:
                self._reject(_TWO_LENGTHS)
        return event

    def _reject(self, reason: str) -> NoReturn:
        self.reason = reason
        raise h11.RemoteProtocolError(reason)


class HttpProtocol(H11Protocol):
    """An HTTP connection with limits on number, time and size.

    When it becomes a WebSocket, the game server counts it instead. Each server has a class of its
    own, by `http_class`, with its connections.
    """

    _crowd: ClassVar[ConnectionsByClient["HttpProtocol"]]
    _connects: ClassVar[TokenBuckets]
    _proxies: ClassVar[TrustedProxies]
    _deadline: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Wait for the socket."""
        super().__init__(*arguments, **settings)
        self.conn: _HttpConnection = _HttpConnection(h11.SERVER, HEADER_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, and close one if there are too many.

        If a client connects far too often, its further connections are closed at once.
        """
        super().connection_made(transport)
        client = self._client_key
        if not self._is_proxy and not self._connects.take(client, self.loop.time()):
            transport.abort()
            return
        self._crowd.add(self, client)
        if (leaving := self._surplus_connection(client)) is not None:
            self._crowd.remove(leaving)
            leaving.transport.abort()
            if leaving is self:
                return
        with suppress(OSError, AttributeError):  # not all systems have it
            connected: socket.socket = transport.get_extra_info("socket")
            # A reply has two parts. The second would wait until the first is acknowledged.
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MILLISECONDS)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Pass data on, and watch the time that a request takes."""
        self._crowd.mark_active(self)
        if self._deadline is None and self._awaits_request:
            self._start_timer()
        super().data_received(data)
        if not self._awaits_request:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, and forget the connection."""
        self._stop_timer()
        self._crowd.remove(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the game server, with the address of the client."""
        self._stop_timer()
        self._crowd.remove(self)
        _UPGRADED.set(self._forwarded_key(event))
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer bytes that are not HTTP with an error in JSON, and close the connection.

        If a response has already begun, the connection is only closed.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            is_long = self.conn.unread_bytes > HEADER_BYTES and self.conn.reason == _NO_HTTP
            reason = _TOO_LONG if is_long else self.conn.reason
            status = HTTPStatus.BAD_REQUEST
            if reason == _TOO_LONG:
                status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            error = error_response(status, reason, headers=dict(SAFE_HEADERS))
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
    def _is_proxy(self) -> bool:
        return self.client is not None and self.client[0] in self._proxies

    def _forwarded_key(self, event: h11.Request) -> str:
        """Return the client key of a request, from the proxy if it is one of ours."""
        if self.client is None:
            return "unknown"
        names = (value for name, value in event.headers if name == b"x-forwarded-for")
        forwarded = [value.decode("latin-1") for value in names]
        return client_key(self._proxies.client(self.client[0], forwarded))

    @property
    def _client_key(self) -> str:
        return "unknown" if self.client is None else client_key(self.client[0])

    def _surplus_connection(self, client: str) -> "HttpProtocol | None":
        """Return the connection to close if there are too many, or None.

        It is the connection that has been idle for longest, of this client if it has too many, else
        of the client with the most connections. So neither idle connections nor a few clients can
        lock others out.
        """
        if self._is_proxy or self._crowd.count(client) <= _MAX_PER_CLIENT:
            if len(self._crowd) <= _MAX:
                return None
            client = self._crowd.fullest
        of_client = self._crowd.of(client)
        idle = (other for other in of_client if other._awaits_request and other is not self)
        return next(idle, self)

    def _start_timer(self) -> None:
        self._deadline = self.loop.call_later(_REQUEST_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def http_class(proxies: TrustedProxies) -> type[HttpProtocol]:
    """Return the protocol class that uvicorn uses for HTTP, for one server."""

    class Http(HttpProtocol):
        _proxies = proxies
        _crowd = ConnectionsByClient()
        _connects = TokenBuckets(_CONNECTS_PER_SECOND, _CONNECTS_BURST)

    return Http


#: The path of the WebSocket.
PATH = "/ws"


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

        def _client_address(self, transport: asyncio.Transport) -> str:  # noqa: ARG002
            """Return the client key that was found in the request."""
            return _UPGRADED.get()

        def data_received(self, data: bytes) -> None:
            """Take the request, which uvicorn has read already."""
            self._feed(data)
            self._process_input()

    # uvicorn accepts both kinds of protocol.
    return cast(type[asyncio.Protocol], Socket)
