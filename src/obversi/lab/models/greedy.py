"""Evaluations that play by themselves: they take the move after which they like it best."""

from pathlib import Path

from obversi.agents.agent import Agent
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agent import CoreAgent
from obversi.agents.description import make_agent
from obversi.agents.search_agent import SearchAgent
from obversi.errors import ObversiError
from obversi.heuristics import AnyEvaluation, evaluation

__all__ = ["greedy_player"]


def greedy_player(judge: AnyEvaluation | CoreAgent) -> tuple[str, Agent]:
    """Return what to call a player by, and the player: an evaluation looks one move ahead.

    An agent plays as it is, and so does a description that is no evaluation.

    >>> greedy_player("r4")[0], greedy_player("r4:depth=3")[0], greedy_player("greedy")[0]
    ('r4', 'r4:depth=3', 'greedy')
    """
    if isinstance(judge, CoreAgent):
        return judge.name, judge
    try:
        found = evaluation(judge)
    except ObversiError as error:
        if not isinstance(judge, str) or judge.split(":")[0] not in AGENTS:
            raise
        try:
            return judge, make_agent(judge)
        except ObversiError:
            # What fits neither was more likely meant as an evaluation.
            raise error from None
    name = str(judge) if isinstance(judge, str | Path) else found.name
    return name, SearchAgent(found, depth=1)
