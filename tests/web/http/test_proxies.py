"""Clients behind a proxy of the operator have addresses of their own."""

from typing import Any

import httpx
import pytest
from web_app import app_client, app_server
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from obversi.errors import InputError
from obversi.net.limits import ServerLimits
from obversi.net.proxies import TrustedProxies
from obversi.web.app_server import AppServer

LIMITS = ServerLimits(connections_per_address=1)


@pytest.mark.parametrize(
    ("address", "forwarded", "client"),
    [
        ("10.1.2.3", [], "10.1.2.3"),
        ("10.1.2.3", ["192.0.2.7"], "192.0.2.7"),
        ("10.1.2.3", ["203.0.113.9", "192.0.2.7"], "192.0.2.7"),
        ("10.1.2.3", ["192.0.2.7, 10.9.9.9"], "192.0.2.7"),
        ("10.1.2.3", ["10.9.9.9"], "10.9.9.9"),
        ("10.1.2.3", ["192.0.2.7, nonsense"], "10.1.2.3"),
        ("10.1.2.3", ["192.0.2.7, nonsense, 10.9.9.9"], "10.9.9.9"),
        ("10.1.2.3", ["2001:db8::1"], "2001:db8::1"),
        ("192.0.2.8", ["192.0.2.7"], "192.0.2.8"),
        ("unknown", ["192.0.2.7"], "unknown"),
    ],
)
def test_the_last_address_that_is_no_proxy(address: str, forwarded: list[str], client: str) -> None:
    assert TrustedProxies(["10.0.0.0/8"]).client(address, forwarded) == client


def test_a_network_that_is_none() -> None:
    with pytest.raises(InputError, match="'proxy' is not an address or a network"):
        TrustedProxies(["proxy"])


def test_each_client_has_its_own_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.limits._API_BURST", 2)
    monkeypatch.setattr("obversi.web.http.limits._API_PER_SECOND", 1e-9)

    def statuses(**settings: Any) -> list[int]:
        with app_client(**settings) as app:
            return [
                app.get("/api/about", headers={"X-Forwarded-For": f"192.0.2.{last}"}).status_code
                for last in (1, 1, 1, 2)
            ]

    assert statuses(proxies=("127.0.0.0/8",)) == [200, 200, 429, 200]
    assert statuses() == [200, 200, 429, 429]


async def test_each_player_has_its_own_connections() -> None:
    async with app_server(limits=LIMITS, proxies=("127.0.0.1",)) as server:

        def player(address: str) -> connect:
            headers = {"X-Forwarded-For": address}
            return connect(f"ws://{server.address}/ws", additional_headers=headers)

        async with player("192.0.2.1"), player("192.0.2.2"):
            with pytest.raises(InvalidStatus):
                await player("192.0.2.2")
            addresses = {peer.address for peer in server.games.connections}
            assert addresses == {"192.0.2.1", "192.0.2.2"}


async def test_a_client_cannot_choose_its_address() -> None:
    async with app_server(limits=LIMITS) as server:
        headers = {"X-Forwarded-For": "192.0.2.1"}
        async with connect(f"ws://{server.address}/ws", additional_headers=headers):
            [peer] = server.games.connections
            assert peer.address == "127.0.0.1"


async def pages_at_once(server: AppServer) -> list[int]:
    async with httpx.AsyncClient() as client:
        return [
            (await client.get(f"http://{server.address}/healthz", headers=headers)).status_code
            for headers in ({"Connection": "close"}, {"Connection": "close"})
        ]


async def test_a_proxy_may_connect_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.protocol._CONNECTS_BURST", 1)
    monkeypatch.setattr("obversi.web.http.protocol._CONNECTS_PER_SECOND", 1e-9)
    async with app_server(proxies=("127.0.0.1",)) as server:
        assert await pages_at_once(server) == [200, 200]
    async with app_server() as server:
        with pytest.raises(httpx.TransportError):
            await pages_at_once(server)
