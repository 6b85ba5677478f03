"""An agent of this machine that plays games on a server."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Self, TypeVar

from obversi.agents.agent import Agent, BaseAgent, SeatedAgent, think
from obversi.agents.description import make_agent, read_description
from obversi.arena.game.plan import TimeControl
from obversi.board import Board
from obversi.color import Color
from obversi.move import Move
from obversi.play import checked_move
from obversi.rules import Rules

Result = TypeVar("Result")


class AgentPlayer:
    """Plays one game after another with an agent, in a thread beside the event loop.

    All calls of the agent are made in the given thread, so that messages are received while it
    thinks. As in the arena, an agent is made anew for each game, and a program is started once.
    """

    def __init__(
        self,
        description: str,
        thread: Executor,
        *,
        seconds: float = 1.0,
        seed: int | None = None,
    ) -> None:
        """Take `seconds` for a move if neither the description nor a clock sets a limit."""
        self._kind = read_description(description).kind
        self._description = description
        self._seed = seed
        self._by_move = TimeControl(seconds=seconds)
        self._time = self._by_move
        self._agent: Agent | None = None
        self._thread = thread

    @property
    def name(self) -> str:
        """The name of the agent at a server: its description."""
        return self._description

    async def begin(
        self, size: int, rules: Rules, color: Color, clock: float | None = None
    ) -> None:
        """Start a game; `clock` is the seconds on the clock, if there is one."""
        await self._do(lambda: self._begin(size, rules, color, clock))

    async def choose(self, board: Board, clock: float | None = None) -> Move:
        """Return the agent's legal move, found within the time on the clock."""
        return await self._do(lambda: self._choose(board, clock))

    def close(self) -> None:
        """End the agent after its current work."""
        self._thread.submit(self._end)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    # In the agent's thread

    def _begin(self, size: int, rules: Rules, color: Color, clock: float | None) -> None:
        self._time = self._by_move if clock is None else TimeControl(clock=clock)
        if isinstance(self._agent, SeatedAgent):
            self._end()  # it gave its seat up with the game before
        if self._agent is None or not self._kind.kept:
            reads_clock = clock is not None and self._kind.reads_clocks
            seconds = None if reads_clock else self._time.steady_seconds(size)
            self._agent = make_agent(self._description, seed=self._seed, seconds=seconds)
        agent = self._agent
        if isinstance(agent, BaseAgent):
            agent.begin()
        if isinstance(agent, BaseAgent):
            agent.prepare(size, rules)
        if isinstance(agent, SeatedAgent):
            agent.sit(size, rules, color)

    def _choose(self, board: Board, clock: float | None) -> Move:
        assert self._agent is not None, "it has begun no game"
        limit = self._time.limit(clock)
        return checked_move(self._agent, board, think(self._agent, board.copy(), limit).move)

    def _end(self) -> None:
        if isinstance(self._agent, BaseAgent):
            self._agent.close()
        self._agent = None

    async def _do(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
