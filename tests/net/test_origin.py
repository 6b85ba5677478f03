"""Which pages may use the WebSocket of a server: the configured ones, and its own."""

import socket

import pytest
from websockets.datastructures import Headers

from obversi.net.origin import AllowedOrigins

MACHINE = socket.gethostname().lower()


def rejected(host: str, *sites: str, named: str, page: str | None) -> bool:
    headers = Headers(Host=named)
    if page is not None:
        headers["Origin"] = page
    return bool(AllowedOrigins.of(host, sites).rejection(headers))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "0.0.0.0", "192.0.2.7"])
def test_a_domain_that_points_at_the_server_is_not_its_own(host: str) -> None:
    for named in ("evil.example", "evil.example:6465", "EVIL.example"):
        assert rejected(host, named=named, page="http://evil.example")
    assert rejected(host, named="localhost", page="http://evil.example")
    assert rejected(host, named="localhost", page="null")
    assert rejected(host, named="localhost", page="http://localhost.evil.example")
    assert rejected(host, named="localhost", page="http://[")
    assert rejected(host, named="", page="")
    assert rejected(host, "site.example", named="localhost", page="chrome-extension://site.example")
    assert not rejected(host, named="anything", page=None)  # a program
    assert not rejected(host, "site.example", named="localhost", page="https://site.example:8443")


def test_a_server_on_the_network_has_its_names_and_addresses() -> None:
    for name in ("192.0.2.7", "[2001:db8::7]", "localhost", MACHINE, f"{MACHINE}.local"):
        assert not rejected("0.0.0.0", named=f"{name}:6465", page=f"http://{name}:8000")
        assert rejected("0.0.0.0", named=f"{name}:6465", page="http://192.0.2.9")
        assert rejected("0.0.0.0", named=f"{name}:6465", page="http://other.example")


def test_a_server_on_loopback_has_no_other_address() -> None:
    assert not rejected("127.0.0.1", named="127.0.0.1:6465", page="http://localhost:8000")
    assert rejected("127.0.0.1", named="192.0.2.7:6465", page="http://192.0.2.7:8000")


def test_two_hosts_or_origins_do_not_help() -> None:
    headers = Headers(
        [("Host", "localhost"), ("Host", "localhost"), ("Origin", "http://localhost")]
    )
    assert AllowedOrigins.of("0.0.0.0").rejection(headers)
    headers = Headers(
        [("Host", "localhost"), ("Origin", "http://localhost"), ("Origin", "http://evil.example")]
    )
    assert AllowedOrigins.of("0.0.0.0").rejection(headers)
