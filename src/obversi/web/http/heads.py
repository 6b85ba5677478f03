"""Requests for the head of an answer alone."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Heads"]


class Heads:
    """Answers HEAD as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an app that knows GET."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, send_head)
