"""Clients of the app: one plays with a clock, others analyse without end."""

import json
import threading
import time
from abc import ABC, abstractmethod
from random import Random
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from obversi.rules import Rules

Message = dict[str, Any]

_HELLO = {"type": "hello", "version": 1, "name": "another"}

# A game that both rule sets allow.
_MOVES = "f5d6c3d3c4f4c5b3c2e3d2c6b4"


def visit(address: str) -> ClientConnection:
    """Come to the app at an address, and say hello."""
    place = address.replace("http://", "ws://") + "/ws"
    connection = connect(place, origin=Origin(address))
    connection.send(json.dumps(_HELLO))
    connection.recv()
    return connection


class AppClient(ABC):
    """Talks to the app in a thread of its own, until the end of a block."""

    def __init__(self, address: str) -> None:
        """Come to the app at an address."""
        self._address = address
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._talk)

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End soon."""
        self._stopped.set()
        self._thread.join()

    @property
    def is_here(self) -> bool:
        """Whether the conversation goes on."""
        return self._thread.is_alive()

    def _talk(self) -> None:
        with visit(self._address) as connection:
            self._connection: ClientConnection = connection
            self._begin()
            while not self._stopped.is_set():
                try:
                    self._receive(json.loads(connection.recv(timeout=0.2)))
                except TimeoutError:
                    continue
                except ConnectionClosed:
                    return

    def _say(self, message: Message) -> None:
        self._connection.send(json.dumps(message))

    @abstractmethod
    def _begin(self) -> None:
        """Say what comes first."""

    @abstractmethod
    def _receive(self, message: Message) -> None:
        """Answer what the app says."""


class TimedPlayer(AppClient):
    """Plays games with a clock, and holds the clock to what he took himself.

    `excesses` has, for each move, the seconds that it cost on the clock beyond those between
    receiving the turn and sending the move; `answers` how long the agent's moves took to come.
    """

    def __init__(self, address: str, against: str, think_seconds: float) -> None:
        """Play against an agent of the app, with this mean time for a move."""
        super().__init__(address)
        self.excesses: list[float] = []
        self.answers: list[float] = []
        self._against, self._think_seconds = against, think_seconds
        self._random = Random(1)
        self._moved_at: float | None = None

    def _begin(self) -> None:
        clock = {"seconds": 600, "increment": 0}
        self._say({"type": "join", "against": self._against, "color": "black", "clock": clock})

    def _receive(self, message: Message) -> None:
        match message["type"]:
            case "turn":
                began = time.perf_counter()
                self._stopped.wait(self._random.uniform(0, 2 * self._think_seconds))
                self._had = message["clocks"]["black"]
                self._took = time.perf_counter() - began
                move = self._random.choice(message["legal"])
                self._moved_at = time.perf_counter()
                self._say({"type": "move", "game": message["game"], "move": move})
            case "state" if message["mover"] == "black" and message["move"] != "pass":
                self.excesses.append(self._had - message["clocks"]["black"] - self._took)
            case "state" if message["move"] != "pass" and self._moved_at is not None:
                self.answers.append(time.perf_counter() - self._moved_at)
                self._moved_at = None
            case "end":
                self._begin()
            case "error" | "closing":
                raise RuntimeError(json.dumps(message))


class Analyst(AppClient):
    """Looks at one position after another for as long as the app allows."""

    def _begin(self) -> None:
        self._number = 0
        self._ask()

    def _ask(self) -> None:
        self._number += 1
        self._say(question(self._number, "normal", self._number % (len(_MOVES) // 2)))

    def _receive(self, message: Message) -> None:
        if message["type"] == "analysis" and message["final"]:
            self._ask()


def question(id: int, rules: Rules, moves: int) -> Message:
    """Return what asks for the values of all moves, after some moves of a game."""
    request = {"type": "analyse", "id": id, "rules": rules, "moves": _MOVES[: 2 * moves]}
    return {**request, "top": "all", "steps": True, "limit": {"seconds": 10}}


def first_waits(address: str, rules: Rules, number: int) -> list[float]:
    """Ask about one position after another, as a page does that goes on; return seconds.

    Each is requested when the last one has its first values, and measured until its own are there.
    """
    waits = []
    with visit(address) as connection:
        for id in range(1, number + 1):
            if id > 1:
                connection.send(json.dumps({"type": "stop", "target": id - 1}))
            began = time.perf_counter()
            connection.send(json.dumps(question(id, rules, id % (len(_MOVES) // 2 + 1))))
            while (reply := json.loads(connection.recv())).get("id") != id:
                pass
            if reply["type"] != "analysis":
                raise RuntimeError(json.dumps(reply))
            waits.append(time.perf_counter() - began)
            time.sleep(0.1)
    return waits
