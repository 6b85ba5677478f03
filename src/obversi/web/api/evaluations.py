"""Endpoints about evaluations: a list, and the features of a position's value."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from obversi.arguments import suggestion
from obversi.board import Board
from obversi.heuristics.evaluation import WeightedFeature
from obversi.heuristics.explain import Explanation, explain as explained
from obversi.heuristics.features import FEATURES
from obversi.heuristics.reports import EVALUATIONS
from obversi.web.fair_play import InjectedFairPlay
from obversi.web.games.positions import board_of, color_of
from obversi.web.http.errors import RequestError
from obversi.web.models import ColorName, GameRequest, ReplyModel
from obversi.web.services import InjectedServices

router = APIRouter()

EvaluationName = Annotated[str, Field(max_length=40)]


#: The name of the engine's own evaluation.
ENGINE_EVALUATION = "patterns"
_FINISHED = "finished"
_ENGINE_WORDS = "the engine's own: learned patterns, the expected margin in discs"

#: The title of the only feature of a finished game, and what it counts.
FINISHED_WORDS = ("Finished game", "the result for the player whose turn it would be")

#: A description of each evaluation, and its report; the engine's comes last.
EVALUATION_WORDS = {
    **{name: (kind.description, kind.origin) for name, kind in EVALUATIONS.items()},
    ENGINE_EVALUATION: (_ENGINE_WORDS, "Obversi"),
}


class EvaluationEntry(ReplyModel):
    """An evaluation: its name, a description, and the report that it is from."""

    name: str
    words: str
    origin: str


class EvaluationList(ReplyModel):
    """All evaluations."""

    evaluations: list[EvaluationEntry]


class ExplainRequest(GameRequest):
    """A game whose last position is evaluated, and the evaluations; all if the list is empty."""

    evaluations: Annotated[list[EvaluationName], Field(max_length=20, default_factory=list)]


class EvaluatedFeature(ReplyModel):
    """A part of a value: a feature, for the mover, times its weight.

    `title` is the name of the feature in plain English, `words` say what it counts.
    """

    name: str
    title: str
    words: str
    value: float
    weight: float
    points: float


class EvaluatedMove(ReplyModel):
    """A move, the value of the position after it for the mover, and whether it is best."""

    move: str
    value: float
    best: bool


class Evaluated(ReplyModel):
    """The value of a position by one evaluation, and of each of its moves."""

    name: str
    words: str
    value: float
    features: list[EvaluatedFeature]
    moves: list[EvaluatedMove]


class Explained(ReplyModel):
    """Values of a position for the mover; `turn` is null at the end."""

    turn: ColorName | None
    evaluations: list[Evaluated]


@router.get("/api/evaluations")
async def evaluations() -> EvaluationList:
    """List the evaluations of the reports, and the engine's."""
    return EvaluationList(
        evaluations=[
            EvaluationEntry(name=name, words=words, origin=origin)
            for name, (words, origin) in EVALUATION_WORDS.items()
        ]
    )


@router.post("/api/explain")
async def explain(
    question: ExplainRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> Explained:
    """Evaluate the last position of a game, feature by feature."""
    names = list(dict.fromkeys(question.evaluations)) or list(EVALUATION_WORDS)
    for name in names:
        # Other descriptions can name files: clients may not choose those.
        if name not in EVALUATION_WORDS:
            raise RequestError(
                f"there is no evaluation {name!r}: {suggestion(name, EVALUATION_WORDS)}",
                "evaluations",
            )
    board = board_of(question)
    fair_play.check(board)
    return _answer(board, await services.run_slow(explained, board, *names))


def _answer(board: Board, explanation: Explanation) -> Explained:
    return Explained(
        turn=None if board.is_over else color_of(board.turn),
        evaluations=[
            Evaluated(
                name=judgement.name,
                words=EVALUATION_WORDS[judgement.name][0],
                value=judgement.value,
                features=[_evaluated(feature) for feature in judgement.features],
                moves=_moves(explanation, place),
            )
            for place, judgement in enumerate(explanation.position)
        ],
    )


def _evaluated(feature: WeightedFeature) -> EvaluatedFeature:
    title, words = feature_title(feature.name), FEATURES.get(feature.name, _ENGINE_WORDS)
    if feature.name == _FINISHED:
        title, words = FINISHED_WORDS
    return EvaluatedFeature.copy_of(feature, title=title, words=words)


def feature_title(feature: str) -> str:
    """Write the name of a feature in plain English.

    >>> feature_title("corner_closeness"), feature_title("r3_mobility")
    ('Corner closeness', 'Mobility as in R3')
    """
    name = feature.replace("_", " ")
    plain = f"{name.removeprefix('r3 ')} as in R3" if name.startswith("r3 ") else name
    return plain[0].upper() + plain[1:]


def _moves(explanation: Explanation, place: int) -> list[EvaluatedMove]:
    best = explanation.best(place)
    return [
        EvaluatedMove(move=move, value=value, best=move in best)
        for move, value in explanation.values(place).items()
    ]
