"""What lets processes of two versions share a database and a bus during an upgrade."""

import json

import pytest
from game_server import LineClient, close_clients
from postgres_server import PostgresServer
from redis_server import RedisServer
from server_members import finished, member, members, process_of, started

from obversi.errors import InputError
from obversi.net.processes.bus import ALL
from obversi.net.server import Server, ServerSettings
from obversi.net.store import GameStore


async def test_what_is_unknown_in_messages_is_ignored_or_rejected(
    postgres: PostgresServer, bus: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with members(postgres.new_place(), bus) as (one, two):
        ann, ben = await started(one, two)
        start = await ben.receive("start")
        newer = process_of(two).bus
        newer.send(ALL, {"kind": "of a newer version", "number": 3})
        closed = {"g-9": [["a", "b"], [], ["127.0.0.1"], None, "more"]}
        shares = {"taken": {"later": {"a": 1}}, "counts": {"later": {"a": 1}}}
        listed = {"type": "games", "games": [], "later": 1}
        changes = {"closed": closed, "list": json.dumps(listed), "later": 1}
        newer.send(ALL, {"kind": "changes", **shares, **changes})
        # A request with a field that this version does not know is not lost silently.
        [session] = [each for each in process_of(two)._sessions.values() if each.elsewhere]
        move = {"type": "move", "id": 7, "game": start["game"], "move": "a1", "tempo": "fast"}
        request = {
            "kind": "request",
            "home": process_of(two).leases.process,
            "peer": session.peer.number,
            "name": "Ben",
            "address": "127.0.0.1",
            "person": None,
            "games": 0,
            "hops": 1,
            "text": json.dumps(move),
            "later": 1,
        }
        newer.send(process_of(one).leases.process, request)
        error = await ben.receive("error")
        assert (error["id"], error["code"]) == (7, "format")
        assert "there is no field 'tempo'" in error["text"]
        assert [end["reason"] for end in await finished(ann, ben)] == ["finished"] * 2
    assert "failed on a message" not in caplog.text


async def test_a_running_server_goes_on_with_newer_tables(
    postgres: PostgresServer, bus: RedisServer
) -> None:
    place = postgres.new_place()
    async with member(place, bus.address) as server:
        client = await LineClient.connect(server.address)
        await client.send(type="join", against="random", size=4, color="black")
        await client.receive("turn")
        for statement in (
            "ALTER TABLE game ADD COLUMN later TEXT",
            "ALTER TABLE move ADD COLUMN later INTEGER NOT NULL DEFAULT 3",
            "CREATE TABLE later (name TEXT)",
            "UPDATE obversi_version SET version = version + 1 WHERE content = 'a server''s games'",
        ):
            postgres.run_sql(statement, place)
        again = await LineClient.connect(server.address)
        assert (await again.play(against="random", size=4))["reason"] == "finished"
        with pytest.raises(InputError, match="it is from a newer version of obversi"):
            GameStore.open(place, alone=False)


async def test_a_server_that_starts_slowly_joins_again(
    postgres: PostgresServer, bus: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    place = postgres.new_place()
    settings = ServerSettings(port=0, web_port=None, workers=1, hash_mb=1, bus=bus.address)
    with GameStore.open(place, alone=False) as store:
        server = Server(store, settings)
        before = process_of(server).leases.process
        postgres.run_sql("DELETE FROM process", place)  # as others do
        try:
            await server.open()
            assert process_of(server).leases.process != before
            client = await LineClient.connect(server.address)
            assert (await client.play(against="random", size=4))["reason"] == "finished"
        finally:
            await close_clients()
            await server.close("the test is over")
    assert "was too slow" not in caplog.text
