"""Who can be played against, by HTTP."""

from typing import Final

from fastapi import APIRouter

from obversi.agents.levels import LEVELS, Level
from obversi.net.thinking.offers import LEVEL_PREFIX
from obversi.web.agent_names import agent_name
from obversi.web.models import Answer, RulesName, SizeInAddress
from obversi.web.services import ServicesHere
from obversi.wire.session import Offer

__all__ = ["router"]

router = APIRouter()

# Levels were measured against each other on this board only.
_MEASURED_SIZE: Final = 8


class Rating(Answer):
    """How strong somebody is, in Elo above random play, with a 95 % interval."""

    elo: int
    low: int
    high: int


class AgentEntry(Answer):
    """An agent: what to ask for it by, what to call it, and how strong it is if that is known."""

    description: str
    name: str
    words: str
    level: int | None
    rating: Rating | None


class AgentList(Answer):
    """The agents that the server offers."""

    agents: list[AgentEntry]


@router.get("/api/agents")
async def agents(
    services: ServicesHere, rules: RulesName = "normal", size: SizeInAddress = 8
) -> AgentList:
    """List who can be played against, by the rules and on the board that are asked for."""
    return AgentList(agents=[_entry(offer, rules, size) for offer in services.thinkers.offers()])


def _entry(offer: Offer, rules: str, size: int) -> AgentEntry:
    level = _level(offer.description, rules)
    return AgentEntry(
        description=offer.description,
        name=agent_name(offer.description) if level is None else f"level {level.number}",
        words=offer.words,
        level=None if level is None else level.number,
        rating=None if level is None or size != _MEASURED_SIZE else _rating(level, rules),
    )


def _level(description: str, rules: str) -> Level | None:
    number = description.removeprefix(LEVEL_PREFIX)
    return next((level for level in LEVELS[rules] if str(level.number) == number), None)


def _rating(level: Level, rules: str) -> Rating | None:
    measured = level.rating(rules)
    if measured is None:
        return None
    return Rating(elo=measured.rating, low=measured.low, high=measured.high)
