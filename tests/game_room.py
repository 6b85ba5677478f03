"""A room for games without a network: time, thinkers and visitors that do what a test says."""

import asyncio
import heapq
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from obversi.agents import Thought
from obversi.analysis import Analysis, AnalysisLine
from obversi.board import Board
from obversi.engine import Top
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.move import Move
from obversi.net.bounds import Bounds
from obversi.net.lobby import Lobby
from obversi.net.store import Store
from obversi.net.thinkers import Asker, BusyError
from obversi.wire import session
from obversi.wire.session import Id, Offer, Reply, Request, Told

AnyReply = TypeVar("AnyReply", bound=Reply)


@dataclass(slots=True)
class Alarm:
    """Something that happens later."""

    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class Time:
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

    def pass_by(self, seconds: float) -> None:
        """Let time pass, and what falls due happen."""
        until = self._now + seconds
        while self._alarms and self._alarms[0][0] <= until:
            self._now, _, alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                alarm.callback()
        self._now = until

    @property
    def alarms(self) -> int:
        """How many are set."""
        return sum(not alarm.cancelled for _, _, alarm in self._alarms)


class Guest:
    """A visitor who keeps what he hears; all of it must be what the codec can say."""

    def __init__(self, number: str, address: str = "127.0.0.1") -> None:
        self.number = number
        self.name = ""
        self.address = address
        self.heard: list[Told] = []
        self.closed: str | None = None
        self.comes_again = False

    def send(self, reply: Reply, id: Id | None = None) -> None:
        told = Told(reply, id)
        assert session.parse_reply(session.write(reply, id)) == told
        self.heard.append(told)

    def close(self, text: str, *, again: bool = False) -> None:
        self.closed, self.comes_again = text, again

    def all_of(self, kind: type[AnyReply]) -> list[AnyReply]:
        return [told.reply for told in self.heard if isinstance(told.reply, kind)]

    def last(self, kind: type[AnyReply]) -> AnyReply:
        return self.all_of(kind)[-1]

    def take(self) -> list[Reply]:
        """Return what was heard since this was asked last."""
        heard, self.heard = self.heard, []
        return [told.reply for told in heard]


@dataclass(slots=True)
class Question:
    """What thinkers were asked."""

    asker: Asker
    description: str
    board: Board
    limit: Limit
    future: "asyncio.Future[Any]"
    top: Top = 1
    on_step: Callable[[Analysis], None] | None = None
    on_begin: Callable[[], None] | None = None


@dataclass(slots=True)
class Thinkers:
    """Agents that begin and answer at once by chance, or when a test says so."""

    loop: asyncio.AbstractEventLoop
    quick: bool = True
    begin: bool = True
    busy: int = 0  # so many questions are turned away
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    questions: list[Question] = field(default_factory=list)

    def offers(self) -> Sequence[Offer]:
        return [Offer("greedy", "takes most"), Offer("engine:level=3", "a level")]

    def checked(self, description: str) -> str:
        known = {offer.description for offer in self.offers()} | {"level=3"}
        if description not in known:
            raise ObversiError(f"there is no agent {description!r}: did you mean 'greedy'?")
        return "engine:level=3" if description == "level=3" else description

    def think(
        self,
        asker: Asker,
        description: str,
        board: Board,
        limit: Limit,
        on_begin: Callable[[], None],
    ) -> "asyncio.Future[Thought]":
        self._refuse_if_busy()
        future: asyncio.Future[Thought] = self.loop.create_future()
        self.questions.append(Question(asker, description, board, limit, future, on_begin=on_begin))
        if self.begin:
            on_begin()
        if self.quick:
            future.set_result(Thought(self.chance.choice(board.legal_moves)))
        return future

    def analyse(
        self,
        asker: Asker,
        board: Board,
        limit: Limit,
        top: Top,
        on_step: Callable[[Analysis], None] | None = None,
    ) -> "asyncio.Future[Analysis]":
        self._refuse_if_busy()
        future: asyncio.Future[Analysis] = self.loop.create_future()
        self.questions.append(Question(asker, "", board, limit, future, top, on_step))
        if self.quick:
            future.set_result(found(board))
        return future

    def _refuse_if_busy(self) -> None:
        if self.busy:
            self.busy -= 1
            raise BusyError("there is too much to think about")


def found(board: Board, depth: int = 3) -> Analysis:
    """Return what an analysis may find."""
    move = board.legal_moves[0]
    line = AnalysisLine(move, 2, "exact", False, depth, 100, [move])
    return Analysis(move, 2, "exact", False, depth, 100, [move], 10, 0.01, [line])


class GameRoom:
    """A lobby with all that it needs."""

    def __init__(
        self, path: Path | None = None, bounds: Bounds | None = None, quick: bool = True
    ) -> None:
        self.loop = asyncio.new_event_loop()
        self.time = Time()
        self.thinkers = Thinkers(self.loop, quick)
        self.store = Store.open(path)
        self.lobby = Lobby(
            self.store,
            self.thinkers,
            bounds or Bounds(),
            now=self.time.now,
            later=self.time.later,
            chance=random.Random(2),
        )
        self._numbers = 0

    def guest(self, name: str = "Ann", address: str = "127.0.0.1") -> Guest:
        """Let somebody in who says hello, unless the name is empty."""
        self._numbers += 1
        guest = Guest(f"v{self._numbers}", address)
        self.lobby.arrive(guest)
        if name:
            self.ask(guest, session.Hello(session.VERSION, name))
            guest.take()
        return guest

    def ask(self, guest: Guest, request: Request, id: Id | None = None) -> list[Reply]:
        """Let a guest ask for something, and return what he heard since; all thinkers answer."""
        guest.take()
        self.lobby.hear(guest, session.parse_request(session.write(request, id)))
        self.settle()
        return [told.reply for told in guest.heard]

    def settle(self) -> None:
        """Let all that is answered be heard."""
        count = -1
        while count != len(self.thinkers.questions):
            count = len(self.thinkers.questions)
            for _ in range(2):
                self.loop.run_until_complete(asyncio.sleep(0))

    def answer(self, move: str) -> None:
        """Let the agent that was asked last play a move."""
        self.thinkers.questions[-1].future.set_result(Thought(Move(move)))
        self.settle()

    def close(self) -> None:
        self.loop.run_until_complete(self.lobby.close("the end"))
        self.loop.close()
        self.store.close()


def two_players(
    room: GameRoom, join: session.Join | None = None
) -> tuple[dict[str, Guest], session.Start]:
    """Return two who play each other, by colour, and how the game began."""
    ann, ben = room.guest("Ann"), room.guest("Ben")
    join = join or session.Join(size=4)
    [waiting] = room.ask(ann, join)
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Join(size=join.size, rules=join.rules, clock=join.clock))
    start = ben.last(session.Start)
    assert start.color is not None
    other = "white" if start.color == "black" else "black"
    return {start.color: ben, other: ann}, start
