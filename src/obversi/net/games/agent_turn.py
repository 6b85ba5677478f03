"""An agent's turn: the question to those who think, until there is an answer."""

import asyncio
from collections.abc import Callable
from typing import Final

from obversi.agents.thought import Thought
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.net.games.game import Game
from obversi.net.games.room import Room
from obversi.net.games.seats import Timer
from obversi.net.thinkers import Asker, BusyError

__all__ = ["AgentTurn"]

# So long, in seconds, until those who had too much to do are asked again, and longer each time.
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 1.0

# What is told to an agent whose clock is about to fall.
_LEAST_CLOCK: Final = 1e-3


class AgentTurn:
    """Asks for the move of an agent, again if nobody has time, and takes one answer."""

    def __init__(
        self,
        room: Room,
        began: Callable[[], None],
        moved: Callable[[str], None],
        failed: Callable[[str], None],
    ) -> None:
        """Take those who hear that the agent begins to think, the move, or why there is none."""
        self._room = room
        self._began = began
        self._moved = moved
        self._failed = failed
        self._thought: asyncio.Future[Thought] | None = None
        self._again: Timer | None = None

    @property
    def is_asked(self) -> bool:
        """Whether a move is wanted that is not there yet."""
        return self._thought is not None or self._again is not None

    def ask(self, game: Game, asker: Asker, pause: float = _FIRST_PAUSE) -> None:
        """Ask for the move of the agent who is to move, in the asker's share of the time."""
        self.cancel()
        mover = game.mover
        assert mover is not None
        try:
            thought = self._room.thinkers.think(
                asker, mover.who.name, game.board.copy(), self._limit(game), self._began
            )
        except BusyError:
            longer = min(2 * pause, _LONGEST_PAUSE)
            self._again = self._room.later(pause, lambda: self.ask(game, asker, longer))
        except ObversiError as error:
            self._failed(str(error))
        else:
            self._thought = thought
            thought.add_done_callback(lambda done: self._done(done, game, asker))

    def ask_later(self, game: Game, asker: Asker, pause: float) -> None:
        """Ask after a pause."""
        self.cancel()
        self._again = self._room.later(pause, lambda: self.ask(game, asker))

    def cancel(self) -> None:
        """Want no move any more."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.cancel()
        if self._again is not None:
            self._again.cancel()
            self._again = None

    def _limit(self, game: Game) -> Limit:
        seconds = self._room.bounds.think_seconds
        left, setting = game.clocks.left(game.board.turn), game.clocks.setting
        if left is None or setting is None:
            return Limit(seconds=seconds)
        clock = max(left, _LEAST_CLOCK)
        return Limit(seconds=seconds, clock=clock, increment=setting.increment)

    def _done(self, thought: "asyncio.Future[Thought]", game: Game, asker: Asker) -> None:
        if thought is not self._thought:
            if not thought.cancelled():
                thought.exception()  # nobody wants to know any more
            return
        self._thought = None
        if thought.cancelled():  # by those who think: they have stopped, or will start again
            self.ask_later(game, asker, _LONGEST_PAUSE)
        elif error := thought.exception():
            self._failed(str(error) or type(error).__name__)
        else:
            self._moved(thought.result().move)
