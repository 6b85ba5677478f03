"""Endpoints about the server: its version and its agents."""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from fastapi import APIRouter

from obversi import SIZES, __version__
from obversi.agents.description import AgentDescription, read_description
from obversi.agents.levels import LEVELS, Level
from obversi.net.workers.local_context import LEVEL_PREFIX
from obversi.rules import Rules
from obversi.web.models import ReplyModel, RulesName, SizeInAddress
from obversi.web.services import InjectedServices
from obversi.wire.session import Offer

router = APIRouter()


class About(ReplyModel):
    """The version, what can be played, and the maximal seconds of an analysis."""

    version: str
    rules: list[str]
    sizes: list[int]
    levels: int
    analysis_seconds: float


@router.get("/api/about")
async def about(services: InjectedServices) -> About:
    """Describe this server."""
    return About(
        version=__version__,
        rules=list(LEVELS),
        sizes=list(SIZES),
        levels=len(LEVELS["normal"]),
        analysis_seconds=services.settings.limits.analysis_seconds,
    )


_NAMES = {"mcts": "Monte Carlo tree search"}

_OPTIONS: Mapping[str, Callable[[Any], str]] = {
    "seconds": lambda seconds: f"{seconds:g} s per move",
    "playouts": lambda playouts: f"{playouts:,} playouts",
    "nodes": lambda nodes: f"{nodes:,} positions",
    "depth": lambda depth: f"{depth} plies deep" if depth != 1 else "1 ply deep",
    "perfect": lambda empties: f"perfect with {empties} empty squares",
}


def agent_name(description: str) -> str:
    """Return a plain name for an agent, with its options.

    >>> agent_name("mcts:playouts=2000")
    'Monte Carlo tree search, 2,000 playouts'
    >>> agent_name("r2:seconds=0.5")
    'R2, 0.5 s per move'
    >>> agent_name("r1-corrected:level=3")
    'R1 corrected, level 3'
    """
    read = read_description(description)
    return ", ".join([_kind_name(read), *(_option(*each) for each in read.options.items())])


def _kind_name(read: AgentDescription) -> str:
    if read.operands:
        *path, last = read.operands
        return f"{PurePath(path[0]).stem} {last}" if path else PurePath(last).stem
    # The reports are R0 to R4.
    words = read.name.replace("-", " ")
    is_report = words[:1] == "r" and words[1:2].isdigit()
    return _NAMES.get(read.name, words.capitalize() if is_report else words)


def _option(name: str, value: Any) -> str:
    known = _OPTIONS.get(name)
    return f"{name.replace('_', ' ')} {value}" if known is None else known(value)


# Levels were measured against each other on this board only.
_MEASURED_SIZE = 8


class AgentStrength(ReplyModel):
    """Strength in Elo above random play, with a 95 % interval."""

    elo: int
    low: int
    high: int


class AgentEntry(ReplyModel):
    """An agent: its description, its name, and its rating if known."""

    description: str
    name: str
    words: str
    level: int | None
    rating: AgentStrength | None


class AgentList(ReplyModel):
    """The agents that the server offers."""

    agents: list[AgentEntry]


@router.get("/api/agents")
async def agents(
    services: InjectedServices, rules: RulesName = "normal", size: SizeInAddress = 8
) -> AgentList:
    """List the agents to play against, with ratings for these rules and this size."""
    return AgentList(
        agents=[agent_entry(offer, rules, size) for offer in services.engines.offers()]
    )


def agent_entry(offer: Offer, rules: Rules, size: int) -> AgentEntry:
    """Describe an agent, with its rating if it was measured in such games."""
    level = _level(offer.description, rules)
    return AgentEntry(
        description=offer.description,
        name=agent_name(offer.description) if level is None else f"level {level.number}",
        words=offer.words,
        level=None if level is None else level.number,
        rating=None if level is None or size != _MEASURED_SIZE else _rating(level, rules),
    )


def _level(description: str, rules: Rules) -> Level | None:
    number = description.removeprefix(LEVEL_PREFIX)
    return next((level for level in LEVELS[rules] if str(level.number) == number), None)


def _rating(level: Level, rules: Rules) -> AgentStrength | None:
    measured = level.rating(rules)
    if measured is None:
        return None
    return AgentStrength(elo=measured.rating, low=measured.low, high=measured.high)
