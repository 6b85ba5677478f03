"""What a request that cannot be answered is told: one shape for everything."""

import logging
from http import HTTPStatus
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from obversi.errors import ObversiError
from obversi.net.thinkers import BusyError
from obversi.web.http.pages import is_page, missing_page
from obversi.web.http.validation_words import problem_of
from obversi.web.models import ErrorAnswer, Problem

__all__ = ["Failures", "RequestError", "error_response", "handle_errors"]

_LOG: Final = logging.getLogger(__name__)

_FAILED: Final = "the server failed to do this"

_WORDS: Final[dict[int, str]] = {
    HTTPStatus.BAD_REQUEST: "the request is no JSON",
    HTTPStatus.NOT_FOUND: "there is nothing at {path}",
    HTTPStatus.METHOD_NOT_ALLOWED: "{path} does not answer {method}",
}


class RequestError(ObversiError):
    """Something that was asked for cannot be had, with the field that is to blame."""

    def __init__(self, text: str, where: str | None = None, status: int = 400) -> None:
        """Keep what the answer says."""
        super().__init__(text)
        self.where, self.status = where, status


def error_response(
    status: int, text: str, where: str | None = None, *, headers: dict[str, str] | None = None
) -> Response:
    """Return the answer to a request that is refused, or that failed."""
    answer = ErrorAnswer(error=Problem(text=text, where=where))
    return JSONResponse(answer.model_dump(), status, headers)


def handle_errors(app: FastAPI) -> None:
    """Let an app answer in one shape whatever goes wrong."""

    @app.exception_handler(ObversiError)
    async def refuse(_request: Request, error: ObversiError) -> Response:
        if isinstance(error, RequestError):
            return error_response(error.status, str(error), error.where)
        if isinstance(error, BusyError):
            return error_response(429, str(error), headers={"Retry-After": "1"})
        return error_response(400, str(error))

    @app.exception_handler(RequestValidationError)
    async def refuse_shape(_request: Request, error: RequestValidationError) -> Response:
        text, where = problem_of(error.errors()[0])
        return error_response(422, text, where)

    @app.exception_handler(HTTPException)
    async def refuse_request(request: Request, error: HTTPException) -> Response:
        if error.status_code == HTTPStatus.NOT_FOUND and is_page(request.scope["path"]):
            return missing_page(request)
        words = _WORDS.get(error.status_code)
        path, method = request.scope["path"], request.method
        text = words.format(path=path, method=method) if words else str(error.detail)
        headers = dict(error.headers) if error.headers else None
        return error_response(error.status_code, text, headers=headers)


class Failures:
    """Tells the owner all of a failure, and who asked only that there was one."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; the server lives on whatever comes of it."""
        has_begun = False

        async def send_noting(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_noting)
        except Exception:
            _LOG.exception("%s %r failed", scope.get("method"), scope["path"])
            if has_begun:
                raise
            await error_response(500, _FAILED)(scope, receive, send)
