"""Who moves: agents that choose a move for a board."""

from obversi.agents.agent import Agent
from obversi.agents.agent_kind import AgentKind, AgentOption
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agent import CoreAgent
from obversi.agents.description import AgentDescription, make_agent, read_description
from obversi.agents.engine_agent import EngineAgent
from obversi.agents.failure import AgentFailureError, Fault
from obversi.agents.greedy_agent import GreedyAgent
from obversi.agents.gtp_agent import GtpAgent
from obversi.agents.monte_carlo_agent import MonteCarloAgent
from obversi.agents.nboard_agent import NBoardAgent
from obversi.agents.program_agent import ProgramAgent
from obversi.agents.random_agent import RandomAgent
from obversi.agents.search_agent import SearchAgent
from obversi.agents.thought import Thinker, Thought, think

__all__ = [
    "AGENTS",
    "Agent",
    "AgentDescription",
    "AgentFailureError",
    "AgentKind",
    "AgentOption",
    "CoreAgent",
    "EngineAgent",
    "Fault",
    "GreedyAgent",
    "GtpAgent",
    "MonteCarloAgent",
    "NBoardAgent",
    "ProgramAgent",
    "RandomAgent",
    "SearchAgent",
    "Thinker",
    "Thought",
    "make_agent",
    "read_description",
    "think",
]
