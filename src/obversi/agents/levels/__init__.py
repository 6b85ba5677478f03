"""Levels: a dozen strengths of the engine, from a beginner to the champion."""

from obversi.agents.levels.asked import engine_or_level
from obversi.agents.levels.level import Level
from obversi.agents.levels.level_agent import LevelAgent
from obversi.agents.levels.ratings import LevelRating
from obversi.agents.levels.slips import Slips
from obversi.agents.levels.table import LEVELS, level

__all__ = [
    "LEVELS",
    "Level",
    "LevelAgent",
    "LevelRating",
    "Slips",
    "engine_or_level",
    "level",
]
