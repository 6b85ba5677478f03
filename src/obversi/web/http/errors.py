"""Error replies: one JSON shape for everything that fails."""

import logging
import sqlite3
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from obversi.errors import ObversiError
from obversi.net.workers.job import BusyError
from obversi.sqlite_file import DamageError, StorageError
from obversi.web.http.static_files import is_page, missing_page
from obversi.web.models import ErrorReply, Problem
from obversi.wire.json_object import shown

_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "literal_error": "{expected}",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "less_than": "less than {lt}",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "too_long": "at most {max_length} of them",
    "too_short": "at least {min_length} of them",
    "string_pattern_mismatch": "a text that matches {pattern}",
}

_NOT_OBJECT = frozenset({"model_type", "model_attributes_type", "dict_type", "dataclass_type"})


def problem_of(error: Mapping[str, Any]) -> tuple[str, str | None]:
    """Return the text of a validation error, and the field that is wrong.

    >>> problem_of({"type": "missing", "loc": ("body", "text"), "input": {}})
    ("the field 'text' is missing", 'text')
    """
    kind, place = error["type"], _place(error["loc"])
    if kind == "json_invalid":
        return "the request is not JSON", None
    if kind == "missing":
        if not place:
            return "the request has no JSON object", None
        return f"the field {place!r} is missing", place
    if kind == "extra_forbidden":
        return f"unknown field {place!r}", place
    if not place or kind in _NOT_OBJECT:
        whole = "the request" if not place else f"'{place}'"
        return f"{whole} cannot be {shown(error['input'])}: expected an object", place
    if kind in _EXPECTED:
        expected = _EXPECTED[kind].format(**error.get("ctx", {}))
        return f"'{place}' cannot be {shown(error['input'])}: expected {expected}", place
    return f"'{place}' cannot be {shown(error['input'])}: {error['msg']}", place


def _place(location: tuple[int | str, ...]) -> str | None:
    """Return the path of a field: ``limit.seconds``, ``evaluations[2]``."""
    place = ""
    for part in location[1:]:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else part
    return place or None


_LOG = logging.getLogger(__name__)

_FAILED = "internal server error"
_NOT_STORED = "the server cannot store or read this now: try again later"

_WORDS: dict[int, str] = {
    HTTPStatus.BAD_REQUEST: "the request is not JSON",
    HTTPStatus.NOT_FOUND: "not found: {path}",
    HTTPStatus.METHOD_NOT_ALLOWED: "{path} does not answer {method}",
}


class RequestError(ObversiError):
    """A request is rejected; `where` names the field that is wrong."""

    def __init__(self, text: str, where: str | None = None, status: int = 400) -> None:
        """Set the text, the field and the HTTP status of the reply."""
        super().__init__(text)
        self.where, self.status = where, status


def error_response(
    status: int, text: str, where: str | None = None, *, headers: dict[str, str] | None = None
) -> Response:
    """Return the reply to a request that was rejected or failed."""
    answer = ErrorReply(error=Problem(text=text, where=where))
    return JSONResponse(answer.model_dump(), status, headers)


def handle_errors(app: FastAPI) -> None:
    """Let an app reply to all errors in one shape."""

    @app.exception_handler(ObversiError)
    async def reject(_request: Request, error: ObversiError) -> Response:
        if isinstance(error, RequestError):
            is_unknown = error.status == HTTPStatus.UNAUTHORIZED
            headers = {"WWW-Authenticate": "Bearer"} if is_unknown else None
            return error_response(error.status, str(error), error.where, headers=headers)
        is_of_file = isinstance(error, StorageError | DamageError)
        if is_of_file or isinstance(error.__cause__, sqlite3.Error):
            _LOG.warning("%s", error)  # the text is for the owner of the server
            return error_response(503, _NOT_STORED, headers={"Retry-After": "60"})
        if isinstance(error, BusyError):
            return error_response(429, str(error), headers={"Retry-After": "1"})
        return error_response(400, str(error))

    @app.exception_handler(RequestValidationError)
    async def reject_shape(_request: Request, error: RequestValidationError) -> Response:
        text, where = problem_of(error.errors()[0])
        return error_response(422, text, where)

    @app.exception_handler(HTTPException)
    async def reject_request(request: Request, error: HTTPException) -> Response:
        if error.status_code == HTTPStatus.NOT_FOUND and is_page(request.scope["path"]):
            return missing_page(request)
        words = _WORDS.get(error.status_code)
        path, method = request.scope["path"], request.method
        text = words.format(path=path, method=method) if words else str(error.detail)
        headers = dict(error.headers) if error.headers else None
        return error_response(error.status_code, text, headers=headers)


class FailureLog:
    """Logs failures with their traceback; the client gets status 500 without details."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and catch every exception."""
        has_started = False

        async def send_and_note(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        except Exception:
            _LOG.exception("%s %r failed", scope.get("method"), scope["path"])
            if has_started:
                raise
            await error_response(500, _FAILED)(scope, receive, send)
