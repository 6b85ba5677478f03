"""Limits on requests: size, content type, time to arrive, and rate."""

import asyncio
import re
from collections.abc import Callable
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.datastructures import Headers

from obversi.formats.lines import quoted
from obversi.net.limits import TokenBuckets, client_key
from obversi.web.http.errors import RequestError, error_response
from obversi.web.http.security import headers_of

_DEFAULT_BYTES = 64 * 1024
_MAX_BYTES = {"/api/read": 256 * 1024, "/api/read/file": 2 * 1024 * 1024}
_STUDIES = "/api/studies"
_WRITE = "/api/write"  # a study too
_MAX_STUDY_BYTES = 512 * 1024

_DEFAULT_TYPE = "application/json"
_TYPES = {"/api/read/file": "application/octet-stream"}

# Per client key: requests to the API, and files, of which every page has dozens.
_API_PER_SECOND, _API_BURST = 50.0, 500
_FILES_PER_SECOND, _FILES_BURST = 500.0, 2000

_API_PREFIX = "/api/"

# A longer body counts as several requests.
_BYTES_PER_REQUEST = 64 * 1024

# Seconds that a request may take to arrive.
_ARRIVAL_SECONDS = 20.0

_WITHOUT_BODY = frozenset({"GET", "HEAD", "OPTIONS", "DELETE"})


class RequestLimits:
    """Rejects requests that are too large, too slow, too frequent or of the wrong type."""

    def __init__(
        self, app: ASGIApp, share: Callable[[str, TokenBuckets], None] | None = None
    ) -> None:
        """Wrap an app; `share` lets a rate count over all processes of a server."""
        self._app = app
        self._api = TokenBuckets(_API_PER_SECOND, _API_BURST)
        self._files = TokenBuckets(_FILES_PER_SECOND, _FILES_BURST)
        if share is not None:
            share("api", self._api)
            share("files", self._files)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its whole body, or reject it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            self._check_rate(scope, 1)
            if scope["method"] not in _WITHOUT_BODY:
                body = await self._body(scope, receive)
                receive = _replaying(body, receive)
        except RequestError as error:
            headers = {"Retry-After": "1"} if error.status == HTTPStatus.TOO_MANY_REQUESTS else {}
            # The rest of the body is not read, so no request can follow on this connection.
            headers["Connection"] = "close"
            response = error_response(error.status, str(error), headers=headers)
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body of a request, if its type, size and time of arrival are allowed.

        Each part counts when it arrives, so the memory held for a client is bounded.
        """
        path, headers = scope["path"], headers_of(scope)
        most = _max_bytes(path)
        _check_type(path, headers)
        _check_size(_declared_length(headers), most)
        body = bytearray()
        try:
            async with asyncio.timeout(_ARRIVAL_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise RequestError("the request was interrupted")
                    counted = len(body) // _BYTES_PER_REQUEST
                    body += message.get("body", b"")
                    _check_size(len(body), most)
                    self._check_rate(scope, len(body) // _BYTES_PER_REQUEST - counted)
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise RequestError(
                f"the request did not arrive within {_ARRIVAL_SECONDS:g} s",
                status=HTTPStatus.REQUEST_TIMEOUT,
            ) from None

    def _check_rate(self, scope: Scope, count: int) -> None:
        """Take tokens for a request from the client's bucket; a large request needs several."""
        client = scope.get("client")
        address = client_key(client[0]) if client else "unknown"
        now = asyncio.get_running_loop().time()
        is_api = scope["path"].startswith(_API_PREFIX)
        rates = self._api if is_api else self._files
        if not all(rates.take(address, now) for _ in range(count)):
            most = _API_PER_SECOND if is_api else _FILES_PER_SECOND
            raise RequestError(
                f"too many requests: at most {most:g} per second",
                status=HTTPStatus.TOO_MANY_REQUESTS,
            )


def _max_bytes(path: str) -> int:
    is_study = path.startswith(_STUDIES) or path == _WRITE
    return _MAX_STUDY_BYTES if is_study else _MAX_BYTES.get(path, _DEFAULT_BYTES)


def _check_type(path: str, headers: Headers) -> None:
    expected = _TYPES.get(path, _DEFAULT_TYPE)
    kind = ",".join(headers.get_all("Content-Type")).partition(";")[0].strip().lower()
    if kind != expected:
        raise RequestError(
            f"the content type cannot be {quoted(kind)}: expected {expected}",
            status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        )


def _declared_length(headers: Headers) -> int:
    """Return the length of the body from its header, or 0 if that is not known."""
    values = headers.get_all("Content-Length")
    return int(values[0]) if len(values) == 1 and re.fullmatch(r"[0-9]{1,18}", values[0]) else 0


def _replaying(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that yields a body that was received already."""
    whole: Message | None = {"type": "http.request", "body": body, "more_body": False}

    async def replayed() -> Message:
        nonlocal whole
        if whole is None:
            return await receive()
        message, whole = whole, None
        return message

    return replayed


def _check_size(length: int, most: int) -> None:
    if length > most:
        raise RequestError(
            f"the request is too long: at most {most} bytes here",
            status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        )
