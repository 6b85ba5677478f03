"""An agent of this machine at the games of a server."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Self, TypeVar

from obversi.agents.agent import Agent, KeptAgent, PreparedAgent, SeatedAgent
from obversi.agents.description import make_agent, read_description
from obversi.agents.thought import think
from obversi.arena.game.time_control import TimeControl
from obversi.board import Board
from obversi.move import Move
from obversi.play import checked_move

__all__ = ["AgentSeat"]

Result = TypeVar("Result")


class AgentSeat:
    """Plays one game after another with the agent of a description, beside the event loop.

    Whatever the agent does, it does in the thread that is given, so that messages are heard while
    it thinks. As in the arena, an agent is made anew for each game, and a program is started once.
    """

    def __init__(
        self,
        description: str,
        thread: Executor,
        *,
        seconds: float = 1.0,
        seed: int | None = None,
    ) -> None:
        """Think `seconds` a move where neither the description nor a clock says how long."""
        self._kind = read_description(description).kind
        self._description = description
        self._seed = seed
        self._by_move = TimeControl(seconds=seconds)
        self._time = self._by_move
        self._agent: Agent | None = None
        self._thread = thread

    @property
    def name(self) -> str:
        """What the agent is called at a server: its description."""
        return self._description

    async def begin(self, size: int, rules: str, color: int, clock: float | None = None) -> None:
        """Sit down at a game, with so many seconds on the clock if there is one."""
        await self._do(lambda: self._begin(size, rules, color, clock))

    async def choose(self, board: Board, clock: float | None = None) -> Move:
        """Return the agent's legal move, found within what the clock shows."""
        return await self._do(lambda: self._choose(board, clock))

    def close(self) -> None:
        """End the agent when it has done what it is at."""
        self._thread.submit(self._end)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    # In the agent's thread

    def _begin(self, size: int, rules: str, color: int, clock: float | None) -> None:
        self._time = self._by_move if clock is None else TimeControl(clock=clock)
        if isinstance(self._agent, SeatedAgent):
            self._end()  # it gave its seat up with the game before
        if self._agent is None or not self._kind.kept:
            told_by_clock = clock is not None and self._kind.reads_clocks
            seconds = None if told_by_clock else self._time.steady_seconds(size)
            self._agent = make_agent(self._description, seed=self._seed, seconds=seconds)
        agent = self._agent
        if isinstance(agent, KeptAgent):
            agent.begin()
        if isinstance(agent, PreparedAgent):
            agent.prepare(size, rules)
        if isinstance(agent, SeatedAgent):
            agent.sit(size, rules, color)

    def _choose(self, board: Board, clock: float | None) -> Move:
        assert self._agent is not None, "it has begun no game"
        limit = self._time.limit(clock)
        return checked_move(self._agent, board, think(self._agent, board.copy(), limit).move)

    def _end(self) -> None:
        if isinstance(self._agent, KeptAgent):
            self._agent.close()
        self._agent = None

    async def _do(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
