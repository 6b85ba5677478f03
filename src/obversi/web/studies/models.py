"""A study as JSON, and as a tree of positions."""

from typing import Annotated, Literal

from pydantic import Field

from obversi.board import Board
from obversi.errors import FormatError
from obversi.formats.game_tree import (
    MAX_ARROWS,
    MAX_COMMENT,
    MAX_LABEL,
    MAX_MARKS,
    MAX_NAME,
    MAX_NODES,
    Arrow,
    GameTree,
    Mark,
    MarkColor,
    Notes,
    Shape,
    TreeBuilder,
    cleaned,
)
from obversi.formats.record import GameRecord
from obversi.web.games.positions import nodes_of, root_of
from obversi.web.http.errors import RequestError
from obversi.web.models import GameRequest, Node, RequestModel, RulesName, SizeNumber

MAX_TITLE = 120

SquareName = Annotated[str, Field(pattern="^[a-h][1-8]$")]


class StudyMark(RequestModel):
    """A drawing on a square; a label has a text."""

    square: SquareName
    shape: Shape = "circle"
    color: MarkColor = "green"
    text: Annotated[str, Field(max_length=MAX_LABEL)] = ""


class StudyArrow(RequestModel):
    """An arrow from a square to another."""

    start: SquareName
    end: SquareName
    color: MarkColor = "green"


class StudyNode(RequestModel):
    """A position: the number of its parent, the move that leads to it, and the notes on it.

    The first node has neither parent nor move.
    """

    parent: Annotated[int, Field(ge=0, lt=MAX_NODES)] | None = None
    move: Annotated[str, Field(pattern="^([a-h][1-8]|pass)$")] | None = None
    comment: Annotated[str, Field(max_length=MAX_COMMENT)] = ""
    name: Annotated[str, Field(max_length=MAX_NAME)] = ""
    marks: Annotated[list[StudyMark], Field(max_length=MAX_MARKS, default_factory=list)]
    arrows: Annotated[list[StudyArrow], Field(max_length=MAX_ARROWS, default_factory=list)]


class Study(RequestModel):
    """A study: a start position, and a tree of moves with notes.

    In the list of nodes a parent comes before its children, and the main line before variations.
    """

    version: Literal[1] = 1
    title: Annotated[str, Field(max_length=MAX_TITLE)] = ""
    rules: RulesName = "normal"
    size: SizeNumber = 8
    position: Annotated[str, Field(max_length=200)] = ""
    black: Annotated[str, Field(max_length=100)] = ""
    white: Annotated[str, Field(max_length=100)] = ""
    nodes: Annotated[list[StudyNode], Field(min_length=1, max_length=MAX_NODES)]


def tree_of(study: Study) -> GameTree:
    """Return the tree of a study; a move that is not legal rejects the request."""
    start = root_of(GameRequest(rules=study.rules, size=study.size, position=study.position))
    builder = TreeBuilder(start)
    numbers = [0]
    for number, node in enumerate(study.nodes):
        place = f"nodes[{number}]"
        if number == 0:
            if node.parent is not None or node.move is not None:
                raise RequestError("the first node can have no parent and no move", place)
        else:
            numbers.append(_added(builder, numbers, node, place))
        builder.note(numbers[number], _notes(builder, node, place))
    header = GameRecord(start, black=cleaned(study.black, 100), white=cleaned(study.white, 100))
    return builder.tree(header)


def _added(builder: TreeBuilder, numbers: list[int], node: StudyNode, place: str) -> int:
    if node.parent is None or node.move is None:
        raise RequestError("every node but the first needs a parent and a move", place)
    if node.parent >= len(numbers):
        raise RequestError(f"the parent {node.parent} has to come before the node", place)
    parent = numbers[node.parent]
    if builder.has(parent, node.move):
        raise RequestError(f"{node.move} is there twice after the same position", place)
    try:
        return builder.child(parent, node.move)
    except FormatError as error:
        raise RequestError(f"{place}: {error.reason}", place) from error


def _notes(builder: TreeBuilder, node: StudyNode, place: str) -> Notes:
    squares = [mark.square for mark in node.marks]
    ends = [square for arrow in node.arrows for square in (arrow.start, arrow.end)]
    for square in (*squares, *ends):
        if not builder.is_square(square):
            raise RequestError(f"{square} is no square of this board", place)
    if len(set(squares)) < len(squares):
        raise RequestError("a square can have one mark only", place)
    if any(arrow.start == arrow.end for arrow in node.arrows):
        raise RequestError("an arrow needs two squares", place)
    return Notes(
        cleaned(node.comment, MAX_COMMENT),
        cleaned(node.name, MAX_NAME),
        tuple(
            Mark(mark.square, mark.shape, mark.color, cleaned(mark.text, MAX_LABEL))
            for mark in node.marks
        ),
        tuple(Arrow(arrow.start, arrow.end, arrow.color) for arrow in node.arrows),
    )


def study_of(tree: GameTree, title: str = "") -> Study:
    """Return the JSON model of a tree."""
    record = tree.record
    # Without validation: a builder has checked it.
    return Study.model_construct(
        version=1,
        title=" ".join(cleaned(title, MAX_TITLE).split()),
        rules=record.rules,
        size=record.size,
        position="" if record.begins_as_usual else record.start.to_string(),
        black=record.black[:100],
        white=record.white[:100],
        nodes=[
            StudyNode.model_construct(
                parent=node.parent,
                move=None if node.move is None else str(node.move),
                comment=node.notes.comment,
                name=node.notes.name,
                marks=[
                    StudyMark.model_construct(
                        square=mark.square, shape=mark.shape, color=mark.color, text=mark.text
                    )
                    for mark in node.notes.marks
                ],
                arrows=[
                    StudyArrow.model_construct(start=arrow.start, end=arrow.end, color=arrow.color)
                    for arrow in node.notes.arrows
                ],
            )
            for node in tree.nodes
        ],
    )


def positions_of(tree: GameTree) -> list[Node]:
    """Return the position of each node, with everything that a board view shows."""
    found: dict[int, Node] = {}
    for line in tree.lines():
        board = Board.parse(tree.record.start.to_string(), tree.record.rules)
        for move in tree.moves(line):
            board.push(move)
        numbers = [0, *line]
        since = next(
            (ply for ply, number in enumerate(numbers) if number not in found), len(numbers)
        )
        for ply, node in enumerate(nodes_of(board, since), start=since):
            found[numbers[ply]] = node
    return [found[number] for number in range(len(tree.nodes))]
