"""Whose page a browser has open when it knocks at the server."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlsplit

from websockets.datastructures import Headers

__all__ = ["LOOPBACK", "WelcomePages", "is_request_of_page"]

# The name of a method may be anything.
_HTTP: Final = re.compile(rb"\S+ \S+ HTTP/\d")

#: The names of the machine itself.
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class WelcomePages:
    """The pages that may use a server: those of the sites, and its own if it can tell which are.

    Any page that somebody has open can knock at a server of the same machine. A browser tells whose
    page it is; programs do not, and may come in. A server on loopback knows its names: if it took
    the name that it is called by, anybody could give it one, and come in as a page of that name.
    """

    sites: frozenset[str]
    any_own: bool

    @classmethod
    def of(cls, host: str, sites: Iterable[str] = ()) -> Self:
        """Return what is welcome at a server that listens on a host, and stands for more sites."""
        loopback = host.lower() in LOOPBACK
        named = {site.lower() for site in sites}
        return cls(frozenset(named | LOOPBACK if loopback else named), not loopback)

    def refusal(self, headers: Headers) -> str:
        """Return why a browser may not come in, or nothing if it may.

        >>> pages = WelcomePages.of("127.0.0.1")
        >>> pages.refusal(Headers(Host="localhost:6465", Origin="http://localhost"))
        ''
        >>> pages.refusal(Headers(Host="evil.example", Origin="http://evil.example"))
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


def is_request_of_page(line: bytes) -> bool:
    """Whether a line begins a request by HTTP.

    A page that somebody has open can send such a request to any port of the machine, and after it
    whatever it likes.
    """
    return _HTTP.match(line) is not None
