"""A person who plays on a server that may be replaced, and connects again whenever it closes."""

import asyncio
import time
from contextlib import suppress
from typing import Any

from game_server import LineClient, Message

_PAUSE = 0.1


class ReturningPerson:
    """Plays the first legal move of each turn after a pause, as often as it is allowed.

    `confirmed` are its moves that the server has confirmed. `away` are the seconds from the loss of
    each connection until its seat was taken again.
    """

    def __init__(self, address: str, **first: Any) -> None:
        """Connect to an address, which may be changed later, and send a first message."""
        self.address, self.game, self.reason = address, "", ""
        self.allowed, self.pause = 0, 0.0
        self.confirmed: list[str] = []
        self.away: list[float] = []
        self.missing = 0
        self._first, self._token = first, ""
        self._requested = ""
        self._lost_at: float | None = None
        self._answer: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    async def play(self) -> None:
        """Play to the end of the game."""
        while not self.reason:
            with suppress(OSError, AssertionError):  # closed without a welcome
                await self._connected(await LineClient.connect(self.address))
            if self._answer is not None:
                self._answer.cancel()
            if self._lost_at is None:
                self._lost_at = time.perf_counter()
            self._requested = ""
            await asyncio.sleep(_PAUSE)

    def allow(self, moves: int) -> None:
        """Allow that many moves in all."""
        self.allowed = moves
        self._changed.set()

    async def has(self, moves: int) -> None:
        """Wait until it is in the game, and that many of its moves are confirmed."""
        while not self.game or (len(self.confirmed) < moves and not self.reason):
            await asyncio.sleep(_PAUSE)

    async def _connected(self, client: LineClient) -> None:
        if self._token:
            await client.send(type="rejoin", game=self.game, token=self._token)
        else:
            await client.send(**self._first)
        while (message := await client.next()) is not None:
            if message["type"] in ("closing", "error"):
                break
            self._receive(client, message)
            if self.reason:
                break
        await client.close()

    def _receive(self, client: LineClient, message: Message) -> None:
        match message["type"]:
            case "waiting" | "start":
                self.game = message["game"]
                self._token = message.get("token") or self._token
                self._compare(message.get("moves", ""))
            case "state" if message.get("move") == self._requested:
                self.confirmed.append(self._requested)
                self._requested = ""
            case "turn":
                self._answer = asyncio.create_task(self._move(client, message["legal"][0]))
            case "end":
                self.reason = message["reason"]

    async def _move(self, client: LineClient, move: str) -> None:
        await asyncio.sleep(self.pause)
        while len(self.confirmed) >= self.allowed:
            self._changed.clear()
            await self._changed.wait()
        self._requested = move
        with suppress(OSError):  # the connection is lost
            await client.send(type="move", game=self.game, move=move)

    def _compare(self, moves: str) -> None:
        """Count the confirmed moves that a game does not have."""
        if self._lost_at is not None:
            self.away.append(time.perf_counter() - self._lost_at)
            self._lost_at = None
        self.missing += missing_moves(self.confirmed, moves)


def missing_moves(confirmed: list[str], game: str) -> int:
    """Return how many moves a game such as "f5d6c3" does not have in this order."""
    rest = iter([game[place : place + 2] for place in range(0, len(game), 2)])
    return sum(move not in rest for move in confirmed)
