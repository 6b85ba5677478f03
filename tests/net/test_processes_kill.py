"""Two server processes, one of which is killed: games go on at the other."""

import asyncio
from contextlib import ExitStack

import pytest
from game_server import LineClient, Message, close_clients
from postgres_server import PostgresServer
from redis_server import RedisServer
from server_process import ServerProcess, server_process


async def until_they_know_each_other(servers: list[ServerProcess]) -> None:
    """Watch a game of one process at the other until that works."""
    ann = await LineClient.connect(servers[0].addresses["lines"])
    await ann.send(type="join", against="anyone", size=4, private=True)
    game = (await ann.receive("waiting"))["game"]
    ben = await LineClient.connect(servers[1].addresses["lines"])
    await ben.send(type="accept", game=game)
    await ben.receive("start")
    await ben.send(type="resign", game=game)
    await ann.receive("end")


async def returned(address: str, seat: Message) -> tuple[LineClient, Message]:
    client = await LineClient.connect(address)
    await client.send(type="rejoin", game=seat["game"], token=seat["token"])
    return client, await client.receive("start")


@pytest.mark.long
async def test_games_go_on_when_a_process_is_killed(
    postgres: PostgresServer, bus: RedisServer
) -> None:
    options = ("--store", postgres.new_place(), "--bus", bus.address)
    with ExitStack() as stack:
        servers = [stack.enter_context(server_process(None, *options)) for _ in range(2)]
        addresses = [server.addresses["lines"] for server in servers]
        await until_they_know_each_other(servers)
        # Games against agents at both processes, and one of two persons over both.
        seats, states = [], []
        for address in addresses:
            client = await LineClient.connect(address)
            await client.send(type="join", against="random", size=4, color="black")
            seats.append(await client.receive("start"))
            turn = await client.receive("turn")
            await client.send(type="move", game=turn["game"], move=turn["legal"][0])
            states.append(await client.receive("state"))
        ann, ben = [await LineClient.connect(address) for address in addresses]
        for client, color in ((ann, "black"), (ben, "white")):
            join = {"size": 4, "color": color, "clock": {"seconds": 60}}
            await client.send(type="join", against="anyone", **join)
            seats.append(await client.receive("waiting" if client is ann else "start"))
        turn = await ann.receive("turn")
        await ann.send(type="move", game=turn["game"], move=turn["legal"][0])
        states += [await ben.receive("state")] * 2
        servers[0].kill()
        back = await asyncio.gather(*(returned(addresses[1], seat) for seat in seats))
        for (_, start), state in zip(back, states, strict=True):
            assert start["ply"] >= state["ply"]
            assert start["board"] == state["board"] or start["ply"] > state["ply"]
        assert back[2][1]["clocks"]["white"] == 60
        ends = await asyncio.gather(*(client.finish_game() for client, _ in back))
        assert [end["reason"] for end in ends] == ["finished"] * 4
        await close_clients()
