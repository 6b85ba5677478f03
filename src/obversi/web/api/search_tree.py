"""Endpoints of the search tree: a textbook search step by step, and a picture of it."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from obversi.arguments import suggestion
from obversi.board import Board
from obversi.errors import InputError
from obversi.heuristics.catalog import AnyEvaluation
from obversi.heuristics.features import symmetric_quarter
from obversi.heuristics.mix import Mix, Phase
from obversi.heuristics.reports import EVALUATIONS
from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.picture import Shape, draw_tree
from obversi.textbook.tracing.report import tree_svg
from obversi.textbook.tracing.trace import Counts, SearchName, StepTable, Trace
from obversi.web.fair_play import InjectedFairPlay
from obversi.web.games.positions import board_of, color_of
from obversi.web.http.errors import RequestError
from obversi.web.models import ColorName, GameRequest, ReplyModel, Written
from obversi.web.services import InjectedServices

router = APIRouter()

# Bounds on the time of a request and on the size of its reply.
_MAX_NODES = 1000
_MAX_DEPTH = 8
_MAX_PLAYOUTS = 500

Weight = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]


class TreeRequest(GameRequest):
    """A game whose last position is searched, the search, and its settings.

    The depth, the evaluation and the weights are for all searches but Monte Carlo tree search; the
    playouts, the exploration and the seed are for that. Weights of the squares a1, b1, c1, d1, b2,
    c2, d2, c3, d3 and d4 replace the evaluation.
    """

    search: SearchName = "alpha-beta"
    depth: Annotated[int, Field(ge=1, le=_MAX_DEPTH)] = 3
    evaluation: Annotated[str, Field(max_length=40)] = "r4"
    weights: Annotated[list[Weight], Field(min_length=10, max_length=10)] | None = None
    playouts: Annotated[int, Field(ge=1, le=_MAX_PLAYOUTS)] = 50
    exploration: Annotated[float, Field(ge=0, le=100)] = 1.414
    seed: Annotated[int, Field(ge=0, lt=1 << 32)] = 1


class TreeNode(ReplyModel):
    """A node: its cells, whose turn it is, and the moves that led to it; `turn` is null at the end.

    `x` and `y` are its centre in the picture.
    """

    board: str
    turn: ColorName | None
    path: list[str]
    x: float
    y: float


class TreeStep(ReplyModel):
    """A step: the node where the search is, a text, and the counts so far.

    `minimax_nodes` is how many nodes plain minimax has at this point.
    """

    node: int
    text: str
    nodes: int
    evaluations: int
    minimax_nodes: int | None
    cut: bool
    table: StepTable | None


class TreeReply(ReplyModel):
    """A search: what it found, its steps, and the picture of its tree."""

    title: str
    move: str
    value: str
    minimax: Counts
    nodes: list[TreeNode]
    steps: list[TreeStep]
    width: float
    height: float
    shapes: list[Shape]


class TreePictureRequest(TreeRequest):
    """The same, and the step that is drawn; the last one if it is null."""

    step: Annotated[int, Field(ge=0)] | None = None


@router.post("/api/tree")
async def tree(
    question: TreeRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> TreeReply:
    """Search the last position of a game, and return the steps of the search."""
    fair_play.check(board_of(question))
    return await services.run_slow(_reply, question)


@router.post("/api/tree/picture")
async def tree_picture(
    question: TreePictureRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> Written:
    """Draw the tree of a search as SVG, complete or after a step."""
    fair_play.check(board_of(question))
    return await services.run_slow(_picture, question)


def _trace(question: TreeRequest) -> Trace:
    board = board_of(question)
    if board.is_over:
        raise RequestError("the game is over: there is nothing to search", "position")
    if question.search == "mcts":
        return trace_mcts(board, question.playouts, question.seed, question.exploration)
    judge = _evaluation(question, board)
    try:
        return trace_search(board, question.search, judge, question.depth, most_nodes=_MAX_NODES)
    except InputError as error:  # everything else has been checked
        raise RequestError(
            f"{question.search} to depth {question.depth} opens more than {_MAX_NODES:,} nodes "
            "here: choose a smaller depth",
            "depth",
        ) from error


def _evaluation(question: TreeRequest, board: Board) -> AnyEvaluation:
    if question.weights is not None:
        squares = symmetric_quarter(question.weights)
        return Mix("own weights", (Phase({"squares": 1}),), squares, board.rules)
    name = question.evaluation
    # Other descriptions can name files: clients may not choose those.
    if name not in EVALUATIONS:
        raise RequestError(
            f"there is no evaluation {name!r}: {suggestion(name, EVALUATIONS)}", "evaluation"
        )
    return name


def _reply(question: TreeRequest) -> TreeReply:
    trace = _trace(question)
    picture = draw_tree(trace)
    paths: list[list[str]] = []
    for node in trace.nodes:
        before = [] if node.parent is None else paths[node.parent]
        paths.append(before if node.move is None else [*before, node.move])
    # Without validation: there may be thousands of shapes.
    return TreeReply.model_construct(
        title=trace.title,
        move=trace.move,
        value=trace.value,
        minimax=trace.minimax,
        nodes=[
            TreeNode.model_construct(
                board=node.board.to_string()[:-2],
                turn=None if node.board.is_over else color_of(node.board.turn),
                path=path,
                x=x,
                y=y,
            )
            for node, path, (x, y) in zip(trace.nodes, paths, picture.centres, strict=True)
        ],
        steps=[
            TreeStep.model_construct(
                node=step.node,
                text=step.text,
                nodes=step.nodes,
                evaluations=step.evaluations,
                minimax_nodes=step.minimax_nodes,
                cut=step.cut is not None,
                table=step.table,
            )
            for step in trace.steps
        ],
        width=picture.width,
        height=picture.height,
        shapes=list(picture.shapes),
    )


def _picture(question: TreePictureRequest) -> Written:
    trace = _trace(question)
    try:
        text = tree_svg(trace, question.step)
    except InputError as error:
        raise RequestError(str(error), "step") from error
    name = f"obversi-{question.search}{'' if question.step is None else f'-{question.step}'}.svg"
    return Written(text=text, file_name=name, media_type="image/svg+xml")
