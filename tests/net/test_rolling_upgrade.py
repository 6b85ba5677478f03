"""Two versions of the server on one database and bus: old processes are replaced one by one."""

import asyncio
import signal
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import pytest
from game_server import LineClient, close_clients
from older_version import older_version
from postgres_server import PostgresServer
from programs import skip_without
from redis_server import RedisServer
from returning_person import ReturningPerson, missing_moves
from server_process import ServerProcess, server_process

from obversi.net.store import GameStore

ALL = 100
SECONDS = 600


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    try:
        return older_version(tmp_path_factory.mktemp("older"))
    except LookupError as error:
        skip_without("an older version", str(error))


class Class:
    """Persons at several servers."""

    def __init__(self, tasks: asyncio.TaskGroup) -> None:
        self._tasks = tasks
        self.persons: list[ReturningPerson] = []

    def add(self, server: ServerProcess, **first: Any) -> ReturningPerson:
        person = ReturningPerson(server.addresses["lines"], **first)
        self.persons.append(person)
        self._tasks.create_task(person.play())
        return person

    async def add_pair(self, one: ServerProcess, other: ServerProcess) -> None:
        join = {"type": "join", "against": "anyone", "private": True, "size": 6}
        ann = self.add(one, color="black", clock={"seconds": 600}, **join)
        await ann.has(0)
        self.add(other, type="accept", game=ann.game)

    async def play(self, moves: int) -> None:
        """Let each of them have that many moves."""
        for person in self.persons:
            person.allow(moves)
        await asyncio.gather(*(person.has(moves) for person in self.persons))

    async def leave(self, old: ServerProcess, new: ServerProcess) -> str:
        """End a server as an operator does; its clients go to a new one. Return its log."""
        for person in self.persons:
            if person.address == old.addresses["lines"]:
                person.address = new.addresses["lines"]
        return await drained(old)


async def met(one: ServerProcess, other: ServerProcess) -> None:
    """Wait until a game over both servers works: one that was slow to start joins again."""
    while True:
        with suppress(AssertionError, TimeoutError, OSError):
            async with asyncio.timeout(10):
                ann, ben = [
                    await LineClient.connect(each.addresses["lines"]) for each in (one, other)
                ]
                await ann.send(type="join", against="anyone", size=4, private=True)
                game = (await ann.receive("waiting"))["game"]
                await ben.send(type="accept", game=game)
                await ben.receive("start")
                await ben.send(type="resign", game=game)
                await ann.receive("end")
                return


async def drained(server: ServerProcess) -> str:
    server.process.send_signal(signal.SIGTERM)
    _, log = await asyncio.to_thread(partial(server.process.communicate, timeout=120))
    assert server.process.returncode == 0
    return str(log)


def test_a_new_process_uses_the_tables_of_an_old_one(
    postgres: PostgresServer, bus: RedisServer, older: tuple[str, ...]
) -> None:
    options = ("--store", postgres.new_place(), "--bus", bus.address)
    with (
        server_process(None, *options, program=older) as old,
        server_process(None, *options) as new,
    ):
        assert old.addresses.keys() == new.addresses.keys() == {"lines", "WebSocket"}


@pytest.mark.long
def test_old_processes_are_replaced_one_by_one(
    postgres: PostgresServer, bus: RedisServer, older: tuple[str, ...]
) -> None:
    # Four servers that start take longer than other tests.
    asyncio.run(asyncio.wait_for(upgrade(postgres.new_place(), bus.address, older), SECONDS))


async def upgrade(place: str, bus: str, older: tuple[str, ...]) -> None:
    logs = []
    with ExitStack() as stack:

        async def start(**version: Any) -> ServerProcess:
            options = ("--store", place, "--bus", bus, "--drain", "1")
            start = partial(server_process, None, *options, **version)
            return stack.enter_context(await asyncio.to_thread(start))

        olds = await asyncio.gather(*(start(program=older) for _ in range(2)))
        await met(*olds)
        async with asyncio.TaskGroup() as tasks:
            playing = Class(tasks)
            for old in olds:
                playing.add(old, type="join", against="random", size=6, color="black")
            await playing.add_pair(*olds)
            await playing.play(2)
            # A new process joins, and plays with the old ones.
            news = [await start()]
            await met(olds[0], news[0])
            await met(news[0], olds[1])
            await playing.add_pair(olds[1], news[0])
            await playing.add_pair(news[0], olds[0])
            await playing.play(4)
            logs.append(await playing.leave(olds[0], news[0]))
            await playing.play(6)
            # After the second one there are new processes only.
            news.append(await start())
            await met(*news)
            logs.append(await playing.leave(olds[1], news[1]))
            await playing.play(ALL)
        for new in news:
            logs.append(await drained(new))
        await close_clients()
    assert {person.reason for person in playing.persons} == {"finished"}
    assert sum(person.missing for person in playing.persons) == 0
    assert "Traceback" not in "".join(logs)
    with GameStore.open(place, to_serve=False) as store:
        for person in playing.persons:
            game = store.game(person.game)
            assert game is not None
            moves = "".join(str(played.move) for played in game.moves)
            assert missing_moves(person.confirmed, moves) == 0
