"""Who moves: agents that choose a move for a board."""

from obversi.agents.agent import Agent
from obversi.agents.agent_kind import AgentKind, AgentOption
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agent import CoreAgent
from obversi.agents.description import make_agent
from obversi.agents.engine_agent import EngineAgent
from obversi.agents.greedy_agent import GreedyAgent
from obversi.agents.monte_carlo_agent import MonteCarloAgent
from obversi.agents.random_agent import RandomAgent
from obversi.agents.search_agent import SearchAgent

__all__ = [
    "AGENTS",
    "Agent",
    "AgentKind",
    "AgentOption",
    "CoreAgent",
    "EngineAgent",
    "GreedyAgent",
    "MonteCarloAgent",
    "RandomAgent",
    "SearchAgent",
    "make_agent",
]
