"""What this server is, by HTTP."""

from fastapi import APIRouter

from obversi import SIZES, __version__
from obversi.agents.levels import LEVELS
from obversi.web.models import Answer
from obversi.web.services import ServicesHere

__all__ = ["router"]

router = APIRouter()


class About(Answer):
    """The version, what can be played, and how many seconds an analysis may take."""

    version: str
    rules: list[str]
    sizes: list[int]
    levels: int
    analysis_seconds: float


@router.get("/api/about")
async def about(services: ServicesHere) -> About:
    """Say what this server is."""
    return About(
        version=__version__,
        rules=list(LEVELS),
        sizes=list(SIZES),
        levels=len(LEVELS["normal"]),
        analysis_seconds=services.settings.bounds.analysis_seconds,
    )
