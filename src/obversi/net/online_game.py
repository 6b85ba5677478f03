"""A game on a server, as a client knows it."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from obversi.board import Board
from obversi.color import BLACK, Color
from obversi.errors import InputError, ObversiError
from obversi.formats import transcript
from obversi.formats.record import record_from_moves
from obversi.move import PASS, Move
from obversi.rules import Rules
from obversi.wire import session
from obversi.wire.session import Clocks, ClockSetting, End, Start, State, Turn, color_number


@dataclass(frozen=True, slots=True)
class Interruption:
    """A change of the connection that players should see."""

    text: str


Event = Start | Turn | State | End | Interruption


class OnlineGame(ABC):
    """A game on a server, for a player or a spectator.

    `board` is the position with the moves that led to it, `color` is one's own, or None for a
    spectator. The game has begun when `start` is there, and it is over when `end` is.
    """

    def __init__(self, rules: Rules = "normal", size: int = 8) -> None:
        """Wait for the game to begin."""
        self.board = Board(size, rules)
        self.start: Start | None = None
        self.end: End | None = None
        self.clocks: Clocks | None = None
        self._is_turn = False
        self._events: deque[Event] = deque()
        self._failure: ObversiError | None = None
        self._changed = asyncio.Event()

    # State

    @property
    def color(self) -> Color | None:
        """One's own colour, or None for a spectator and before the start."""
        if self.start is None or self.start.color is None:
            return None
        return color_number(self.start.color)

    @property
    def clock(self) -> ClockSetting | None:
        """The clock setting of the game, if it has one."""
        return None if self.start is None else self.start.clock

    @property
    def is_my_turn(self) -> bool:
        """Whether the server waits for one's own move."""
        return self._is_turn and self.end is None

    def seconds_left(self, color: Color) -> float | None:
        """Return the last known seconds on a player's clock, if there is one."""
        if self.clocks is None:
            return None
        return self.clocks.black if color == BLACK else self.clocks.white

    # Waiting

    async def begun(self) -> Start:
        """Wait until the game has begun."""
        await self._until(lambda: self.start is not None or self.end is not None)
        if self.start is None:
            raise InputError("the game is over before it began")
        return self.start

    async def turns(self) -> AsyncIterator[Board]:
        """Yield a copy of the board at each of one's own turns until the game is over."""
        while True:
            await self._until(lambda: self.is_my_turn or self.end is not None)
            if self.end is not None:
                return
            yield self.board.copy()

    @property
    def has_news(self) -> bool:
        """Whether there is an event that `next_event` has not returned yet."""
        return bool(self._events)

    async def next_event(self) -> Event:
        """Wait for the next event and return it; there is none after the end."""
        await self._until(lambda: self.has_news)
        return self._events.popleft()

    async def finished(self) -> End:
        """Wait for the end of the game."""
        await self._until(lambda: self.end is not None)
        assert self.end is not None
        return self.end

    # Acting

    @abstractmethod
    async def play(self, move: str) -> None:
        """Make a move, and wait for the confirmation; a rejected move is an error."""

    @abstractmethod
    async def resign(self) -> None:
        """Resign."""

    @abstractmethod
    async def undo(self) -> None:
        """Return to one's last turn."""

    # Messages

    def receive(self, event: Event) -> None:
        """Apply a message about the game, and wake the waiting calls."""
        match event:
            case Start():
                self._begin(event)
            case State():
                self._follow(event)
            case Turn():
                self._is_turn, self.clocks = True, event.clocks
            case End():
                self.end = event
        self._events.append(event)
        self._changed.set()

    def fail(self, error: ObversiError) -> None:
        """End all waiting calls with an error."""
        self._failure = error
        self._changed.set()

    def _begin(self, start: Start) -> None:
        root = Board.parse(start.position, start.rules)
        board = record_from_moves(transcript.written_moves(start.moves), root).board()
        if board.must_pass:
            board.push(PASS)  # the server has passed; `moves` does not contain passes
        self.board = _confirmed(board, start.board)
        self.start, self.clocks, self.end = start, start.clocks, None
        self._is_turn = False  # until `turn` comes

    def _follow(self, state: State) -> None:
        board = self.board.copy()
        try:
            board.push(Move(state.move))
        except ObversiError:
            board = self.board  # the server decides
        self.board = _confirmed(board, state.board)
        self._is_turn, self.clocks = False, state.clocks

    async def _until(self, fulfilled: Callable[[], bool]) -> None:
        while not fulfilled():
            if self._failure is not None:
                raise self._failure
            self._changed.clear()
            await self._changed.wait()


def _confirmed(board: Board, text: str) -> Board:
    """Return a board if it agrees with the server's text, or else the text's board."""
    return board if board.to_string() == text else Board.parse(text, board.rules)


AnyReply = TypeVar("AnyReply", bound=session.Reply)


class RequestSender(Protocol):
    """Sends requests and waits for their replies."""

    async def ask(
        self, request: session.Request, *expected: type[AnyReply], game: str | None = None
    ) -> AnyReply:
        """Send a request and return its reply."""


class JoinedGame(OnlineGame):
    """A game on a server; `token` is the key to one's seat, or None for a spectator."""

    def __init__(self, requester: RequestSender, id: str) -> None:
        """Wait for messages about the game."""
        super().__init__()
        self.id = id
        self.token: str | None = None
        self._requester = requester

    async def play(self, move: str) -> None:
        """Make a move, and wait for the confirmation; a rejected move is an error.

        If the connection is lost meanwhile, a move that had not arrived is sent again.
        """
        await self._act(session.Play(self.id, str(move)))

    async def resign(self) -> None:
        """Resign."""
        await self._act(session.Resign(self.id))

    async def undo(self) -> None:
        """Return to one's last turn; only without a clock and without another person."""
        await self._act(session.Undo(self.id))

    async def redo(self) -> None:
        """Play undone moves again, up to one's next turn."""
        await self._act(session.Redo(self.id))

    async def seat(self, color: Color, who: str = session.ME) -> None:
        """Play a colour oneself from now on, or let an agent of the server play it.

        Only the keeper of the game may do that, without a clock and without another person.
        """
        request = session.ChangeSeat(self.id, session.color_word(color), who)
        await self._requester.ask(request, session.Start)

    async def leave(self) -> None:
        """Stop watching the game, or withdraw it if it waits."""
        await self._requester.ask(session.Leave(self.id), session.Left, session.End, game=self.id)

    async def _act(self, request: session.Request) -> None:
        before = self.board.to_string()
        changes = (session.Start, session.State, session.End)
        while True:
            reply: session.Reply = await self._requester.ask(request, *changes, game=self.id)
            # If nothing has changed, this is the state after a reconnection: the request was lost.
            if not (isinstance(reply, session.Start) and reply.board == before):
                return

    def take(
        self, reply: session.Waiting | session.Start | session.State | session.Turn | session.End
    ) -> None:
        """Apply a message of the server."""
        if isinstance(reply, session.Waiting):
            self.token = reply.token
            return
        if isinstance(reply, session.Start) and reply.token is not None:
            self.token = reply.token
        self.receive(reply)
