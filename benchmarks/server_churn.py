"""How quickly the app answers others while one address connects a thousand times a second.

The address opens connections at a steady rate, and closes the oldest of a few hundred. Meanwhile
others play games and request a page of the API, and many more are connected and idle. Each group
has loopback addresses of its own, and the crowd has a process of its own.
"""

import argparse
import asyncio
import json
import multiprocessing
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from typing import Any

from game_clients import Player, Tally, percentile
from measure import options, report
from websockets.asyncio.client import connect

from obversi.machine import core_count, processor_seconds

PERCENTILES = (50, 90, 95, 99)
LIMIT_SECONDS = 0.3
SHARE_WITHIN = 0.95

CHURN_ADDRESS = "127.0.9.1"
PLAYER_ADDRESS = "127.0.8.1"
PAGE_ADDRESS = "127.0.7.1"
IDLE_ADDRESSES = [f"127.0.6.{number}" for number in range(1, 11)]

# The crowd holds at most this number of connections open.
HELD = 400
PAUSE_SECONDS = 1.0
SECONDS_BETWEEN_PAGES = 0.1

SERVER = """
import sys
from pathlib import Path
from obversi.cli.hosting import hosted
from obversi.net.limits import ServerLimits
from obversi.web.app_server import AppServer
from obversi.web.settings import AppSettings

limits = ServerLimits()
settings = AppSettings(host="0.0.0.0", port=0, lines_port=0, limits=limits, agents=())
hosted(
    lambda store: AppServer(store, settings),
    lambda server, games: [f"{server.address} {server.games.address}"],
    Path(sys.argv[1]),
    quiet=True,
)
"""


def churn(port: int, rate: float, over: Event, made: Any) -> None:
    """Connect at a rate from one address, until it is over."""
    held: deque[socket.socket] = deque()
    begin = time.perf_counter()
    while not over.is_set():
        due = int((time.perf_counter() - begin) * rate)
        for _ in range(max(due - made.value, 0)):
            connection = socket.socket()
            connection.setblocking(False)
            connection.bind((CHURN_ADDRESS, 0))
            with suppress(BlockingIOError):
                connection.connect(("127.0.0.1", port))
            held.append(connection)
            made.value += 1
            if len(held) > HELD:
                held.popleft().close()
        time.sleep(0.002)
    for connection in held:
        connection.close()


async def idle(port: int, address: str, name: str) -> Any:
    """Connect by WebSocket, say hello, and then nothing."""
    url = f"ws://127.0.0.1:{port}/ws"
    client = await connect(url, local_addr=(address, 0), ping_interval=None, compression=None)
    await client.send(json.dumps({"type": "hello", "version": 1, "name": name}))
    await client.recv()
    return client


async def pages(port: int, tally: Tally) -> None:
    """Request a page again and again, each time with a new connection."""
    request = f"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    while True:
        begin = time.perf_counter()
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(PAGE_ADDRESS, 0)
            )
            writer.write(request.encode())
            reply = await reader.read()
            writer.close()
            if not reply.startswith(b"HTTP/1.1 200 "):
                tally.errors.append(f"page: {reply[:40]!r}")
        except OSError as error:
            tally.errors.append(f"page: {error}")
        tally.answers.append(time.perf_counter() - begin)
        await asyncio.sleep(SECONDS_BETWEEN_PAGES)


async def measured(arguments: argparse.Namespace, port: int, lines: int) -> dict[str, Any]:
    """Let all of them come, and return the answers to games and pages."""
    games, page_tally = Tally(), Tally()
    clients = []
    for number in range(arguments.idle):
        address = IDLE_ADDRESSES[number % len(IDLE_ADDRESSES)]
        clients.append(await idle(port, address, f"idle {number}"))
    players = []
    for number in range(arguments.games):
        rules = ("normal", "reversed")[number % 2]
        join = {"type": "join", "against": arguments.against, "rules": rules}
        player = Player(join, Random(number), games, PAUSE_SECONDS)
        player.plays_again = lambda: True
        playing = player.play("127.0.0.1", lines, PLAYER_ADDRESS)
        players.append(asyncio.create_task(playing))
    await asyncio.sleep(2)
    requesting = asyncio.create_task(pages(port, page_tally))
    found: dict[str, Any] = {}
    context = multiprocessing.get_context("spawn")
    for name, rate in (("quiet", 0.0), ("churn", arguments.rate)):
        over, count = context.Event(), context.Value("q", 0)
        crowd = context.Process(target=churn, args=(port, rate, over, count))
        if rate:
            crowd.start()
            while not count.value:
                await asyncio.sleep(0.01)
        games.answers.clear()
        page_tally.answers.clear()
        begin, connects = time.perf_counter(), count.value
        await asyncio.sleep(arguments.seconds)
        elapsed = time.perf_counter() - begin
        found[name] = {
            "connects_a_second": round((count.value - connects) / elapsed),
            "games": summary(games.answers),
            "pages": summary(page_tally.answers),
        }
        over.set()
        if rate:
            crowd.join()
    requesting.cancel()
    found["errors"] = (games.errors + page_tally.errors)[:10]
    found["idle_still_connected"] = sum(client.state.name == "OPEN" for client in clients)
    for task in players:
        task.cancel()
    for client in clients:
        client.transport.abort()
    return found


def summary(answers: list[float]) -> dict[str, Any]:
    within = sum(answer <= LIMIT_SECONDS for answer in answers) / max(len(answers), 1)
    return {
        "answers": len(answers),
        "share_within_0.3_s": round(within, 4),
        **{f"{share}_%": percentile(answers, share) for share in PERCENTILES if answers},
    }


def main() -> None:
    arguments = parsed_options()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "games.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                port, lines = map(int, re.findall(r":(\d+)", server.stdout.readline()))
                found = asyncio.run(measured(arguments, port, lines))
                processor = processor_seconds(server.pid) or 0.0
            finally:
                server.kill()
    figures = {
        "cores": core_count(),
        "idle": arguments.idle,
        "games": arguments.games,
        **found,
        "server_processor_seconds": round(processor, 1),
    }
    report("server_churn", figures, arguments.save)
    shares = [found["churn"][kind]["share_within_0.3_s"] for kind in ("games", "pages")]
    sys.exit(min(shares) < SHARE_WITHIN or bool(found["errors"]))


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--rate", type=float, default=1000.0, help="connects a second (%(default)s)"
    )
    parser.add_argument("--idle", type=int, default=1000, help="idle clients (%(default)s)")
    parser.add_argument("--games", type=int, default=200, help="at once (%(default)s)")
    parser.add_argument("--against", default="level=2", help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each part (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
