"""What games cost a server: processor time, searches, writes, the disk and memory.

A server of its own plays games for each kind of opponent; its figures are those of its page of
metrics. Players move at random and at once. The first games are not counted: weights are read then.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

from game_clients import HELLO, Player, Served, Tally, resident_megabytes, serving
from measure import options, report
from prometheus_client.parser import text_string_to_metric_families

from obversi.cli.progress import progress
from obversi.machine import core_count, processor_seconds

# The name in the report, and whom players ask for.
OPPONENTS = {"person": "anyone", "level 3": "level=3", "level 8": "level=8", "level 12": "level=12"}

FIRST_GAMES = 4
AT_ONCE = 20


def main() -> None:
    arguments = parsed_options()
    figures: dict[str, Any] = {"cores": core_count(), "games": arguments.games, "size": 8}
    with progress("opponents", len(OPPONENTS)) as step:
        for name, against in OPPONENTS.items():
            figures[name] = costs(against, arguments.games, arguments.seed)
            step()
    figures["kilobytes_a_connection"] = connection_kilobytes(arguments.connections)
    report("server_costs", figures, arguments.save)


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="of each kind (%(default)s)")
    parser.add_argument("--connections", type=int, default=1000, help="idle ones (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the players (%(default)s)")
    return parser.parse_args()


def costs(against: str, games: int, seed: int) -> dict[str, float]:
    """Return what games against an opponent cost, for a move and for a game."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        with serving(database, "--metrics-port", "0", "--quiet") as served:
            page = metrics_page(served)
            asyncio.run(play(served, against, FIRST_GAMES, seed))
            before, processor = totals(page), processor_seconds(served.process.pid) or 0.0
            asyncio.run(play(served, against, games, seed + 1))
            after = totals(page)
            processor = (processor_seconds(served.process.pid) or 0.0) - processor
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    change = {name: after[name] - before.get(name, 0.0) for name in after}
    moves, writes = change["obversi_moves_total"], change["obversi_store_write_seconds_count"]
    engine = change.get("obversi_engine_seconds_total", 0.0)
    return {
        "moves_a_game": round(moves / games, 1),
        "processor_ms_a_move": round(1000 * processor / moves, 3),
        "engine_ms_a_move": round(1000 * engine / moves, 3),
        "write_ms": round(1000 * change["obversi_store_write_seconds_sum"] / writes, 3),
        "disk_bytes_a_game": round(size / (games + FIRST_GAMES)),
    }


def metrics_page(served: Served) -> str:
    """Return the address that the server prints."""
    assert served.process.stdout is not None
    while "metrics" not in (line := served.process.stdout.readline()):
        assert line
    return line.split()[-1]


def totals(page: str) -> dict[str, float]:
    """Return the sum of each metric over its labels."""
    found: dict[str, float] = {}
    with urlopen(page) as answer:
        for family in text_string_to_metric_families(answer.read().decode()):
            for sample in family.samples:
                found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


async def play(served: Served, against: str, games: int, seed: int) -> None:
    """Play this number of games, some at once."""
    tally, limit = Tally(), asyncio.Semaphore(AT_ONCE)
    seats = 2 if against == "anyone" else 1

    async def game(number: int) -> None:
        async with limit:
            rules = ("normal", "reversed")[number % 2]
            join = {"type": "join", "against": against, "rules": rules, "size": 8}
            players = [Player(join, Random(f"{seed} {number} {n}"), tally) for n in range(seats)]
            await asyncio.gather(*(each.play(served.host, served.port) for each in players))

    await asyncio.gather(*map(game, range(games)))
    assert not tally.errors, tally.errors[:3]
    assert tally.ended == {"finished": seats * games}, tally.ended


def connection_kilobytes(connections: int) -> float:
    """Return the memory of a connection that says hello and waits."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        limit = str(connections + 1)
        with serving(database, "--quiet", "--connections", limit, "--per-address", limit) as served:
            return asyncio.run(grown(served, connections))


async def grown(served: Served, connections: int) -> float:
    writers = []
    before = resident_megabytes(served.process.pid)
    for _ in range(connections):
        reader, writer = await asyncio.open_connection(served.host, served.port)
        writer.write(str(HELLO).replace("'", '"').encode() + b"\n")
        await reader.readline()
        writers.append(writer)
    after = resident_megabytes(served.process.pid)
    for writer in writers:
        writer.close()
    return round(1024 * (after - before) / connections, 1)


if __name__ == "__main__":
    main()
