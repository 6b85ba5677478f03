"""What bad clients do to a server, and to the good games beside them.

Crowds of bad clients come one kind after another, while some good players play all the time. Of
every kind the report has the answer of the server, how long good players waited, and how much
memory the server has afterwards.
"""

import argparse
import asyncio
import json
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from game_clients import HELLO, Player, Served, Tally, percentile, resident_megabytes, serving
from measure import options, report

from obversi.cli.progress import progress

GOOD_PLAYERS = 10
PAUSE_SECONDS = 0.5

# More than that is not bounded.
MOST_MEGABYTES = 300.0

# No good player waits longer for an answer, but for one in a hundred.
LONGEST_ANSWER_SECONDS = 1.0

# A client without an answer for this time gets none; the wait for hello is shorter.
TIMEOUT_SECONDS = 15.0
SILENCE = b'{"type": "silence"}'

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

FLOOD = 2000

Client = Callable[[Served], Awaitable[str]]


async def answer(served: Served, said: bytes, *, web: bool = False) -> str:
    """Say something, and return the kind of the last error, or of the end."""
    port = served.web_port if web else served.port
    reader, writer = await asyncio.open_connection(served.host, port)
    try:
        writer.write(said)
        return last_words(await received_by(reader))
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def received_by(reader: asyncio.StreamReader) -> bytes:
    """Return all that comes until the server hangs up, or has been silent for long."""
    received = b""
    try:
        while data := await asyncio.wait_for(reader.read(1 << 16), TIMEOUT_SECONDS):
            received += data
    except ConnectionError:
        return received
    except TimeoutError:
        return received + b"\n" + SILENCE
    return received


def last_words(received: bytes) -> str:
    """Return why the server hung up: a code of an error, a status of HTTP, or a closing frame."""
    codes = []
    for line in received.split(b"\n"):
        with suppress(ValueError):
            message = json.loads(line)
            codes.append(message.get("code", message["type"]))
    if codes:
        return " ".join(dict.fromkeys(codes))
    if received.startswith(b"HTTP/1.1 ") and b" 101 " not in received[:20]:
        return f"HTTP {received[9:12].decode()}"
    found = [code for code in ("size", "rate", "format") if f'"{code}"'.encode() in received]
    return " ".join(found) or ("closed" if b"\x88" in received else "nothing")


def line(**message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


async def oversized(served: Served) -> str:
    return await answer(served, b"{" + 1_000_000 * b" ")


async def malformed(served: Served) -> str:
    said = json.dumps(HELLO).encode() + b"\n" + FLOOD * b'{"type": "move", \xff}\n'
    return await answer(served, said)


async def forged(served: Served) -> str:
    end = line(type="end", game="g-1", reason="resign", winner="black")
    return await answer(served, json.dumps(HELLO).encode() + b"\n" + FLOOD * end)


async def token_thief(served: Served) -> str:
    guess = line(type="rejoin", game="g-1", token=32 * "0")
    return await answer(served, json.dumps(HELLO).encode() + b"\n" + FLOOD * guess)


async def silent(served: Served) -> str:
    """Connect and say nothing."""
    return await answer(served, b"")


async def slow_reader(served: Served) -> str:
    """Ask and ask without reading."""
    connected = socket.create_connection((served.host, served.port))
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connected.setblocking(False)
    loop = asyncio.get_running_loop()
    try:
        await loop.sock_sendall(connected, json.dumps(HELLO).encode() + b"\n")
        for _ in range(400):
            await loop.sock_sendall(connected, line(type="games"))
            await asyncio.sleep(0.05)
    except OSError:
        return "dropped"
    finally:
        connected.close()
    return "bounded by its rate"


async def huge_frame(served: Served) -> str:
    head = b"\x81\xff" + (1 << 40).to_bytes(8, "big") + 4 * b"\0"
    return await answer(served, HANDSHAKE + head + 1_000_000 * b"a", web=True)


async def binary_frames(served: Served) -> str:
    return await answer(served, HANDSHAKE + FLOOD * (b"\x82\x82" + 4 * b"\0" + b"hi"), web=True)


async def bomb(served: Served) -> str:
    """Send a frame as if compression had been agreed on."""
    return await answer(served, HANDSHAKE + b"\xc1\x84" + 4 * b"\0" + b"\x4b\x04\x00\x00", web=True)


async def half_a_handshake(served: Served) -> str:
    return await answer(served, HANDSHAKE[:40], web=True)


KINDS: dict[str, tuple[Client, int]] = {
    "oversized lines": (oversized, 50),
    "malformed messages": (malformed, 50),
    "forged messages": (forged, 50),
    "guessed tokens": (token_thief, 50),
    "slow readers": (slow_reader, 50),
    "huge frames": (huge_frame, 50),
    "binary frames": (binary_frames, 50),
    "compressed frames": (bomb, 50),
    "half a handshake": (half_a_handshake, 100),
    "1,000 connections": (silent, 1000),
}


def main() -> None:
    arguments = parsed_options()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.db", log=(log := Path(folder) / "log")) as served,
    ):
        before = resident_megabytes(served.process.pid)
        found, tally = asyncio.run(besiege(served, arguments))
        lives = served.process.poll() is None
        failures = log.read_text().count("Traceback")
    figures: dict[str, Any] = {
        "good_players": GOOD_PLAYERS,
        "good_games": tally.ended,
        "errors_of_good_players": tally.errors[:10],
        "megabytes_before": before,
        "kinds": found,
        "server_lives": lives,
        "failures_of_the_server": failures,
    }
    report("server_bad_clients", figures, arguments.save)
    unharmed = tally.ended.keys() == {"finished"} and not tally.errors
    bounded = all(kind["megabytes"] <= MOST_MEGABYTES for kind in found.values())
    received = all(kind["good_99_%"] <= LONGEST_ANSWER_SECONDS for kind in found.values())
    sys.exit(not (lives and unharmed and bounded and received) or bool(failures))


async def besiege(
    served: Served, arguments: argparse.Namespace
) -> tuple[dict[str, dict[str, Any]], Tally]:
    """Let crowds of all kinds come, one after another, while good players play."""
    tally, found = Tally(), {}
    siege_is_over = asyncio.Event()

    join = {"type": "join", "against": "level=3", "size": 4}
    players = []
    for number in range(GOOD_PLAYERS):
        player = Player(join, Random(f"{arguments.seed} {number}"), tally, PAUSE_SECONDS)
        player.plays_again = lambda: not siege_is_over.is_set()
        players.append(asyncio.create_task(player.play(served.host, served.port)))
    await asyncio.sleep(1)
    with progress("kinds of bad clients", len(KINDS)) as step:
        for name, (client, count) in KINDS.items():
            tally.answers.clear()
            count = max(count // arguments.divide, 1)
            said = Counter(await asyncio.gather(*(client(served) for _ in range(count))))
            while not tally.answers:
                await asyncio.sleep(0.1)
            found[name] = {
                "clients": count,
                "answers": dict(said.most_common()),
                "good_answers": len(tally.answers),
                "good_median": percentile(tally.answers, 50),
                "good_99_%": percentile(tally.answers, 99),
                "megabytes": resident_megabytes(served.process.pid),
            }
            step()
    siege_is_over.set()
    await asyncio.gather(*players)
    return found, tally


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--divide", type=int, default=1, help="all crowds by this (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of good players (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
