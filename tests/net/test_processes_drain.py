"""The drain of one of several processes: its games go on in another, and no clock is charged."""

import asyncio

from game_server import LineClient
from postgres_server import PostgresServer
from redis_server import RedisServer
from server_members import member, process_of, until

from obversi.net.operations.pages import READINESS


async def test_a_game_goes_on_in_another_process(
    postgres: PostgresServer, bus: RedisServer
) -> None:
    place = postgres.new_place()
    async with member(place, bus.address) as one, member(place, bus.address) as two:
        client = await LineClient.connect(one.address)
        clock = {"seconds": 600, "increment": 0}
        await client.send(type="join", against="random", size=4, color="black", clock=clock)
        start, turn = await client.receive("start"), await client.receive("turn")

        def numbers_of(process: str) -> list[tuple[str, str]]:
            return [key for key in process_of(two).bus._last_received if process in key]

        ended = process_of(one).leases.process
        await until(lambda: bool(numbers_of(ended)))
        await one.drain(10)
        assert (one.pages.page(READINESS).status, two.pages.page(READINESS).status) == (503, 200)
        # The move is stored and confirmed, and the agent is asked no more.
        await client.send(type="move", game=start["game"], move=turn["legal"][0])
        assert (await client.receive("state"))["move"] == turn["legal"][0]
        closing = asyncio.create_task(client.receive("closing"))
        await one.close("the server ends now")
        assert (await closing)["again"] is True

        again = await LineClient.connect(two.address)
        await again.send(type="rejoin", game=start["game"], token=start["token"])
        back = await again.receive("start")
        assert back["moves"].startswith(turn["legal"][0])
        assert (await again.finish_game())["reason"] == "finished"
        await until(lambda: ended not in process_of(two).leases.members)
        assert not numbers_of(ended)
