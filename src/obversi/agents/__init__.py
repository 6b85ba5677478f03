"""Agents, which choose a move for a board."""

from obversi.agents.agent import (
    Agent,
    AgentFailureError,
    AgentKind,
    AgentOption,
    BaseAgent,
    FailureKind,
    Thinker,
    Thought,
    think,
)
from obversi.agents.book_agent import BookAgent
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agents import (
    CoreAgent,
    GreedyAgent,
    MonteCarloAgent,
    RandomAgent,
    SearchAgent,
)
from obversi.agents.description import AgentDescription, make_agent, read_description
from obversi.agents.engine_agent import EngineAgent
from obversi.agents.gtp_agent import GtpAgent
from obversi.agents.nboard_agent import NBoardAgent
from obversi.agents.program_agent import ProgramAgent
from obversi.agents.r2_agent import LeftoverAgent

__all__ = [
    "AGENTS",
    "Agent",
    "AgentDescription",
    "AgentFailureError",
    "AgentKind",
    "AgentOption",
    "BaseAgent",
    "BookAgent",
    "CoreAgent",
    "EngineAgent",
    "FailureKind",
    "GreedyAgent",
    "GtpAgent",
    "LeftoverAgent",
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
