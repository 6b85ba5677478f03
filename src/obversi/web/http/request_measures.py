"""Requests by HTTP, counted and timed for the operator."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from obversi.net.operations.events import event
from obversi.net.operations.measures import Measures
from obversi.net.operations.pages import HEALTH, METRICS, READINESS

_LOG = logging.getLogger(__name__)

# The route of requests without an endpoint, because clients can invent any number of paths.
_OTHER = "other"

_FILES = "/static/"
_OF_OPERATOR = frozenset({HEALTH, READINESS, METRICS})


class RequestMeasures:
    """Counts all requests by the route and the status of the reply, and logs them."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        """Wrap an app."""
        self._app, self._measures = app, measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            seconds = time.perf_counter() - started
            route = _route(scope)
            self._measures.pages[route, str(status)] += 1
            self._measures.page_seconds.add(route, seconds)
            if route not in _OF_OPERATOR:  # these requests come every few seconds
                fields = event(
                    "request",
                    method=scope["method"],
                    route=route,
                    status=status,
                    milliseconds=round(1000 * seconds, 3),
                )
                _LOG.debug("%s %s: %d", scope["method"], route, status, extra=fields)


def _route(scope: Scope) -> str:
    """Return the pattern of the path of an endpoint, or the kind of another page."""
    path: str = scope["path"]
    if path in _OF_OPERATOR:
        return path
    if path.startswith(_FILES):
        return _FILES
    route: str = getattr(scope.get("route"), "path", _OTHER)
    return route
