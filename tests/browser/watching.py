"""What must never happen on a page, and is seen by nobody who only looks at it."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Request, Response, WebError

# A page that has gone elsewhere, or wants something newer, no longer wants the answer.
_ABORTED = "net::ERR_ABORTED"


class Watch:
    """Collects errors of the pages of one visitor, and requests to other hosts."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._problems: list[str] = []
        self._expected: list[str] = []
        context.on("console", self._hear_console)
        context.on("weberror", self._hear_error)
        context.on("request", self._hear_request)
        context.on("requestfailed", self._hear_failure)
        context.on("response", self._hear_response)

    def expect(self, pattern: str) -> None:
        """Let pass what a test brings about itself."""
        self._expected.append(pattern)

    def new_problems(self) -> list[str]:
        """Return all that nobody has expected, since this was asked last."""
        problems, self._problems = self._problems, []
        return [
            problem
            for problem in problems
            if not any(re.search(pattern, problem) for pattern in self._expected)
        ]

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            place = message.location.get("url", "") if message.location else ""
            self._problems.append(f"console {message.type}: {message.text} ({place})")

    def _hear_error(self, error: WebError) -> None:
        self._problems.append(f"page error: {_words(error.error)}")

    def _hear_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._host:
            self._problems.append(f"request to another host: {request.url}")

    def _hear_failure(self, request: Request) -> None:
        if request.failure != _ABORTED:
            self._problems.append(f"failed request: {request.url} ({request.failure})")

    def _hear_response(self, response: Response) -> None:
        if response.status >= 400:
            self._problems.append(f"status {response.status}: {response.url}")


def _words(error: Error) -> str:
    return error.stack or error.message
