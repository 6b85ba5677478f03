"""Players for benchmarks of the game server: light ones, for they use the same cores."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

Message = dict[str, Any]

HELLO = {"type": "hello", "version": 1, "name": "player"}


@dataclass(slots=True)
class Tally:
    """What all players together have seen; a lost move is one that they had received."""

    answers: list[float] = field(default_factory=list)
    returns: int = 0
    lost: int = 0
    ended: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


class Player(asyncio.Protocol):
    """Plays one game with random legal moves, and times the answers.

    An answer is all that happens between a move and the next turn: the server's judgement, the
    agent's move, and both ways.
    """

    def __init__(self, join: Message, random: Random, tally: Tally, pause: float = 0.0) -> None:
        """Begin when connected; `pause` is how long it thinks, on average."""
        self.game = self.token = ""
        self.is_over = False
        self.plays_again: Callable[[], bool] = lambda: False
        self._join, self._pause = join, pause
        self._moves = ""  # the moves so far
        self._random, self._tally = random, tally
        self._requested_at: float | None = None

    async def play(self, host: str, port: int, address: str | None = None) -> None:
        """Play until the game is over, or the server is gone; then it can be called again.

        `address` is an address of this machine to connect from.
        """
        loop = asyncio.get_running_loop()
        self._buffer = b""
        self._done = loop.create_future()
        own = None if address is None else (address, 0)
        await loop.create_connection(lambda: self, host, port, local_addr=own)
        await self._done

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Join a game, or come back to it."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._requested_at = None
        self._say(HELLO)
        back = {"type": "rejoin", "game": self.game, "token": self.token}
        self._say(back if self.game else self._join)

    def data_received(self, data: bytes) -> None:
        """Handle lines."""
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            self._receive(json.loads(line))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Handle the end of the connection."""
        if not self._done.done():
            self._done.set_result(None)

    def _say(self, message: Message) -> None:
        self._transport.write(json.dumps(message).encode() + b"\n")

    def _receive(self, message: Message) -> None:
        match message["type"]:
            case "start":
                self._begin(message)
            case "state" if message["move"] != "pass":
                self._moves += message["move"]
            case "turn":
                self._note_answer()
                move = self._random.choice(message["legal"])
                if self._pause:
                    wait = self._random.uniform(0, 2 * self._pause)
                    asyncio.get_running_loop().call_later(wait, self._move, move)
                else:
                    self._move(move)
            case "end":
                self._note_answer()
                reason = message["reason"]
                self._tally.ended[reason] = self._tally.ended.get(reason, 0) + 1
                if self.plays_again():
                    self.game = self.token = self._moves = ""
                    self._say(self._join)
                else:
                    self.is_over = True
                    self._transport.close()
            case "error" | "closing":
                self._tally.errors.append(json.dumps(message))
                self.is_over = True
                self._transport.close()

    def _begin(self, start: Message) -> None:
        if self.game:
            self._tally.returns += 1
            self._tally.lost += not start["moves"].startswith(self._moves)
        self.game = start["game"]
        self.token = start.get("token") or self.token
        self._moves = start["moves"]

    def _move(self, move: str) -> None:
        if self._transport.is_closing():
            return
        self._requested_at = time.perf_counter()
        self._say({"type": "move", "game": self.game, "move": move})

    def _note_answer(self) -> None:
        if self._requested_at is not None:
            self._tally.answers.append(time.perf_counter() - self._requested_at)
            self._requested_at = None


@dataclass(frozen=True, slots=True)
class Served:
    """A server as a process of its own."""

    process: subprocess.Popen[str]
    host: str
    port: int
    web_port: int


@contextmanager
def serving(database: Path | None, *options: str, log: Path | None = None) -> Iterator[Served]:
    """Have a server until the end of the block, which may kill it."""
    command = [sys.executable, "-m", "obversi", "serve"]
    if database is not None:
        command += ["--db", str(database)]
    with (log or Path(os.devnull)).open("ab") as file:
        process = subprocess.Popen(
            [*command, "--port", "0", "--web-port", "0", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        )
    try:
        assert process.stdout is not None
        ports = re.findall(r":(\d+) ", process.stdout.readline())
        yield Served(process, "127.0.0.1", int(ports[0]), int(ports[1]))
    finally:
        process.terminate()
        try:
            process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def resident_megabytes(process: int) -> float:
    """Return the memory that a process has resident now, on Linux."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def percentile(values: list[float], share: float) -> float:
    """Return a percentile of the values."""
    ordered = sorted(values)
    return round(ordered[min(int(len(ordered) * share / 100), len(ordered) - 1)], 4)
