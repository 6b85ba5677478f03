"""What the evaluations of the reports see in a position, by HTTP."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from obversi.board import Board
from obversi.heuristics import EVALUATIONS, Explanation
from obversi.heuristics import explain as explained
from obversi.suggestion import suggestion
from obversi.web.games.game import board_of
from obversi.web.games.nodes import color_of
from obversi.web.http.errors import RequestError
from obversi.web.models import Answer, ColorName, Game
from obversi.web.services import ServicesHere

__all__ = ["router"]

router = APIRouter()

EvaluationName = Annotated[str, Field(max_length=40)]


class EvaluationEntry(Answer):
    """An evaluation: its name, what it looks at, and the report that it is from."""

    name: str
    words: str
    origin: str


class EvaluationList(Answer):
    """All evaluations that can be asked."""

    evaluations: list[EvaluationEntry]


class ExplainQuestion(Game):
    """A game whose last position is judged, and by which evaluations; all of them if none."""

    evaluations: Annotated[list[EvaluationName], Field(max_length=20, default_factory=list)]


class JudgedTerm(Answer):
    """A part of a value: a feature, seen by the mover, times its weight."""

    name: str
    feature: float
    weight: float
    points: float


class JudgedMove(Answer):
    """A move, what the position right after it is worth to the mover, and whether none is more."""

    move: str
    value: float
    best: bool


class Judged(Answer):
    """What one evaluation says of a position, and of each of its moves."""

    name: str
    words: str
    value: float
    terms: list[JudgedTerm]
    moves: list[JudgedMove]


class Explained(Answer):
    """What evaluations say to the one who is to move, whom there is none of at the end."""

    turn: ColorName | None
    evaluations: list[Judged]


@router.get("/api/evaluations")
async def evaluations() -> EvaluationList:
    """List the evaluations of the reports."""
    return EvaluationList(
        evaluations=[
            EvaluationEntry(name=name, words=kind.description, origin=kind.origin)
            for name, kind in EVALUATIONS.items()
        ]
    )


@router.post("/api/explain")
async def explain(question: ExplainQuestion, services: ServicesHere) -> Explained:
    """Say what evaluations see in the last position of a game, term by term."""
    names = list(dict.fromkeys(question.evaluations)) or list(EVALUATIONS)
    for name in names:
        # By other texts evaluations come from files: those are not for strangers to name.
        if name not in EVALUATIONS:
            raise RequestError(
                f"there is no evaluation {name!r}: {suggestion(name, EVALUATIONS)}", "evaluations"
            )
    board = board_of(question)
    return _answer(board, await services.apart(explained, board, *names))


def _answer(board: Board, explanation: Explanation) -> Explained:
    return Explained(
        turn=None if board.is_over else color_of(board.turn),
        evaluations=[
            Judged(
                name=judgement.name,
                words=EVALUATIONS[judgement.name].description,
                value=judgement.value,
                terms=[
                    JudgedTerm(
                        name=term.name, feature=term.value, weight=term.weight, points=term.points
                    )
                    for term in judgement.terms
                ],
                moves=_moves(explanation, place),
            )
            for place, judgement in enumerate(explanation.position)
        ],
    )


def _moves(explanation: Explanation, place: int) -> list[JudgedMove]:
    best = explanation.best(place)
    return [
        JudgedMove(move=move, value=value, best=move in best)
        for move, value in explanation.values(place).items()
    ]
