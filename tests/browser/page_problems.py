"""Problems of a page that are not visible on it: errors, and requests to other hosts."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Request, Response, WebError

# Navigation and newer requests abort older ones.
_ABORTED = "net::ERR_ABORTED"

# A warning of the browser's driver, not of the app.
_BLOCKED_WORKER = "Service Worker registration blocked by Playwright"


class PageProblems:
    """Collects the errors and foreign requests of the pages of a browser context."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._problems: list[str] = []
        self._expected = [_BLOCKED_WORKER]
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failure)
        context.on("response", self._on_response)

    def expect(self, pattern: str) -> None:
        """Ignore problems that the test causes itself."""
        self._expected.append(pattern)

    def new_problems(self) -> list[str]:
        """Return the unexpected problems since the last call."""
        problems, self._problems = self._problems, []
        return [
            problem
            for problem in problems
            if not any(re.search(pattern, problem) for pattern in self._expected)
        ]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            place = message.location.get("url", "") if message.location else ""
            self._problems.append(f"console {message.type}: {message.text} ({place})")

    def _on_error(self, error: WebError) -> None:
        self._problems.append(f"page error: {_words(error.error)}")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._host:
            self._problems.append(f"request to another host: {request.url}")

    def _on_failure(self, request: Request) -> None:
        if request.failure != _ABORTED:
            self._problems.append(f"failed request: {request.url} ({request.failure})")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self._problems.append(f"status {response.status}: {response.url}")


def _words(error: Error) -> str:
    return error.stack or error.message
