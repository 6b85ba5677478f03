"""The turn of a player: the clock of the mover, and the search of an agent for its move."""

import asyncio
from collections.abc import Callable

from obversi.agents.agent import Thought
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.net.games.context import ServerContext, Timer
from obversi.net.games.game import Game
from obversi.net.workers.job import BusyError, Requester

# Seconds until a busy engine pool is tried again; doubled each time up to the maximum.
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.0

# The least seconds that an agent gets, if its clock has almost run out.
_LEAST_CLOCK = 1e-3

# Timers may fire a little early: seconds until the clock is read again.
_CLOCK_PAUSE = 0.001


class AgentTurn:
    """Requests the move of an agent from the engine pool, and takes one result."""

    def __init__(
        self,
        context: ServerContext,
        started: Callable[[], None],
        moved: Callable[[str], None],
        failed: Callable[[str], None],
    ) -> None:
        """Call `started` when the search begins, then `moved` with the move or `failed`."""
        self._context = context
        self._started = started
        self._moved = moved
        self._failed = failed
        self._thought: asyncio.Future[Thought] | None = None
        self._retry: Timer | None = None

    @property
    def is_running(self) -> bool:
        """Whether a move was requested that has not come yet."""
        return self._thought is not None or self._retry is not None

    def start(self, game: Game, requester: Requester, pause: float = _FIRST_PAUSE) -> None:
        """Request the move of the agent whose turn it is, in the requester's share of the time."""
        self.cancel()
        mover = game.mover
        assert mover is not None
        try:
            thought = self._context.engines.think(
                requester, mover.who.name, game.board.copy(), self._limit(game), self._started
            )
        except BusyError:
            longer = min(2 * pause, _LONGEST_PAUSE)
            self._retry = self._context.later(pause, lambda: self.start(game, requester, longer))
        except ObversiError as error:
            self._failed(str(error))
        else:
            self._thought = thought
            thought.add_done_callback(lambda done: self._done(done, game, requester))

    def start_later(self, game: Game, requester: Requester, pause: float) -> None:
        """Request the move after a pause."""
        self.cancel()
        self._retry = self._context.later(pause, lambda: self.start(game, requester))

    def cancel(self) -> None:
        """Withdraw the request, if there is one."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.cancel()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def _limit(self, game: Game) -> Limit:
        seconds = self._context.limits.think_seconds
        left, setting = game.clocks.left(game.board.turn), game.clocks.setting
        if left is None or setting is None:
            return Limit(seconds=seconds)
        clock = max(left, _LEAST_CLOCK)
        return Limit(seconds=seconds, clock=clock, increment=setting.increment)

    def _done(self, thought: "asyncio.Future[Thought]", game: Game, requester: Requester) -> None:
        if thought is not self._thought:
            if not thought.cancelled():
                thought.exception()  # so that asyncio does not report it as unread
            return
        self._thought = None
        if thought.cancelled():  # by the pool, which has been closed
            self.start_later(game, requester, _LONGEST_PAUSE)
        elif error := thought.exception():
            self._failed(str(error) or type(error).__name__)
        else:
            self._moved(thought.result().move)


class ClockTimer:
    """Runs the mover's clock, and reports when its time is over."""

    def __init__(self, game: Game, context: ServerContext, on_timeout: Callable[[], None]) -> None:
        """Start with both clocks stopped."""
        self._game = game
        self._context = context
        self._on_timeout = on_timeout
        self._timer: Timer | None = None

    def run(self) -> None:
        """Run the mover's clock from now on, if the game runs."""
        turn = self._game.turn
        if turn is not None:
            self._game.clocks.start(turn)
            self._set(self._game.clocks.left(turn), self._check)

    def run_after(self, seconds: float) -> None:
        """Run the mover's clock after some seconds."""
        self._set(seconds, self.run)

    def stop(self) -> None:
        """Cancel the timer; the clock itself is stopped by the move."""
        self._set(None, self.run)

    def _check(self) -> None:
        turn = self._game.turn
        if turn is None:
            return
        if self._game.clocks.is_over(turn):
            self._on_timeout()
        else:
            self._set(_CLOCK_PAUSE, self._check)

    def _set(self, seconds: float | None, callback: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self._context.later(seconds, callback)
