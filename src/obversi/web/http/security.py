"""Protection against other sites: own host names, same-origin requests, safe headers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.datastructures import Headers

from obversi.net.origin import LOOPBACK, is_address, own_names
from obversi.web.http.content_policy import content_policy
from obversi.web.http.errors import error_response

#: Headers of every reply that does not set them itself.
SAFE_HEADERS = {
    "Content-Security-Policy": content_policy("'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # With the opener policy this allows threads of the engine in the page.
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

# The Sec-Fetch-Site of a request that a page of another site makes.
_FOREIGN = "cross-site"

_FOR_PAGES = ("/api", "/ws")

# A name or an address, and a port. Two parsers cannot read such a text differently.
_HOST = re.compile(r"(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)
_SCHEMES = frozenset({"http", "https"})


class Rejection(NamedTuple):
    """Why a request is rejected."""

    status: HTTPStatus
    text: str


@dataclass(frozen=True, slots=True)
class OwnNames:
    """The host names under which the server accepts requests.

    Any page in a browser can send requests to a server on the same machine, and any domain can
    be pointed at it (DNS rebinding). So only known names are accepted: those of the loopback, the
    configured sites, and, if the server listens on the network, the machine's names and any IP
    address.
    """

    names: frozenset[str]
    sites: frozenset[str]
    any_address: bool

    @classmethod
    def of(cls, host: str, sites: Iterable[str] = ()) -> Self:
        """Return the names of a server that listens on a host and serves further sites."""
        named = frozenset(site.lower() for site in sites)
        if host.lower() in LOOPBACK:
            return cls(LOOPBACK | named, named, any_address=False)
        return cls(own_names(host) | named, named, any_address=True)

    def rejection(self, path: str, headers: Headers) -> Rejection | None:
        """Return why a request is rejected, or None if it is accepted.

        >>> own = OwnNames.of("127.0.0.1")
        >>> own.rejection("/", Headers(Host="localhost:8064")) is None
        True
        >>> own.rejection("/", Headers(Host="localhost:8064", Origin="http://evil.example")).text
        "pages of 'http://evil.example' are not allowed"
        """
        hosts = headers.get_all("Host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not (_HOST.fullmatch(host) and self._is_own(_name(f"//{host}"))):
            return Rejection(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"this server is not {host!r}: add the name with --site",
            )
        for origin in headers.get_all("Origin"):
            if not self._is_own_page(origin, host):
                return Rejection(HTTPStatus.FORBIDDEN, f"pages of {origin!r} are not allowed")
        sites = map(str.lower, headers.get_all("Sec-Fetch-Site"))
        if _FOREIGN in sites and path.startswith(_FOR_PAGES):
            return Rejection(HTTPStatus.FORBIDDEN, "pages of other sites are not allowed")
        return None

    def _is_own(self, name: str) -> bool:
        return name in self.names or (self.any_address and is_address(name))

    def _is_own_page(self, origin: str, host: str) -> bool:
        """Whether an origin is this server, with its port, or one of its sites."""
        try:
            page = urlsplit(origin)
        except ValueError:
            return False
        if page.scheme not in _SCHEMES:
            return False
        return page.netloc.lower() == host.lower() or _name(origin) in self.sites


class Guard:
    """Rejects requests for other hosts or from other sites."""

    def __init__(self, app: ASGIApp, own: OwnNames) -> None:
        """Wrap an app that has these names."""
        self._app, self._own = app, own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] == "http":
            rejected = self._own.rejection(scope["path"], headers_of(scope))
            if rejected is not None:
                await error_response(rejected.status, rejected.text)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class SafeHeaders:
    """Adds the safe headers to every reply."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers that the reply does not set itself."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_safely)


def headers_of(scope: Scope) -> Headers:
    """Return the headers of a request, repeated ones too."""
    headers = Headers()
    for name, value in scope["headers"]:
        headers[name.decode("latin-1")] = value.decode("latin-1")
    return headers


def _name(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""
