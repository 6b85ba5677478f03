"""The agents of games: new ones for each game, and programs that run for many games."""

import warnings
from contextlib import suppress
from typing import Self

from obversi.agents.agent import AgentKind, BaseAgent, SeatedAgent
from obversi.agents.catalog import AGENTS
from obversi.agents.description import make_agent
from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.color import Color
from obversi.engine import Engine
from obversi.errors import ObversiWarning

_ADJUDICATOR_MB = 16


class AgentPool:
    """Makes the agents of one game after another, in one process.

    Agents are made for each game and remember nothing of earlier ones. Programs are started once
    and notified of each new game. A seated agent is closed after its game, so that the process of
    an agent that does not play takes no memory from one that does.
    """

    def __init__(self) -> None:
        """Start without agents."""
        self._kept: dict[PlannedAgent, BaseAgent] = {}
        self._adjudicator: Engine | None = None

    def agent(self, plan: GamePlan, color: Color) -> BaseAgent:
        """Return the agent of a colour, ready for a new game."""
        player = plan.player(color)
        agent = self._kept_agent(player, plan) if _kind(player).kept else _made(player, plan)
        agent.prepare(plan.opening.size, plan.opening.rules)
        return agent

    def _kept_agent(self, player: PlannedAgent, plan: GamePlan) -> BaseAgent:
        place = PlannedAgent(player.agent, player.description, seed=0)
        if place not in self._kept:
            self._kept[place] = _made(player, plan)
        self._kept[place].begin()
        return self._kept[place]

    def end_game(self) -> None:
        """Close the seated agents of a finished game."""
        for place, agent in list(self._kept.items()):
            if isinstance(agent, SeatedAgent):
                del self._kept[place]
                with suppress(Exception):  # the game still counts
                    agent.close()

    def adjudicator(self) -> Engine:
        """Return the engine that solves games for adjudication."""
        if self._adjudicator is None:
            self._adjudicator = Engine(1, _ADJUDICATOR_MB)
        return self._adjudicator

    def close(self) -> None:
        """Close all agents."""
        while self._kept:
            _, agent = self._kept.popitem()
            agent.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _made(player: PlannedAgent, plan: GamePlan) -> BaseAgent:
    reads_clock = plan.time.clock is not None and _kind(player).reads_clocks
    seconds = None if reads_clock else plan.time.steady_seconds(plan.opening.size)
    with warnings.catch_warnings():
        # The same warning was shown before the first game.
        warnings.simplefilter("ignore", ObversiWarning)
        return make_agent(player.description, seed=player.seed, seconds=seconds)


def _kind(player: PlannedAgent) -> AgentKind:
    return AGENTS[player.description.partition(":")[0]]
