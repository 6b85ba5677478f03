"""Several processes with the same games: here in one process, each with a store of its own."""

import asyncio
import json
from collections.abc import Callable

import pytest
from game_server import LineClient
from postgres_server import PostgresServer
from redis_server import RedisServer
from server_members import back, finished, member, members, process_of, started, until

from obversi.board import Board
from obversi.limit import Limit
from obversi.move import Move
from obversi.net.processes.heartbeat import Heartbeat
from obversi.net.processes.leases import Leases
from obversi.net.server import Server
from obversi.net.store import GameStore
from obversi.net.stored_game import StoredMove, StoredSeat, StoredServerGame
from obversi.net.workers.job import Requester
from obversi.sql.postgres import PostgresTables
from obversi.sql.postgres_statements import GuardError

GAME = StoredServerGame("g-1", "-----OX--XO----- X", "normal", StoredSeat("Ann"), StoredSeat("Ben"))


@pytest.fixture
def place(postgres: PostgresServer) -> str:
    return postgres.new_place()


# Games over two processes


async def test_players_of_two_processes_play_a_game(place: str, bus: RedisServer) -> None:
    async with members(place, bus) as (one, two):
        ann, ben = await started(one, two)
        start = await ben.receive("start")
        assert (start["black"], start["white"], start["color"]) == ("Ann", "Ben", "white")
        ends = await finished(ann, ben)
        assert [end["reason"] for end in ends] == ["finished", "finished"]
        # The game is over, but the process still has what a rematch needs.
        await ben.send(type="rematch", game=start["game"])
        await ann.receive("rematch")
        await ann.send(type="rematch", game=start["game"])
        assert (await ben.receive("start"))["color"] == "black"
        await finished(ann, ben)
        assert process_of(one).games == process_of(two).games == 0


async def test_every_request_finds_the_process_of_its_game(place: str, bus: RedisServer) -> None:
    async with members(place, bus) as (one, two):
        ann, ben = await LineClient.connect(one.address), await LineClient.connect(two.address)
        await ann.send(type="join", against="random", size=4, color="black", id=1)
        start = await ann.receive("start")
        game = start["game"]
        await ben.send(type="watch", game=game, id="w")
        assert (await ben.receive("start"))["id"] == "w"
        await ben.send(type="move", game=game, move="b1", id="m")
        error = await ben.receive("error")
        assert (error["id"], error["code"]) == ("m", "not-yours")
        await ben.send(type="leave", game=game, id="l")
        assert (await ben.receive("left"))["id"] == "l"
        await ben.send(type="watch", game="g-unknown")
        assert (await ben.receive("error"))["code"] == "unknown-game"
        # Another connection of the same player, at the other process.
        await ben.send(type="rejoin", game=game, token=start["token"])
        assert (await ben.receive("start"))["color"] == "black"
        closing = await ann.receive("closing")
        assert "another connection" in closing["text"]
        assert (await ben.finish_game())["reason"] == "finished"


async def test_the_list_has_the_games_of_all(place: str, bus: RedisServer) -> None:
    async with members(place, bus) as (one, two):
        ann, ben = (
            await LineClient.connect(one.address, "Ann"),
            await LineClient.connect(two.address),
        )
        await ann.send(type="join", against="anyone", size=6)
        waiting = await ann.receive("waiting")
        await ben.send(type="games", follow=True)
        listed = await ben.receive("games")
        while not listed["games"]:
            listed = await ben.receive("games")
        [entry] = listed["games"]
        assert (entry["game"], entry["black"] or entry["white"]) == (waiting["game"], "Ann")
        await ben.send(type="accept", game=waiting["game"])
        await asyncio.gather(ann.receive("start"), ben.receive("start"))


async def test_fair_play_over_all_processes(place: str, bus: RedisServer) -> None:
    async with members(place, bus) as (one, two):
        ann, ben = await started(one, two, clock={"seconds": 60})
        game = (await ben.receive("start"))["game"]
        other = await LineClient.connect(two.address)
        await until(lambda: len(list(process_of(two)._closed._all_elsewhere())) == 1)
        await ben.send(type="analyse", size=4, id="a")
        error = await ben.receive("error")
        assert (error["id"], "until your game" in error["text"]) == ("a", True)
        moves = ""
        while len(moves) < 16:
            for player in (ann, ben):
                turn = await player.receive("turn")
                moves += turn["legal"][0]
                await player.send(type="move", game=game, move=turn["legal"][0])
        await until(lambda: any(each.position for each in process_of(two)._closed._all_elsewhere()))
        await other.send(type="analyse", size=4, moves=moves)
        assert "that of a running game" in (await other.receive("error"))["text"]
        await ben.send(type="resign", game=game)
        await until(lambda: not list(process_of(two)._closed._all_elsewhere()))
        await other.send(type="analyse", size=4, moves=moves, id="b")
        answer = await other.next()
        assert answer is not None
        assert answer["type"] == "analysis", answer


# Limits over all processes


async def test_limits_count_over_all_processes(place: str, bus: RedisServer) -> None:
    limits = {"connections_per_address": 2, "games_per_client": 2, "new_games_at_once": 4}
    async with members(place, bus, new_games_per_minute=0.001, **limits) as (one, two):
        ann, ben = await started(one, two)
        game = (await ben.receive("start"))["game"]
        # A game here, and one elsewhere.
        await ben.send(type="join", against="random", size=4)
        await ben.receive("start")
        await ben.send(type="join", against="random", size=4)
        assert "2 games at once" in (await ben.receive("error"))["text"]
        await until(lambda: one.connections.elsewhere["127.0.0.1"] == 1)
        with pytest.raises(AssertionError, match="closed"):
            await LineClient.connect(one.address)
        # Two of four games were opened at different processes; the tokens are taken from both.
        for _ in range(2):
            await ann.send(type="resign", game=game)
            await ann.receive("end")
            await ann.send(type="join", against="random", size=4)
            game = (await ann.receive("start"))["game"]
        await ann.send(type="resign", game=game)
        await ann.receive("end")
        buckets = process_of(one)._handler.live_games.new_games._buckets
        await until(lambda: buckets["127.0.0.1"]._tokens < 1)
        await ann.send(type="join", against="random", size=4)
        assert "games per minute" in (await ann.receive("error"))["text"]


async def test_searches_count_over_all_processes(place: str, bus: RedisServer) -> None:
    async with members(place, bus) as (one, two):
        here, there = process_of(one)._engines, process_of(two)._engines
        running = here.analyse(Requester("192.0.2.1", "ann"), Board(), Limit(seconds=3600), 1)
        await until(lambda: there.jobs_elsewhere == {"192.0.2.1": 1} and not there._cluster_share)
        assert (here.jobs_elsewhere, here._cluster_share) == ({}, 1.0)
        running.cancel()
        await until(lambda: not there.jobs_elsewhere and there._cluster_share == 1.0)


# Processes that end


async def vanish(server: Server) -> None:
    """Let a server end as by kill -9: nothing is said, and nothing more is stored."""
    game_server = process_of(server)
    assert game_server._beating is not None
    game_server._beating.cancel()
    game_server.heartbeat.stop()
    await game_server.bus.close()
    for live in list(game_server._handler.live_games):
        live.close()
    for peer in list(server.connections):
        peer._transport.abort()  # type: ignore[attr-defined]


@pytest.mark.parametrize("lost", [0, 1])
async def test_a_game_outlives_its_process_and_clocks_are_not_charged(
    place: str, bus: RedisServer, lost: int
) -> None:
    """Of both the process that has the game, and that of one of its players."""
    async with members(place, bus) as servers:
        ann = await LineClient.connect(servers[0].address, "Ann")
        ben = await LineClient.connect(servers[1].address, "Ben")
        join = {"type": "join", "against": "anyone", "size": 4, "clock": {"seconds": 60}}
        await ann.send(**join, color="black")
        waiting = await ann.receive("waiting")
        await ben.send(**join, color="white")
        seats = [waiting, await ben.receive("start")]
        turn = await ann.receive("turn")
        await ann.send(type="move", game=turn["game"], move=turn["legal"][0])
        state = await ben.receive("state")
        await vanish(servers[lost])
        left = servers[1 - lost]
        assert "connect again" in (await (ben, ann)[lost].receive("closing"))["text"]
        names = ("Ann", "Ben")
        players = [await back(left, seat, name) for seat, name in zip(seats, names, strict=True)]
        start = await players[0].receive("start")
        assert (start["ply"], start["board"]) == (1, state["board"])
        assert start["clocks"]["white"] == 60
        ends = await finished(*players)
        assert [end["reason"] for end in ends] == ["finished", "finished"]


async def test_who_is_too_slow_begins_again(
    postgres: PostgresServer, place: str, bus: RedisServer
) -> None:
    """A process that others took for dead drops its games, and works under a new name."""
    async with members(place, bus) as (one, two):
        ann, _ = await started(one, two)
        turn = await ann.receive("turn")
        name = process_of(one).leases.process
        postgres.run_sql(f"DELETE FROM process WHERE id = '{name}'", place)
        assert (await ann.receive("closing"))["again"]
        await until(lambda: process_of(one).leases.process != name)
        await until(lambda: process_of(two).games == 1)
        assert process_of(one).games == 0
        ann = await LineClient.connect(one.address)
        await ann.send(type="watch", game=turn["game"])
        assert (await ann.receive("start"))["game"] == turn["game"]


async def test_a_process_that_ends_leaves_its_games(place: str, bus: RedisServer) -> None:
    async with members(place, bus) as (one, two):
        ann = await LineClient.connect(one.address, "Ann")
        await ann.send(type="join", against="random", size=4, color="black")
        start = await ann.receive("start")
        await one.close("an upgrade")
        ann = await back(two, start, "Ann")
        assert (await ann.finish_game())["reason"] == "finished"


async def test_what_an_ended_process_sends_late_is_ignored(place: str, bus: RedisServer) -> None:
    """Nothing would forget it again."""
    async with member(place, bus.address) as server:
        one = process_of(server)
        listed = json.dumps({"type": "games", "games": []})
        closed = {"g-9": [["a", "b"], [], ["192.0.2.1"], None]}
        changes = {"taken": {}, "counts": {"games": {"192.0.2.1": 3}}, "closed": closed}
        one._take("ended", {"kind": "changes", **changes, "list": listed})
        assert not one._live.elsewhere
        assert not list(one._closed._all_elsewhere())
        assert not one._lists


def test_only_one_of_two_that_believe_they_have_a_game_can_store(place: str) -> None:
    stores = [GameStore.open(place, alone=False) for _ in range(2)]
    leases, hearts = [], []
    for store in stores:
        assert isinstance(store.tables, PostgresTables)
        store.leases = each = Leases(store.tables)
        leases.append(each)
        hearts.append(Heartbeat(place, each.process))
    first, second = stores
    first.add(GAME)
    first.add_moves("g-1", 0, [StoredMove(Move("b1"))])
    with pytest.raises(GuardError):
        second.add_moves("g-1", 1, [StoredMove(Move("a1"))])
    hearts[1].beat()
    assert leases[1].adopt() == []
    assert hearts[1].delete_ended(leases[0].process)
    assert leases[1].adopt() == ["g-1"]
    changes: list[Callable[[], None]] = [
        lambda: first.add_moves("g-1", 1, [StoredMove(Move("a1"))]),
        lambda: first.take_back("g-1", 0),
        lambda: first.remove("g-1"),
        lambda: first.set_seats("g-1", None, None),
    ]
    for change in changes:
        with pytest.raises(GuardError, match="another process has g-1"):
            change()
    second.add_moves("g-1", 1, [StoredMove(Move("a1"))])
    # The first takes it back: now the fence keeps the second out, and the first stores.
    leases[0].join()
    hearts[0].beat()
    assert hearts[0].delete_ended(leases[1].process)
    assert leases[0].adopt() == ["g-1"]
    with pytest.raises(GuardError):
        second.take_back("g-1", 0)
    first.take_back("g-1", 1)
    stored = first.game("g-1")
    assert stored is not None
    assert [str(each.move) for each in stored.moves] == ["b1"]
    for heart, store in zip(hearts, stores, strict=True):
        heart.stop()
        store.close()


def test_a_process_that_is_slow_is_not_dead(place: str) -> None:
    """Not as long as it beats, and not because the database was away."""
    with GameStore.open(place, alone=False) as store:
        assert isinstance(store.tables, PostgresTables)
        now = 0.0
        processes = [Leases(store.tables).process for _ in range(2)]
        one, two = [Heartbeat(place, each, now=lambda: now) for each in processes]
        for _ in range(4):
            now += 1
            two.beat()
            one.beat()
            assert one.registered(frozenset()) == (True, frozenset(processes))
        now += 0.4
        one.registered(frozenset(processes[1:]))  # it is silent, but not for long enough
        one.beat()
        assert len(one.registered(frozenset())[1]) == 2
        one._seen.clear()  # as after a failure of the database
        now += 5
        one.beat()
        assert len(one.registered(frozenset())[1]) == 2
        now += 5
        one.beat()
        assert one.registered(frozenset())[1] == frozenset(processes[:1])
        two.beat()
        assert two.registered(frozenset()) == (False, frozenset(processes[:1]))
        for heart in (one, two):
            heart.stop()


def test_a_process_alone_and_several_lock_each_other_out(place: str) -> None:
    with GameStore.open(place, alone=False), pytest.raises(Exception, match="another process"):
        GameStore.open(place)
    with GameStore.open(place), pytest.raises(Exception, match="another process without --bus"):
        GameStore.open(place, alone=False)
