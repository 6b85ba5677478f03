"""The address of a client behind a proxy of the operator."""

from starlette.types import ASGIApp, Receive, Scope, Send

from obversi.net.proxies import TrustedProxies
from obversi.web.http.security import headers_of


class ForwardedClients:
    """Replaces the address of a trusted proxy by that of its client."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        """Wrap an app."""
        self._app, self._proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        peer = scope.get("client")
        if scope["type"] == "http" and peer and peer[0] in self._proxies:
            forwarded = headers_of(scope).get_all("X-Forwarded-For")
            scope = {**scope, "client": (self._proxies.client(peer[0], forwarded), peer[1])}
        await self._app(scope, receive, send)
