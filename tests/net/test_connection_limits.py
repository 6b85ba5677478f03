"""Limits of connections: many connections of one address do not keep others out."""

import asyncio
import logging

import pytest
from game_server import LineClient, serving
from simulated_server import SimulatedClient, SimulatedServer

from obversi.errors import ObversiError
from obversi.net.connection_limits import ConnectionLimits
from obversi.net.limits import ServerLimits, TokenBuckets, client_key
from obversi.wire import session

CROWD, OTHER = "192.0.2.1", "192.0.2.2"


class ConnectingClient(SimulatedClient):
    """A client with the times that the limits look at."""

    def __init__(self, number: int, address: str = CROWD) -> None:
        super().__init__(f"v{number}", address)
        self.name = "somebody"
        self.connected_at = self.last_input = float(number)
        self.checks = 0

    def check(self, now: float) -> None:  # noqa: ARG002
        self.checks += 1


@pytest.fixture
def connections(server: SimulatedServer) -> ConnectionLimits:
    return ConnectionLimits(
        server.game_server, ServerLimits(connections=4, connections_per_address=4)
    )


def test_connections_of_one_address_are_closed_for_others(connections: ConnectionLimits) -> None:
    crowd = [ConnectingClient(number) for number in range(4)]
    for client in crowd:
        assert connections.admit(client) == ""
    assert "4 connections from 192.0.2.1" in connections.admit(ConnectingClient(4))
    connections.mark_active(crowd[0])  # so that another one has been silent for longest
    others = [ConnectingClient(number, OTHER) for number in range(5, 8)]
    assert [connections.admit(client) for client in others[:2]] == ["", ""]
    assert [client.closed is None for client in crowd] == [True, False, False, True]
    assert len(connections) == 4
    # Both addresses have as many now.
    assert "4 connections" in connections.admit(others[2])
    for client in (*crowd, *others, *crowd):
        connections.remove(client)
    assert len(connections) == 0
    assert not connections.is_overloaded


def test_many_rejected_connections_are_logged_once(
    connections: ConnectionLimits, caplog: pytest.LogCaptureFixture
) -> None:
    clients = [ConnectingClient(number) for number in range(1200)]
    with caplog.at_level(logging.INFO, "obversi"):
        rejected = [client for client in clients if connections.admit(client)]
        connections.check(0.0)
        connections.check(0.0)
    assert len(rejected) == 1196
    assert connections.is_overloaded
    first, rest = caplog.messages
    assert "is rejected: there are 4 connections" in first
    assert rest == "1195 more connections were rejected"
    for client in rejected:
        connections.remove(client)
    assert not connections.is_overloaded


def test_an_idle_client_is_disconnected_unless_a_clock_runs(server: SimulatedServer) -> None:
    connections = ConnectionLimits(server.game_server, ServerLimits())
    clock = session.ClockSetting(9000, 0)
    joins = [session.Join("greedy"), session.Join("greedy", clock=clock), session.Join(clock=clock)]
    clients = [ConnectingClient(number) for number in range(3)]
    for client, join in zip(clients, joins, strict=True):
        connections.admit(client)
        server.game_server.connect(client)
        server.request(client, session.Hello(session.VERSION, "Ann"))
        server.request(client, join)
    connections.check(3000.0)
    assert [client.closed for client in clients] == [None, None, None]
    connections.check(3700.0)
    assert [client.closed is None for client in clients] == [False, True, False]


async def test_many_rejected_connections_are_closed_without_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("obversi.net.connection_limits._MOST_LEAVING", 2)

    async with serving(connections=1) as server:
        await LineClient.connect(server.address)
        clients = [await LineClient.connect(server.address, "") for _ in range(5)]
        answers = await asyncio.gather(*(client.receive_rest() for client in clients))
        assert [len(answer) for answer in answers] == [2, 2, 0, 0, 0]


@pytest.mark.parametrize("value", [0, -1.0, float("nan"), float("inf")])
def test_a_bound_is_a_number_above_zero(value: float) -> None:
    with pytest.raises(ObversiError, match="'absence_seconds' cannot be"):
        ServerLimits(absence_seconds=value)


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1:2:3", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::1", "::1"),
        ("somewhere", "somewhere"),
    ],
)
def test_client_key_of_an_address(host: str, home: str) -> None:
    assert client_key(host) == home


def test_buckets_that_are_full_again_are_forgotten() -> None:
    rates = TokenBuckets(per_second=1, burst=2)
    for number in range(3000):
        assert rates.take(str(number), now=number / 100)
    assert len(rates._buckets) < 1500
    assert rates.take("2999", 30.0)
    assert not rates.take("2999", 30.0)
