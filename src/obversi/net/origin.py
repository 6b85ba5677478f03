"""The origins of pages that may use the server from a browser."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlsplit

from websockets.datastructures import Headers

__all__ = ["LOOPBACK", "AllowedOrigins", "is_http_request"]

# Any word can be a method.
_HTTP: Final = re.compile(rb"\S+ \S+ HTTP/\d")

#: The names of the machine itself.
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class AllowedOrigins:
    """The sites whose pages may use a server: listed ones, and its own site if `any_own`.

    Any page in a browser can connect to a server on the same machine. The browser sends the origin
    of the page; programs do not, and are allowed. A server on loopback has fixed names: if it
    trusted the Host header, a page could use a name of its own for it.
    """

    sites: frozenset[str]
    any_own: bool

    @classmethod
    def of(cls, host: str, sites: Iterable[str] = ()) -> Self:
        """Return the origins for a server that listens on a host, with additional sites."""
        loopback = host.lower() in LOOPBACK
        named = {site.lower() for site in sites}
        return cls(frozenset(named | LOOPBACK if loopback else named), not loopback)

    def rejection(self, headers: Headers) -> str:
        """Return why a request is rejected, or an empty text.

        >>> origins = AllowedOrigins.of("127.0.0.1")
        >>> origins.rejection(Headers(Host="localhost:6465", Origin="http://localhost"))
        ''
        >>> origins.rejection(Headers(Host="evil.example", Origin="http://evil.example"))
        'pages of http://evil.example cannot use this server'
        """
        origins, hosts = headers.get_all("Origin"), headers.get_all("Host")
        own = {_name(f"//{host}") for host in hosts} if self.any_own and len(hosts) == 1 else set()
        for origin in origins:
            if _name(origin) not in self.sites | own:
                return f"pages of {origin} cannot use this server"
        return ""


def _name(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def is_http_request(line: bytes) -> bool:
    """Whether a line begins an HTTP request, which a page can send to any port of the machine."""
    return _HTTP.match(line) is not None
