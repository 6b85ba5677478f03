"""A game that is judged elsewhere, as it has been told so far."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from obversi.board import Board
from obversi.color import BLACK
from obversi.errors import ObversiError
from obversi.formats import record_from_moves, transcript
from obversi.move import PASS, Move
from obversi.wire.session import Clocks, ClockSetting, End, Start, State, Turn, color_number

__all__ = ["Event", "FarGame", "Interruption"]


@dataclass(frozen=True, slots=True)
class Interruption:
    """Something about the connection that players want to know."""

    text: str


Event = Start | Turn | State | End | Interruption


class FarGame(ABC):
    """A game at a server, from a seat or from a watcher's place.

    `board` is the position with the moves that led to it, `color` is one's own, or None for a
    watcher. The game has begun when `start` is there, and it is over when `end` is.
    """

    def __init__(self, rules: str = "normal", size: int = 8) -> None:
        """Wait for the game to begin."""
        self.board = Board(size, rules)
        self.start: Start | None = None
        self.end: End | None = None
        self.clocks: Clocks | None = None
        self._is_asked = False
        self._events: deque[Event] = deque()
        self._failure: ObversiError | None = None
        self._changed = asyncio.Event()

    # What is known

    @property
    def color(self) -> int | None:
        """One's own colour, or None for a watcher, and before the game has begun."""
        if self.start is None or self.start.color is None:
            return None
        return color_number(self.start.color)

    @property
    def clock(self) -> ClockSetting | None:
        """The clock that was agreed on, if there is one."""
        return None if self.start is None else self.start.clock

    @property
    def is_my_turn(self) -> bool:
        """Whether the server waits for a move of one's own."""
        return self._is_asked and self.end is None

    def seconds_left(self, color: int) -> float | None:
        """Return what was last told of a player's clock, if there is one."""
        if self.clocks is None:
            return None
        return self.clocks.black if color == BLACK else self.clocks.white

    # Waiting

    async def begun(self) -> Start:
        """Wait until the game has begun."""
        await self._until(lambda: self.start is not None or self.end is not None)
        if self.start is None:
            raise ObversiError("the game is over before it began")
        return self.start

    async def turns(self) -> AsyncIterator[Board]:
        """Yield the board, one's own copy, at each turn of one's own until the game is over."""
        while True:
            await self._until(lambda: self.is_my_turn or self.end is not None)
            if self.end is not None:
                return
            yield self.board.copy()

    @property
    def has_news(self) -> bool:
        """Whether something has happened that `next_event` has not returned yet."""
        return bool(self._events)

    async def next_event(self) -> Event:
        """Wait for what happens next, and return it; nothing does when the game is over."""
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
        """Make a move, and wait until it was made; one that is refused is an error."""

    @abstractmethod
    async def resign(self) -> None:
        """Give the game up."""

    @abstractmethod
    async def undo(self) -> None:
        """Go back to one's last turn."""

    # Being told

    def hear(self, event: Event) -> None:
        """Take what was told of the game, and let those know who wait for it."""
        match event:
            case Start():
                self._begin(event)
            case State():
                self._follow(event)
            case Turn():
                self._is_asked, self.clocks = True, event.clocks
            case End():
                self.end = event
        self._events.append(event)
        self._changed.set()

    def fail(self, error: ObversiError) -> None:
        """Hear that nothing more will be told."""
        self._failure = error
        self._changed.set()

    def _begin(self, start: Start) -> None:
        root = Board.parse(start.position, start.rules)
        board = record_from_moves(transcript.written_moves(start.moves), root).board()
        if board.must_pass:
            board.push(PASS)  # the server has passed, and passes are not among the moves
        self.board = _as_told(board, start.board)
        self.start, self.clocks, self.end = start, start.clocks, None
        self._is_asked = False  # before it is said so

    def _follow(self, state: State) -> None:
        board = self.board.copy()
        try:
            board.push(Move(state.move))
        except ObversiError:
            board = self.board  # the server is the only judge
        self.board = _as_told(board, state.board)
        self._is_asked, self.clocks = False, state.clocks

    async def _until(self, fulfilled: Callable[[], bool]) -> None:
        while not fulfilled():
            if self._failure is not None:
                raise self._failure
            self._changed.clear()
            await self._changed.wait()


def _as_told(board: Board, text: str) -> Board:
    """Return a board if it is what the server says, or else what the server says."""
    return board if board.to_string() == text else Board.parse(text, board.rules)
