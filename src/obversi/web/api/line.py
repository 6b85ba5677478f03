"""The positions of a game, by HTTP."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from obversi.web.games.game import board_of
from obversi.web.games.nodes import nodes_of
from obversi.web.models import Answer, Game, Node, RulesName, SizeNumber
from obversi.web.services import ServicesHere

__all__ = ["router"]

router = APIRouter()


class LineQuestion(Game):
    """A game, and the ply from which on its positions are wanted."""

    since: Annotated[int, Field(ge=0, le=200)] = 0


class Line(Answer):
    """The positions of a game, the board text of its first, and why no game leads to that."""

    rules: RulesName
    size: SizeNumber
    position: str
    doubts: list[str]
    nodes: list[Node]


@router.post("/api/line")
async def line(question: LineQuestion, services: ServicesHere) -> Line:
    """Return the positions of a game, with all that a view needs to know of each."""
    return await services.shortly(_line, question)


def _line(question: LineQuestion) -> Line:
    board = board_of(question)
    root = board.root()
    is_new = question.position.strip() and question.since == 0
    return Line(
        rules=question.rules,
        size=question.size,
        position=root.to_string(),
        doubts=root.problems() if is_new else [],
        nodes=list(nodes_of(board, question.since)),
    )
