"""The agents of games: made anew for each, or kept from game to game."""

import warnings
from contextlib import suppress
from typing import Self

from obversi.agents.agent import Agent, KeptAgent, PreparedAgent, SeatedAgent
from obversi.agents.agent_kind import AgentKind
from obversi.agents.catalog import AGENTS
from obversi.agents.description import make_agent
from obversi.arena.game.plan import GamePlan, Player
from obversi.engine import Engine
from obversi.errors import ObversiWarning

__all__ = ["AgentPool"]

_ADJUDICATOR_MB = 16


class AgentPool:
    """Makes the agents of one game after another, in one process.

    Agents are made for each game and remember nothing of those before. Those that are programs are
    started once, and told when a game begins. But who takes a seat at a game gives it up with the
    game: no process of an agent that does not play takes memory from one that does.
    """

    def __init__(self) -> None:
        """Have nobody at first."""
        self._kept: dict[Player, KeptAgent] = {}
        self._adjudicator: Engine | None = None

    def agent(self, plan: GamePlan, color: int) -> Agent:
        """Return who plays a colour, ready for a new game."""
        player = plan.player(color)
        agent = self._kept_agent(player, plan) if _kind(player).kept else _made(player, plan)
        if isinstance(agent, PreparedAgent):
            agent.prepare(plan.opening.size, plan.opening.rules)
        return agent

    def _kept_agent(self, player: Player, plan: GamePlan) -> KeptAgent:
        place = Player(player.agent, player.description, seed=0)
        if place not in self._kept:
            made = _made(player, plan)
            assert isinstance(made, KeptAgent)
            self._kept[place] = made
        self._kept[place].begin()
        return self._kept[place]

    def end_game(self) -> None:
        """End the agents that have had a seat at the game that is over."""
        for place, agent in list(self._kept.items()):
            if isinstance(agent, SeatedAgent):
                del self._kept[place]
                with suppress(Exception):  # the game is played, whatever is left behind
                    agent.close()

    def adjudicator(self) -> Engine:
        """Return the engine that says how a game would end."""
        if self._adjudicator is None:
            self._adjudicator = Engine(1, _ADJUDICATOR_MB)
        return self._adjudicator

    def close(self) -> None:
        """End those that were kept."""
        while self._kept:
            _, agent = self._kept.popitem()
            agent.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _made(player: Player, plan: GamePlan) -> Agent:
    told_by_clock = plan.time.clock is not None and _kind(player).reads_clocks
    seconds = None if told_by_clock else plan.time.steady_seconds(plan.opening.size)
    with warnings.catch_warnings():
        # What it cannot have was told before the first game.
        warnings.simplefilter("ignore", ObversiWarning)
        return make_agent(player.description, seed=player.seed, seconds=seconds)


def _kind(player: Player) -> AgentKind:
    return AGENTS[player.description.partition(":")[0]]
