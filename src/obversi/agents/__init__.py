"""Agents, which choose a move for a board."""

from obversi.agents.agent import BaseAgent, Thought
from obversi.agents.course.preset import preset_names, read_preset
from obversi.agents.description import make_agent

__all__ = [
    "BaseAgent",
    "Thought",
    "make_agent",
    "preset_names",
    "read_preset",
]
