"""How several processes of a server share the work, and whether games outlive those killed.

First pairs of scripted players play each other, at once and without a pause, each connected to any
of the processes: so of two processes half of the moves go over the bus. One process with a file is
measured too, and one with PostgreSQL alone. An answer is what happens between a move and its
confirmation. All processes, PostgreSQL, Redis and the players share the cores of this machine.

Then `--kills` times one of two processes is killed during games against agents, and started again.
The players come back to the other one with their tokens, and compare what they had received.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from game_clients import Message, Player, Served, Tally, percentile, serving
from measure import options, report
from postgres_server import PostgresServer, postgres_server
from redis_server import RedisServer, redis_server

from obversi.cli.progress import progress
from obversi.machine import core_count, processor_seconds
from obversi.net.store import GameStore

AGENTS = ("level=1", "level=3", "greedy", "random")

# The mean time of a move, so that games last while processes are killed.
PAUSE_SECONDS = 1.5

# No limit may end what is measured.
LIMITS = ("--rate", "10000", "--new-games", "1000000", "--per-address", "3000", "--quiet")

# How long a process is missed before it is started again.
MISSED_SECONDS = 2.0


class PairedPlayer(Player):
    """Plays another player; the first of both opens the game, and the second accepts it."""

    def __init__(self, join: Message, random: Random, tally: Tally, opened: Any) -> None:
        """Report the game by the future `opened`."""
        super().__init__(join, random, tally)
        self._opened, self._own_color = opened, ""

    def _receive(self, message: Message) -> None:
        match message["type"]:
            case "waiting":
                self.token = message["token"]
                self._opened.set_result(message["game"])
            case "start":
                self._own_color = message["color"]
            case "state" if message["mover"] == self._own_color:
                self._note_answer()
        self._requested_at = None if message["type"] == "turn" else self._requested_at
        super()._receive(message)


@dataclass(frozen=True, slots=True)
class Speed:
    """What a number of processes does with games between scripted players."""

    processes: int
    store: str
    moves_a_second: float
    median_ms: float
    percentile_95_ms: float
    server_ms_a_move: float
    postgres_ms_a_move: float
    redis_ms_a_move: float
    errors: int


def main() -> None:
    arguments = parsed_options()
    figures: dict[str, Any] = {"cores": core_count(), "games": arguments.games}
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server("max_connections = 100") as postgres,
        redis_server() as redis,
    ):
        speeds = [speed(arguments, 1, postgres, redis, Path(folder) / "games.db")]
        speeds.append(speed(arguments, 1, postgres, None))
        for processes in arguments.processes:
            speeds.append(speed(arguments, processes, postgres, redis))
        figures["speeds"] = [asdict(each) for each in speeds]
        figures["kills"] = kills = kill_often(arguments, postgres, redis, Path(folder) / "log")
    report("server_processes", figures, arguments.save)
    whole = kills["ended"] == {"finished": arguments.killed_games}
    wrong = kills["lost_moves"] or kills["errors"] or kills["failures_of_the_servers"]
    sys.exit(bool(not whole or wrong or any(each.errors for each in speeds)))


def speed(
    arguments: argparse.Namespace,
    processes: int,
    postgres: PostgresServer,
    redis: RedisServer | None,
    file: Path | None = None,
) -> Speed:
    """Measure games between scripted players at some processes."""
    tally, words = Tally(), []
    if file is None:
        words += ["--store", postgres.new_place()]
        words += ["--bus", redis.address] if redis else []
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving(file, *words, *LIMITS, "--workers", "1"))
            for _ in range(processes)
        ]
        time.sleep(1)  # they meet
        helpers = [postgres.process_ids(), [redis.process.pid] if redis else []]
        own_ids = [each.process.pid for each in servers]
        before, own = [spent(ids) for ids in helpers], -spent(own_ids)
        begin = time.perf_counter()
        asyncio.run(play_pairs(arguments, servers, tally))
        seconds = time.perf_counter() - begin
        after = [spent(ids) for ids in (postgres.process_ids(), helpers[1])]
        own += spent(own_ids)
    moves = max(len(tally.answers), 1)
    name = "SQLite" if file else "PostgreSQL, bus" if redis else "PostgreSQL"
    return Speed(
        processes,
        name,
        round(moves / seconds, 1),
        round(1000 * percentile(tally.answers, 50), 1),
        round(1000 * percentile(tally.answers, 95), 1),
        round(1000 * own / moves, 3),
        round(1000 * (after[0] - before[0]) / moves, 3),
        round(1000 * (after[1] - before[1]) / moves, 3),
        len(tally.errors),
    )


def spent(processes: list[int]) -> float:
    """Return the processor time of processes so far."""
    return sum(processor_seconds(each) or 0 for each in processes)


async def play_pairs(arguments: argparse.Namespace, servers: list[Served], tally: Tally) -> None:
    """Play all games at once, to their end."""

    async def pair(number: int) -> None:
        random = Random(f"{arguments.seed} {number}")
        opened = asyncio.get_running_loop().create_future()
        join = {"type": "join", "against": "anyone", "private": True, "size": arguments.size}
        first = PairedPlayer(join, random, tally, opened)
        one, other = (random.choice(servers) for _ in range(2))
        playing = asyncio.create_task(first.play(one.host, one.port))
        accept = {"type": "accept", "game": await opened}
        second = PairedPlayer(accept, random, tally, opened)
        await asyncio.gather(playing, second.play(other.host, other.port))

    with progress(f"games at {len(servers)}", arguments.games) as step:
        for done in asyncio.as_completed([pair(each) for each in range(arguments.games)]):
            await done
            step()


class ReturningPlayer(Player):
    """A player that reconnects when the server asks for it, and measures how long that took."""

    def __init__(self, join: Message, random: Random, tally: Tally, away: list[float]) -> None:
        """Add to the times `away`."""
        super().__init__(join, random, tally)
        self._away, self._lost_at = away, 0.0
        self._thinking: asyncio.TimerHandle | None = None

    async def play_on(self, servers: list[Served]) -> None:
        """Play to the end, at any of the servers that live."""
        while not self.is_over:
            server = self._random.choice([each for each in servers if each.process.poll() is None])
            with suppress(OSError):
                await self.play(server.host, server.port)
            if self._thinking is not None:
                self._thinking.cancel()
            self._lost_at = self._lost_at or time.perf_counter()
            await asyncio.sleep(0.1)

    def _receive(self, message: Message) -> None:
        if message["type"] == "closing" and message.get("again"):
            self._transport.close()
            return
        if message["type"] == "start" and self._lost_at:
            self._away.append(time.perf_counter() - self._lost_at)
            self._lost_at = 0.0
        super()._receive(message)

    def _move(self, move: str) -> None:
        wait = self._random.uniform(0, 2 * PAUSE_SECONDS)
        make = super()._move
        self._thinking = asyncio.get_running_loop().call_later(wait, make, move)


def kill_often(
    arguments: argparse.Namespace, postgres: PostgresServer, redis: RedisServer, log: Path
) -> dict[str, Any]:
    """Kill one of two processes again and again, and return what the players saw."""
    tally, away = Tally(), list[float]()
    random = Random(arguments.seed)
    place = postgres.new_place()
    words = ("--store", place, "--bus", redis.address, *LIMITS, "--workers", "1")
    players = [
        ReturningPlayer(
            {"type": "join", "against": AGENTS[number % len(AGENTS)], "size": arguments.size},
            Random(f"{arguments.seed} {number}"),
            tally,
            away,
        )
        for number in range(arguments.killed_games)
    ]
    alive: list[int] = []
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(None, *words, log=log)) for _ in range(2)]

        async def play() -> None:
            games = [asyncio.create_task(player.play_on(servers)) for player in players]
            with progress("kills", arguments.kills) as step:
                for number in range(arguments.kills):
                    await asyncio.sleep(random.uniform(0.5, 2))
                    alive.append(sum(not player.is_over for player in players))
                    servers[number % 2].process.kill()
                    await asyncio.sleep(MISSED_SECONDS)
                    start = lambda: stack.enter_context(serving(None, *words, log=log))  # noqa: E731
                    servers[number % 2] = await asyncio.to_thread(start)
                    step()
            await asyncio.gather(*games)

        asyncio.run(play())
    with GameStore.open(place, to_serve=False) as store:
        stored = sum(1 for _ in store.records())
    return {
        "games": arguments.killed_games,
        "kills": arguments.kills,
        "games_at_each_kill": alive,
        "returns": tally.returns,
        "lost_moves": tally.lost,
        "ended": tally.ended,
        "errors": tally.errors[:10],
        "games_in_the_store": stored,
        "away_seconds_median": percentile(away, 50) if away else None,
        "away_seconds_longest": round(max(away), 2) if away else None,
        "failures_of_the_servers": log.read_text().count("Traceback"),
    }


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="at once (%(default)s)")
    parser.add_argument("--size", type=int, default=8, help="(%(default)s)")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--kills", type=int, default=10, help="(%(default)s)")
    parser.add_argument("--killed-games", type=int, default=50, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of players and kills (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
