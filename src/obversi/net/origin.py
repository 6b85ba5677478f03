"""The origins of pages that may use the server from a browser."""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from websockets.datastructures import Headers

# Any word can be a method.
_HTTP = re.compile(rb"\S+ \S+ HTTP/\d")

# Of pages; a host has none.
_SCHEMES = frozenset({"", "http", "https"})

#: The names of the machine itself.
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def own_names(host: str) -> frozenset[str]:
    """Return the names that a server has if it listens on a host, besides addresses."""
    if host.lower() in LOOPBACK:
        return LOOPBACK
    machine = socket.gethostname().lower()
    return LOOPBACK | {host.lower(), machine, f"{machine}.local"}


def is_address(name: str) -> bool:
    """Whether a name is an IP address, which no domain can be pointed at.

    >>> is_address("192.0.2.7"), is_address("::1"), is_address("evil.example")
    (True, True, False)
    """
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class AllowedOrigins:
    """The sites whose pages may use a server: listed ones, and its own site if that is known.

    Any page in a browser can connect to a server on the same machine. The browser sends the origin
    of the page; programs do not, and are allowed. The Host header alone proves nothing: any domain
    can be pointed at the server (DNS rebinding). So a page of the same host is allowed if that is
    one of the names of the machine, or, if the server listens on the network, an IP address.
    """

    sites: frozenset[str]
    names: frozenset[str]
    any_address: bool

    @classmethod
    def of(cls, host: str, sites: Iterable[str] = ()) -> Self:
        """Return the origins for a server that listens on a host, with additional sites."""
        is_local = host.lower() in LOOPBACK
        named = frozenset(site.lower() for site in sites)
        return cls(named | LOOPBACK if is_local else named, own_names(host), not is_local)

    def rejection(self, headers: "Headers") -> str:
        """Return why a request is rejected, or an empty text.

        >>> origins = AllowedOrigins.of("127.0.0.1")
        >>> from websockets.datastructures import Headers
        >>> origins.rejection(Headers(Host="localhost:6465", Origin="http://localhost"))
        ''
        >>> origins.rejection(Headers(Host="evil.example", Origin="http://evil.example"))
        "pages of 'http://evil.example' cannot use this server: --site allows a name"
        """
        hosts = headers.get_all("Host")
        host = _name(f"//{hosts[0]}") if len(hosts) == 1 else ""
        for origin in headers.get_all("Origin"):
            name = _name(origin)
            if name not in self.sites and not (name == host and self._is_own(name)):
                return f"pages of {origin!r} cannot use this server: --site allows a name"
        return ""

    def _is_own(self, name: str) -> bool:
        return name in self.names or (self.any_address and is_address(name))


def _name(address: str) -> str:
    try:
        parts = urlsplit(address)
        return (parts.hostname or "").lower() if parts.scheme in _SCHEMES else ""
    except ValueError:
        return ""


def is_http_request(line: bytes) -> bool:
    """Whether a line begins an HTTP request, which a page can send to any port of the machine."""
    return _HTTP.match(line) is not None
