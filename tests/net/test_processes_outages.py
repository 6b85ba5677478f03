"""Several processes that lose their bus or their database for a while."""

import json
from collections import Counter
from typing import Any

import pytest
import redis
from game_server import LineClient
from postgres_server import PostgresServer
from redis_server import RedisServer
from server_members import back, finished, member, members, process_of, started, until

from obversi.errors import InputError
from obversi.net.processes import bus as bus_module
from obversi.net.processes.bus import ALL, Bus


@pytest.fixture
def place(postgres: PostgresServer) -> str:
    return postgres.new_place()


async def test_a_bus_that_ends_and_comes_back(place: str, bus: RedisServer) -> None:
    async with members(place, bus) as (one, two):
        ann, ben = await started(one, two, clock={"seconds": 60})
        start = await ben.receive("start")
        turn = await ann.receive("turn")
        bus.kill()
        await until(lambda: not (process_of(one).bus.is_open or process_of(two).bus.is_open))
        await ben.send(type="resign", game=start["game"])
        assert "cannot reach each other" in (await ben.receive("error"))["text"]
        await ann.send(type="move", game=turn["game"], move=turn["legal"][0])
        await ann.receive("state")  # who has the game and this player needs no bus
        bus.start()
        closing = await ben.receive("closing")
        assert closing["again"]
        ben = await back(two, start, "Ben")
        again = await ben.receive("start")
        assert (again["ply"], again["clocks"]["white"]) == (1, 60)
        assert again["moves"] == turn["legal"][0]
        await ben.receive("turn")


@pytest.mark.parametrize("lost", [0, 1])
async def test_one_process_loses_the_bus_for_a_moment(
    place: str, bus: RedisServer, lost: int
) -> None:
    """Be it that of the game or that of one of its players, who is to connect again."""
    async with members(place, bus) as servers:
        _, ben = await started(*servers, clock={"seconds": 60})
        start = await ben.receive("start")
        listener = process_of(servers[lost]).bus._listener
        assert listener is not None
        listener._transport.abort()
        assert (await ben.receive("closing"))["again"]
        ben = await back(servers[1], start, "Ben")
        assert (await ben.receive("start"))["clocks"]["white"] == 60


async def test_an_undelivered_request_is_only_that_of_its_client(
    place: str, bus: RedisServer
) -> None:
    """Connections of two processes may have equal numbers."""
    async with member(place, bus.address) as server:
        one = process_of(server)
        ann = await LineClient.connect(server.address)
        await ann.send(type="join", against="random", size=4, color="black")
        game = (await ann.receive("turn"))["game"]
        [number] = one._sessions
        request = {"kind": "request", "peer": number, "hops": 1}
        resign = json.dumps({"type": "resign", "game": game})
        one._undelivered("gone", request | {"home": "another", "text": resign})
        ping = json.dumps({"type": "ping", "number": 1})
        one._undelivered("gone", request | {"home": one.leases.process, "text": ping})
        await ann.receive("pong")
        assert one.games == 1


async def test_a_bus_is_tried_again_until_it_is_back(
    bus: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[str | None] = []
    messages: list[tuple[str, dict[str, Any]]] = []
    one = Bus(bus.address, "test", lambda *_: None, lost.append, lambda *_: None)
    two = Bus(
        bus.address,
        "test",
        lambda *received: messages.append(received),
        lost.append,
        lambda *_: None,
    )
    await one.open("1")
    await two.open("2")
    tries: Counter[Bus] = Counter()
    subscribe = Bus._subscribed

    async def counted(self: Bus) -> Any:
        tries[self] += 1
        return await subscribe(self)

    monkeypatch.setattr(Bus, "_subscribed", counted)
    bus.kill()
    await until(lambda: min(tries[one], tries[two]) >= 3)
    assert [one.is_open, two.is_open] == [False, False]
    bus.start()
    await until(lambda: one.is_open and two.is_open)
    assert lost == [None, None]
    one.send("2", {"text": "hello"})
    await until(lambda: bool(messages))
    assert messages == [("1", {"text": "hello"})]
    await one.close()
    await two.close()


async def opened(
    bus: RedisServer, received: list[dict[str, Any]], lost: list[str | None]
) -> tuple[Bus, Bus]:
    """Open the buses of processes 1 and 2; the lists get what 2 receives, and whom it missed."""
    one = Bus(bus.address, "test", lambda *_: None, lambda *_: None, lambda *_: None)
    two = Bus(
        bus.address, "test", lambda _, text: received.append(text), lost.append, lambda *_: None
    )
    await one.open("1")
    await two.open("2")
    return one, two


async def test_messages_beyond_the_most_that_wait_are_missed(
    bus: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[str | None] = []
    received: list[dict[str, Any]] = []
    one, two = await opened(bus, received, lost)
    one.send("2", {"number": 1})
    await until(lambda: len(received) == 1)
    monkeypatch.setattr(bus_module, "_MOST_WAITING", 1)
    one.send("2", {"number": 2})
    one.send("2", {"number": 3})
    await until(lambda: len(received) == 2)
    assert lost == ["1"]
    await one.close()
    await two.close()


async def test_a_forgotten_process_leaves_no_numbers(bus: RedisServer) -> None:
    lost: list[str | None] = []
    received: list[dict[str, Any]] = []
    one, two = await opened(bus, received, lost)
    for number in (1, 2):  # of which the second finds no numbers
        received.clear()
        for receiver in ("2", ALL):
            one.send(receiver, {"number": number})
        await until(lambda: len(received) == 2 and not one._travelling)
        assert "2" in one._sent
        assert two._last_received
        one.forget("2")
        two.forget("1")
        assert "2" not in one._sent
        assert not two._last_received
    assert lost == []
    await one.close()
    await two.close()


async def test_what_a_bus_rejects_is_named(
    bus: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    with redis.Redis.from_url(bus.address) as client:
        client.execute_command("ACL SETUSER ann on >secret +@all resetchannels")
    address = bus.address.replace("unix://", "unix://ann:secret@")
    lost: list[str | None] = []
    one = Bus(address, "test", lambda *_: None, lost.append, lambda *_: None)
    await one.open("1")
    one.send("2", {"text": "hello"})
    await until(lambda: lost == ["2"])
    assert "rejects a subscription" in caplog.text
    assert "rejects a message" in caplog.text
    await one.close()
    assert "secret" not in caplog.text


async def test_a_database_that_ends_and_comes_back(
    postgres: PostgresServer, place: str, bus: RedisServer
) -> None:
    async with members(place, bus) as (one, two):
        ann, ben = await started(one, two)
        await ben.receive("start")
        turn = await ann.receive("turn")
        postgres.stop("immediate")
        try:
            await ann.send(type="move", game=turn["game"], move=turn["legal"][0])
            assert "cannot store" in (await ann.receive("error"))["text"]
        finally:
            postgres.start()
        while True:
            await ann.send(type="move", game=turn["game"], move=turn["legal"][0])
            message = await ann.next()
            assert message is not None
            if message["type"] == "state":
                break
        ends = await finished(ann, ben)
        assert [end["reason"] for end in ends] == ["finished", "finished"]
        assert process_of(one).leases.members == process_of(two).leases.members


async def test_processes_without_a_database_keep_the_bus(
    postgres: PostgresServer, place: str, bus: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: Counter[Bus] = Counter()
    take = Bus._take

    def counted(self: Bus, *batch: Any) -> None:
        received[self] += 1
        take(self, *batch)

    async with members(place, bus) as servers:
        buses = [process_of(server).bus for server in servers]
        postgres.stop("immediate")
        try:
            await until(lambda: all(process_of(server).heartbeat._problem for server in servers))
            monkeypatch.setattr(Bus, "_take", counted)
            await until(lambda: min(received[bus] for bus in buses) >= 8)
        finally:
            postgres.start()


async def test_a_bus_that_is_not_there(place: str) -> None:
    with pytest.raises(InputError, match=r"^redis://127.0.0.1:1 cannot be used: .*failed"):
        async with member(place, "redis://:secret@127.0.0.1:1"):
            pass
