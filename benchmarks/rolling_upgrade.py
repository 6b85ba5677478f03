"""Whether games outlive an upgrade: two old processes of a server are replaced by two new ones.

The old version is made from the history of the repository, and uses the compiled core of this one.
Persons play agents at the old processes, and each other over both. Then, twice, a new process is
started and an old one drained; its clients connect to the new one. A move is lost if a person has
seen it confirmed, and it is not in the game at the return or at the end.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from game_clients import percentile
from measure import options, report
from older_version import BEFORE, older_version
from postgres_server import postgres_server
from redis_server import redis_server
from returning_person import ReturningPerson, missing_moves
from server_process import ServerProcess, server_process

from obversi.machine import core_count
from obversi.net.store import GameStore

# No limit may end what is measured.
LIMITS = ("--rate", "10000", "--new-games", "1000000", "--per-address", "3000", "--quiet")

# Every person has made so many moves before each of the two steps.
FIRST_MOVES, SECOND_MOVES, ALL_MOVES = 3, 8, 1000


def main() -> None:
    arguments = parsed_options()
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server("max_connections = 100") as postgres,
        redis_server() as redis,
    ):
        older = older_version(Path(folder), arguments.commit)
        place = postgres.new_place()
        played = asyncio.run(upgrade(arguments, place, redis.address, older))
        persons: list[ReturningPerson] = played.pop("persons")
        lost = sum(person.missing for person in persons) + missing_in_store(place, persons)
    away = [seconds for person in persons for seconds in person.away]
    figures = {
        "cores": core_count(),
        "older": arguments.commit[:7],
        "games": len({person.game for person in persons}),
        "ended": Counter(person.reason for person in persons),
        "confirmed_moves": sum(len(person.confirmed) for person in persons),
        "lost_moves": lost,
        "returns": len(away),
        "away_seconds": {
            "median": round(percentile(away, 50), 2),
            "percentile_95": round(percentile(away, 95), 2),
            "most": round(max(away), 2),
        },
        **played,
    }
    report("rolling_upgrade", figures, arguments.save)
    sys.exit(bool(lost or figures["ended"].keys() != {"finished"} or played["failures"]))


async def upgrade(
    arguments: argparse.Namespace, place: str, bus: str, older: tuple[str, ...]
) -> dict[str, Any]:
    """Play all games to their end, and return the persons and what the servers said."""
    logs = []
    with ExitStack() as stack:

        async def start(**version: Any) -> ServerProcess:
            words = ("--store", place, "--bus", bus, *LIMITS)
            making = partial(server_process, None, *words, **version)
            return stack.enter_context(await asyncio.to_thread(making))

        olds = [await start(program=older) for _ in range(2)]
        await asyncio.sleep(2)  # they meet
        async with asyncio.TaskGroup() as tasks:
            persons = await seated(arguments, olds, tasks)
            for old, moves in zip(olds, (FIRST_MOVES, SECOND_MOVES), strict=True):
                await play(persons, moves)
                new = await start()
                for person in persons:
                    if person.address == old.addresses["lines"]:
                        person.address = new.addresses["lines"]
                old.process.send_signal(signal.SIGTERM)
                logs.append((await asyncio.to_thread(old.process.communicate))[1])
            await play(persons, ALL_MOVES)
    return {"persons": persons, "failures": sum("Traceback" in log for log in logs)}


async def seated(
    arguments: argparse.Namespace, servers: list[ServerProcess], tasks: asyncio.TaskGroup
) -> list[ReturningPerson]:
    """Begin all games: half of them against agents, half of two persons."""
    persons: list[ReturningPerson] = []

    def add(number: int, **first: Any) -> ReturningPerson:
        person = ReturningPerson(servers[number % 2].addresses["lines"], **first)
        person.pause = arguments.pause
        persons.append(person)
        tasks.create_task(person.play())
        return person

    for number in range(arguments.games // 2):
        add(number, type="join", against="level=1", size=8, color="black")
        join = {"against": "anyone", "private": True, "size": 8, "color": "black"}
        ann = add(number, type="join", clock={"seconds": 600}, **join)
        await ann.has(0)
        await add(number + 1, type="accept", game=ann.game).has(0)
    return persons


async def play(persons: list[ReturningPerson], moves: int) -> None:
    for person in persons:
        person.allow(ALL_MOVES)
    await asyncio.gather(*(person.has(moves) for person in persons))


def missing_in_store(place: str, persons: list[ReturningPerson]) -> int:
    """Return how many confirmed moves the stored games do not have."""
    missing = 0
    with GameStore.open(place, to_serve=False) as store:
        for person in persons:
            game = store.game(person.game)
            moves = "" if game is None else "".join(str(each.move) for each in game.moves)
            missing += missing_moves(person.confirmed, moves)
    return missing


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=50, help="at once (%(default)s)")
    parser.add_argument("--pause", type=float, default=1.0, help="s before a move (%(default)s)")
    parser.add_argument("--commit", default=BEFORE, help="the old version (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
