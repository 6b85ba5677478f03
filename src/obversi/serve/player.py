"""Who moves for a session: the engine with its limits, or one of its levels."""

from collections.abc import Callable
from typing import Final

from obversi.agents.levels import LevelAgent
from obversi.agents.thought import Thought
from obversi.analysis import Analysis
from obversi.board import Board, unfinished_board
from obversi.engine import Engine
from obversi.errors import ObversiError
from obversi.limit import Limit

__all__ = ["Player"]

_NO_CLOCK: Final = Limit()


class Player:
    """Chooses moves within limits of its own and those of a clock."""

    def __init__(
        self,
        engine: Engine,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        level: int | None = None,
    ) -> None:
        """Think so long, or so deep, or at a level; a second if nothing is said."""
        if level is not None and depth is not None:
            raise ObversiError("a level has its own depth: leave the depth or the level out")
        self.engine = engine
        self._limit = Limit(seconds=seconds, depth=depth)
        self._agent = None if level is None else LevelAgent(level, seconds=seconds, engine=engine)

    @property
    def level(self) -> int | None:
        """The number of the level, if there is one."""
        return None if self._agent is None else self._agent.level

    def prepare(self, size: int, rules: str) -> None:
        """Load what is known of a game, which takes longer than many a move may."""
        if self._agent is not None:
            self._agent.prepare(size, rules)
        self.engine.evaluate(Board(size, rules))

    def limit(self, clock: Limit = _NO_CLOCK, depth: int | None = None) -> Limit:
        """Return the limit of a search; `depth` counts instead of its own."""
        seconds = [limit.seconds for limit in (self._limit, clock) if limit.seconds is not None]
        return Limit(
            seconds=min(seconds, default=None),
            depth=depth or self._limit.depth,
            clock=clock.clock,
            increment=clock.increment,
        )

    def think(
        self,
        board: Board,
        clock: Limit = _NO_CLOCK,
        depth: int | None = None,
        on_step: Callable[[Analysis], None] | None = None,
    ) -> Thought:
        """Choose a move, and tell what is known after each step; where there is only one, neither.

        A level chooses as it always does, whatever the depth, and tells no steps.
        """
        if len(unfinished_board(board).legal_moves) == 1:
            return Thought(board.legal_moves[0])
        limit = self.limit(clock, depth)
        if self._agent is not None:
            return self._agent.think(board, limit)
        for found in self.engine.stream(board, limit):
            if on_step is not None:
                on_step(found)
        return Thought(found.move, float(found.margin), found.depth, found.nodes)
