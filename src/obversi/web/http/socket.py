"""The WebSocket of the app: the game server's own, behind the app's door."""

import asyncio
from http import HTTPStatus
from typing import Any, Final, cast

from websockets.http11 import Request

from obversi.net.reception import Reception
from obversi.net.web_connection import WebConnection
from obversi.web.http.security import SAFE_HEADERS, OwnNames

__all__ = ["PATH", "socket_class"]

#: Where the WebSocket is.
PATH: Final = "/ws"


def socket_class(reception: Reception, own: OwnNames) -> type[asyncio.Protocol]:
    """Return what the app's door makes a WebSocket of, with the connection and its request.

    A visitor of the game server then, like all others: whatever comes over the wire is bounded
    frame by frame, which no app behind a door can do.
    """

    def doorkeeper(request: Request) -> tuple[HTTPStatus, str] | None:
        path = request.path.partition("?")[0]
        if path != PATH:
            return HTTPStatus.NOT_FOUND, f"there is no WebSocket at {path}, but at {PATH}"
        return own.refusal(path, request.headers)

    class Socket(WebConnection):
        kind = "the app"
        headers = SAFE_HEADERS

        def __init__(self, **_of_the_door: Any) -> None:
            super().__init__(reception, doorkeeper)

        def data_received(self, data: bytes) -> None:
            """Hear the request, which the door has read already."""
            self._received(data)
            self._hear_some()

    # The door hands connections over to protocols of either kind.
    return cast(type[asyncio.Protocol], Socket)
