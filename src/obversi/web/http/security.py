"""Who may use the app: its own pages, under its own names, and nobody in between."""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final, NamedTuple, Self
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.datastructures import Headers

from obversi.net.origin import LOOPBACK
from obversi.web.http.errors import error_response

__all__ = ["SAFE_HEADERS", "Guard", "OwnNames", "Refusal", "SafeHeaders", "headers_of"]

_CONTENT: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

#: What every answer tells browsers, unless it says otherwise itself.
SAFE_HEADERS: Final = {
    "Content-Security-Policy": _CONTENT,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

# What a browser says of a request that a page of another site has made.
_FOREIGN: Final = "cross-site"

_FOR_PAGES: Final = ("/api", "/ws")

# A name or an address, and a port: no user, no path, nothing that two readers may take differently.
_HOST: Final = re.compile(r"(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)
_SCHEMES: Final = frozenset({"http", "https"})


class Refusal(NamedTuple):
    """Why somebody may not come in."""

    status: HTTPStatus
    text: str


@dataclass(frozen=True, slots=True)
class OwnNames:
    """The names that a server goes by.

    Any page that somebody has open can knock at a server of the same machine, and whoever owns a
    name can have it stand for that machine: so the server answers to names that it knows are its
    own. One that others can reach knows its machine's names, and any address stands for itself.
    """

    names: frozenset[str]
    sites: frozenset[str]
    any_address: bool

    @classmethod
    def of(cls, host: str, sites: Iterable[str] = ()) -> Self:
        """Return the names of a server that listens on a host, and stands for more sites."""
        named = frozenset(site.lower() for site in sites)
        if host.lower() in LOOPBACK:
            return cls(LOOPBACK | named, named, any_address=False)
        machine = socket.gethostname().lower()
        own = {host.lower(), machine, f"{machine}.local"}
        return cls(LOOPBACK | named | own, named, any_address=True)

    def refusal(self, path: str, headers: Headers) -> Refusal | None:
        """Return why a request may not be answered, or None if it may.

        >>> own = OwnNames.of("127.0.0.1")
        >>> own.refusal("/", Headers(Host="localhost:8064")) is None
        True
        >>> own.refusal("/", Headers(Host="localhost:8064", Origin="http://evil.example")).text
        "pages of 'http://evil.example' cannot use this server"
        """
        hosts = headers.get_all("Host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not (_HOST.fullmatch(host) and self._is_own(_name(f"//{host}"))):
            return Refusal(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"this server is not called {host!r}: its owner can say so by --site",
            )
        for origin in headers.get_all("Origin"):
            if not self._is_welcome(origin, host):
                return Refusal(HTTPStatus.FORBIDDEN, f"pages of {origin!r} cannot use this server")
        sites = map(str.lower, headers.get_all("Sec-Fetch-Site"))
        if _FOREIGN in sites and path.startswith(_FOR_PAGES):
            return Refusal(HTTPStatus.FORBIDDEN, "pages of other sites cannot use this server")
        return None

    def _is_own(self, name: str) -> bool:
        return name in self.names or (self.any_address and _is_address(name))

    def _is_welcome(self, origin: str, host: str) -> bool:
        """Whether a page is of this server, its port too, or of one of its sites."""
        try:
            page = urlsplit(origin)
        except ValueError:
            return False
        if page.scheme not in _SCHEMES:
            return False
        return page.netloc.lower() == host.lower() or _name(origin) in self.sites


class Guard:
    """Lets in who may use the app."""

    def __init__(self, app: ASGIApp, own: OwnNames) -> None:
        """Stand before an app that goes by some names."""
        self._app, self._own = app, own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http":
            refusal = self._own.refusal(scope["path"], headers_of(scope))
            if refusal is not None:
                await error_response(refusal.status, refusal.text)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class SafeHeaders:
    """Tells browsers, in every answer, what its pages may do: next to nothing beyond the app."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers that an answer does not have itself."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_safely)


def headers_of(scope: Scope) -> Headers:
    """Return the headers of a request, each as often as it was sent."""
    headers = Headers()
    for name, value in scope["headers"]:
        headers[name.decode("latin-1")] = value.decode("latin-1")
    return headers


def _name(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
