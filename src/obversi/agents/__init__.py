"""Who moves: agents that choose a move for a board."""

from obversi.agents.agent import Agent
from obversi.agents.catalog import AGENTS, AgentKind, AgentOption, make_agent
from obversi.agents.engine_agent import EngineAgent
from obversi.agents.greedy_agent import GreedyAgent
from obversi.agents.random_agent import RandomAgent

__all__ = [
    "AGENTS",
    "Agent",
    "AgentKind",
    "AgentOption",
    "EngineAgent",
    "GreedyAgent",
    "RandomAgent",
    "make_agent",
]
