"""HEAD requests."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """Treats HEAD as GET and drops the body; FastAPI's routes know only GET."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app that handles GET."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, send_without_body)
