"""How much may be asked for: the size of a request, its kind, and how often."""

import asyncio
import re
from http import HTTPStatus
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.datastructures import Headers

from obversi.formats.problems import quoted
from obversi.net.home import home_of
from obversi.net.rate import Rates
from obversi.web.http.errors import RequestError, error_response
from obversi.web.http.security import headers_of

__all__ = ["RequestLimits"]

_USUAL_BYTES: Final = 64 * 1024
_MOST_BYTES: Final = {"/api/read": 256 * 1024, "/api/read/file": 2 * 1024 * 1024}

_USUAL_KIND: Final = "application/json"
_KINDS: Final = {"/api/read/file": "application/octet-stream"}

# Of an address: what has to be thought about, and files, of which every page has dozens.
_QUESTIONS_PER_SECOND, _QUESTIONS_AT_ONCE = 50.0, 500
_FILES_PER_SECOND, _FILES_AT_ONCE = 500.0, 2000

_FOR_QUESTIONS: Final = "/api/"

# To read a long text takes longer.
_BYTES_OF_A_REQUEST: Final = 64 * 1024

# So long a request may take to arrive.
_ARRIVAL_SECONDS: Final = 20.0

_WITHOUT_BODY: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class RequestLimits:
    """Refuses what is too large, of the wrong kind, too slow or too often, before it is read."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an app."""
        self._app = app
        self._questions = Rates(_QUESTIONS_PER_SECOND, _QUESTIONS_AT_ONCE)
        self._files = Rates(_FILES_PER_SECOND, _FILES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with all that it holds, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            self._refuse_too_many(scope, 1)
            if scope["method"] not in _WITHOUT_BODY:
                body = await self._body(scope, receive)
                receive = _replaying(body, receive)
        except RequestError as error:
            headers = {"Retry-After": "1"} if error.status == HTTPStatus.TOO_MANY_REQUESTS else {}
            # What is left of a body is not read: another request cannot follow it.
            headers["Connection"] = "close"
            response = error_response(error.status, str(error), headers=headers)
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body of a request, if it is of the right kind, fits and comes in time.

        Each part counts when it comes, so that what is held for an address is bounded, too.
        """
        path, headers = scope["path"], headers_of(scope)
        most = _MOST_BYTES.get(path, _USUAL_BYTES)
        _refuse_kind(path, headers)
        _refuse_size(_length_told(headers), most)
        body = bytearray()
        try:
            async with asyncio.timeout(_ARRIVAL_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise RequestError("the request broke off")
                    counted = len(body) // _BYTES_OF_A_REQUEST
                    body += message.get("body", b"")
                    _refuse_size(len(body), most)
                    self._refuse_too_many(scope, len(body) // _BYTES_OF_A_REQUEST - counted)
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise RequestError(
                f"the request did not arrive within {_ARRIVAL_SECONDS:g} s",
                status=HTTPStatus.REQUEST_TIMEOUT,
            ) from None

    def _refuse_too_many(self, scope: Scope, count: int) -> None:
        """Refuse what is more than an address may ask for; a large request counts as several."""
        client = scope.get("client")
        address = home_of(client[0]) if client else "unknown"
        now = asyncio.get_running_loop().time()
        is_question = scope["path"].startswith(_FOR_QUESTIONS)
        rates = self._questions if is_question else self._files
        if not all(rates.take(address, now) for _ in range(count)):
            most = _QUESTIONS_PER_SECOND if is_question else _FILES_PER_SECOND
            raise RequestError(
                f"{most:g} requests a second are answered: this one came too soon",
                status=HTTPStatus.TOO_MANY_REQUESTS,
            )


def _refuse_kind(path: str, headers: Headers) -> None:
    expected = _KINDS.get(path, _USUAL_KIND)
    kind = ",".join(headers.get_all("Content-Type")).partition(";")[0].strip().lower()
    if kind != expected:
        raise RequestError(
            f"the content type cannot be {quoted(kind)}: expected {expected}",
            status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        )


def _length_told(headers: Headers) -> int:
    """Return how long a body will be, or 0 if that is not known."""
    told = headers.get_all("Content-Length")
    return int(told[0]) if len(told) == 1 and re.fullmatch(r"[0-9]{1,18}", told[0]) else 0


def _replaying(body: bytes, receive: Receive) -> Receive:
    """Return what hands a body out again that was received already."""
    whole: Message | None = {"type": "http.request", "body": body, "more_body": False}

    async def replayed() -> Message:
        nonlocal whole
        if whole is None:
            return await receive()
        message, whole = whole, None
        return message

    return replayed


def _refuse_size(length: int, most: int) -> None:
    if length > most:
        raise RequestError(
            f"a request has at most {most} bytes here: this one is longer",
            status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        )
