"""The names of openings, by HTTP."""

from functools import cache

from fastapi import APIRouter, Request
from starlette.responses import Response

from obversi.openings import OPENINGS
from obversi.web.http.known import SAME, cached_headers, has_already, mark_of, same_as_before
from obversi.web.models import Answer

__all__ = ["router"]

router = APIRouter()


class OpeningAnswer(Answer):
    """A name, and the moves from the usual start that it stands for."""

    name: str
    moves: str


class OpeningsAnswer(Answer):
    """All openings that have a name."""

    openings: list[OpeningAnswer]


@router.get("/api/openings", responses=SAME, response_model=OpeningsAnswer)
async def openings(request: Request, response: Response) -> OpeningsAnswer | Response:
    """Return the names of openings on 8×8; they never change while the server runs."""
    answer, mark = _answer()
    if has_already(request, mark):
        return same_as_before(mark)
    response.headers.update(cached_headers(mark))
    return answer


@cache
def _answer() -> tuple[OpeningsAnswer, str]:
    found = [OpeningAnswer(name=opening.name, moves="".join(opening.moves)) for opening in OPENINGS]
    return OpeningsAnswer(openings=found), mark_of(OPENINGS)
