"""A game server without a network: the test moves the clock and answers for the engines."""

import asyncio
import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from obversi.agents import Thought
from obversi.analysis import Analysis, AnalysisLine
from obversi.board import Board
from obversi.engine import Top
from obversi.errors import InputError
from obversi.limit import Limit
from obversi.move import Move
from obversi.net.game_server import GameServer
from obversi.net.limits import ServerLimits
from obversi.net.store import GameStore
from obversi.net.workers.job import BusyError, Requester
from obversi.net.workers.pool import EnginePool
from obversi.wire import session
from obversi.wire.session import Id, Offer, Reply, ReplyEnvelope, Request

AnyReply = TypeVar("AnyReply", bound=Reply)


@dataclass(slots=True)
class Alarm:
    """A callback that is due later."""

    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class ManualClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._count = 0
        self._alarms: list[tuple[float, int, Alarm]] = []

    def now(self) -> float:
        return self._now

    def later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        alarm = Alarm(callback)
        self._count += 1
        heapq.heappush(self._alarms, (self._now + seconds, self._count, alarm))
        return alarm

    def advance(self, seconds: float) -> None:
        """Let time pass and call the alarms that are due."""
        until = self._now + seconds
        while self._alarms and self._alarms[0][0] <= until:
            self._now, _, alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                alarm.callback()
        self._now = until

    @property
    def alarms(self) -> int:
        """The number of alarms that are set."""
        return sum(not alarm.cancelled for _, _, alarm in self._alarms)


class SimulatedClient:
    """A client that stores its replies; the codec must be able to write and read each."""

    def __init__(self, number: str, address: str = "127.0.0.1") -> None:
        self.number = number
        self.name = ""
        self.address = address
        self.received: list[ReplyEnvelope] = []
        self.closed: str | None = None
        self.may_reconnect = False

    def send(self, reply: Reply, id: Id | None = None) -> None:
        envelope = ReplyEnvelope(reply, id)
        assert session.parse_reply(session.write(reply, id)) == envelope
        self.received.append(envelope)

    def close(self, text: str, *, again: bool = False) -> None:
        self.closed, self.may_reconnect = text, again

    def all_of(self, kind: type[AnyReply]) -> list[AnyReply]:
        return [envelope.reply for envelope in self.received if isinstance(envelope.reply, kind)]

    def last(self, kind: type[AnyReply]) -> AnyReply:
        return self.all_of(kind)[-1]

    def take(self) -> list[Reply]:
        """Return the replies since the last call."""
        received, self.received = self.received, []
        return [envelope.reply for envelope in received]


@dataclass(slots=True)
class EngineCall:
    """A call of the engine pool."""

    requester: Requester
    description: str
    board: Board
    limit: Limit
    future: "asyncio.Future[Any]"
    top: Top = 1
    on_step: Callable[[Analysis], None] | None = None
    on_start: Callable[[], None] | None = None


@dataclass
class FakePool(EnginePool):
    """An engine pool that starts and finishes jobs at once, or when a test says so."""

    loop: asyncio.AbstractEventLoop
    quick: bool = True
    begin: bool = True
    busy: int = 0  # the number of calls to reject
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    calls: list[EngineCall] = field(default_factory=list)

    def offers(self) -> list[Offer]:
        return [Offer("greedy", "takes most"), Offer("engine:level=3", "a level")]

    def checked(self, description: str) -> str:
        known = {offer.description for offer in self.offers()} | {"level=3"}
        if description not in known:
            raise InputError(f"there is no agent {description!r}: did you mean 'greedy'?")
        return "engine:level=3" if description == "level=3" else description

    def think(
        self,
        requester: Requester,
        description: str,
        board: Board,
        limit: Limit,
        on_start: Callable[[], None],
    ) -> "asyncio.Future[Thought]":
        self._reject_if_busy()
        future: asyncio.Future[Thought] = self.loop.create_future()
        self.calls.append(
            EngineCall(requester, description, board, limit, future, on_start=on_start)
        )
        if self.begin:
            on_start()
        if self.quick:
            future.set_result(Thought(self.chance.choice(board.legal_moves)))
        return future

    def analyse(
        self,
        requester: Requester,
        board: Board,
        limit: Limit,
        top: Top,
        on_step: Callable[[Analysis], None] | None = None,
    ) -> "asyncio.Future[Analysis]":
        self._reject_if_busy()
        future: asyncio.Future[Analysis] = self.loop.create_future()
        self.calls.append(EngineCall(requester, "", board, limit, future, top, on_step))
        if self.quick:
            future.set_result(analysis_of(board))
        return future

    def _reject_if_busy(self) -> None:
        if self.busy:
            self.busy -= 1
            raise BusyError("there is too much to think about")


def analysis_of(board: Board, depth: int = 3) -> Analysis:
    """Return an analysis of a board: its first move wins by 2."""
    move = board.legal_moves[0]
    line = AnalysisLine(move, 2, "exact", False, depth, 100, [move])
    return Analysis(move, 2, "exact", False, depth, 100, [move], 10, 0.01, [line])


class SimulatedServer:
    """A `GameServer` with a manual clock, a fake engine pool and a store."""

    def __init__(
        self, path: Path | str | None = None, limits: ServerLimits | None = None, quick: bool = True
    ) -> None:
        self.loop = asyncio.new_event_loop()
        self.time = ManualClock()
        self.engines = FakePool(self.loop, quick)
        self.store = GameStore.open(path)
        self.game_server = GameServer(
            self.store,
            self.engines,
            limits or ServerLimits(),
            now=self.time.now,
            later=self.time.later,
            chance=random.Random(2),
        )
        self._numbers = 0

    def connect(self, name: str = "Ann", address: str = "127.0.0.1") -> SimulatedClient:
        """Connect a client, which sends hello unless the name is empty."""
        self._numbers += 1
        client = SimulatedClient(f"v{self._numbers}", address)
        self.game_server.connect(client)
        if name:
            self.request(client, session.Hello(session.VERSION, name))
            client.take()
        return client

    def request(
        self, client: SimulatedClient, request: Request, id: Id | None = None
    ) -> list[Reply]:
        """Send a request, let all engines answer, and return the replies to the client."""
        client.take()
        self.game_server.handle(client, session.parse_request(session.write(request, id)))
        self.settle()
        return [envelope.reply for envelope in client.received]

    def settle(self) -> None:
        """Run the event loop until no engine has a new call."""
        count = -1
        while count != len(self.engines.calls):
            count = len(self.engines.calls)
            for _ in range(2):
                self.loop.run_until_complete(asyncio.sleep(0))

    def answer(self, move: str) -> None:
        """Let the agent that was called last play a move."""
        self.engines.calls[-1].future.set_result(Thought(Move(move)))
        self.settle()

    def close(self) -> None:
        self.loop.run_until_complete(self.game_server.close("the end"))
        self.loop.close()
        self.store.close()


def two_players(
    server: SimulatedServer, join: session.Join | None = None
) -> tuple[dict[str, SimulatedClient], session.Start]:
    """Return the two clients of a new game, by colour, and its start."""
    ann, ben = server.connect("Ann"), server.connect("Ben")
    join = join or session.Join(size=4)
    [waiting] = server.request(ann, join)
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Join(size=join.size, rules=join.rules, clock=join.clock))
    start = ben.last(session.Start)
    assert start.color is not None
    other = "white" if start.color == "black" else "black"
    return {start.color: ben, other: ann}, start
