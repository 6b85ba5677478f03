"""A game with its variations, and the notes on its positions.

The nodes of a tree are in a list in which a parent comes before its children; the first child of a
node is the main line. Passes are nodes too. SGF and GGF files have such trees.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from obversi.board import Board
from obversi.color import Color
from obversi.errors import FormatError
from obversi.formats.lines import visible
from obversi.formats.record import GameRecord, play, played_moves
from obversi.move import PASS, Move

#: The most nodes of a tree, letters of a comment and of a name, and drawings on a position.
MAX_NODES = 1000
MAX_COMMENT = 4000
MAX_NAME = 100
MAX_LABEL = 3
MAX_MARKS = 64
MAX_ARROWS = 32

# The shapes and colours of marks.
Shape = Literal["circle", "square", "triangle", "cross", "label"]
MarkColor = Literal["green", "red", "blue", "yellow"]
SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle", "cross", "label")
MARK_COLORS: tuple[MarkColor, ...] = ("green", "red", "blue", "yellow")


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawing on a square; a label has a text."""

    square: str
    shape: Shape = "circle"
    color: MarkColor = "green"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from a square to another."""

    start: str
    end: str
    color: MarkColor = "green"


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes on a position; `name` is the name of the variation that begins there."""

    comment: str = ""
    name: str = ""
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    def __bool__(self) -> bool:
        """Whether there are any notes."""
        return bool(self.comment or self.name or self.marks or self.arrows)


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A position: the number of its parent, the move that leads to it, and the notes on it.

    The root has neither parent nor move.
    """

    parent: int | None = None
    move: Move | None = None
    notes: Notes = Notes()


@dataclass(frozen=True, slots=True)
class GameTree:
    """A game with variations; `record` has the main line, the players and other details."""

    record: GameRecord
    nodes: tuple[TreeNode, ...]

    def children(self) -> list[list[int]]:
        """Return the numbers of the children of each node, in their order."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            if node.parent is not None:
                found[node.parent].append(number)
        return found

    def lines(self) -> Iterator[list[int]]:
        """Yield the numbers of the nodes of each line without the root, the main line first."""
        children = self.children()
        stack: list[list[int]] = [[]]
        while stack:
            line = stack.pop()
            following = children[line[-1] if line else 0]
            if not following:
                yield line
            stack.extend([*line, child] for child in reversed(following))

    def moves(self, line: Iterable[int]) -> list[Move]:
        """Return the moves of nodes."""
        return [move for number in line if (move := self.nodes[number].move) is not None]

    @property
    def has_colors(self) -> bool:
        """Whether a mark or an arrow does not have the default colour."""
        usual = MARK_COLORS[0]
        notes = [node.notes for node in self.nodes]
        return any(mark.color != usual for each in notes for mark in each.marks) or any(
            arrow.color != usual for each in notes for arrow in each.arrows
        )

    @property
    def is_plain(self) -> bool:
        """Whether there is only one line, without notes."""
        is_line = all(len(following) < 2 for following in self.children())
        return is_line and not any(node.notes for node in self.nodes)


class TreeBuilder:
    """Builds a tree node by node; only legal moves are accepted."""

    def __init__(self, start: Board) -> None:
        """Start with the root."""
        self._nodes: list[TreeNode] = [TreeNode()]
        self._boards: list[Board] = [start.copy(stack=False)]
        self._children: list[dict[Move, int]] = [{}]

    def is_square(self, square: str) -> bool:
        """Whether a text is the name of a square of the board."""
        size = self._boards[0].size
        return (
            len(square) == 2 and square[0] in "abcdefgh"[:size] and square[1] in "12345678"[:size]
        )

    def child(self, parent: int, written: str, color: Color | None = None) -> int:
        """Return the number of a child; add it if it is new, and before it a pass that is due.

        An illegal move, or more than MAX_NODES nodes, is a `FormatError`.
        """
        board = self._boards[parent].copy()
        play(board, written, color)
        added = board.move_stack[self._boards[parent].ply :]
        for move in added:
            parent = self._added(parent, move)
        return parent

    def has(self, parent: int, written: str) -> bool:
        """Whether a node has this child."""
        return written in self._children[parent]

    def _added(self, parent: int, move: Move) -> int:
        known = self._children[parent].get(move)
        if known is not None:
            return known
        if len(self._nodes) >= MAX_NODES:
            raise FormatError(f"there are more than {MAX_NODES} positions")
        board = self._boards[parent].copy()
        board.push(move)
        self._nodes.append(TreeNode(parent, move))
        self._boards.append(board)
        self._children.append({})
        self._children[parent][move] = number = len(self._nodes) - 1
        return number

    def note(self, number: int, notes: Notes) -> None:
        """Set the notes on a node."""
        self._nodes[number] = replace(self._nodes[number], notes=notes)

    def notes(self, number: int) -> Notes:
        """Return the notes on a node."""
        return self._nodes[number].notes

    def tree(self, header: GameRecord) -> GameTree:
        """Return the tree; passes that are due at the ends of lines are added.

        The names and tags are those of `header`.
        """
        for number, board in enumerate(self._boards[:MAX_NODES]):
            if board.must_pass and not self._children[number] and len(self._nodes) < MAX_NODES:
                self._added(number, PASS)
        last = 0
        while self._children[last]:
            last = next(iter(self._children[last].values()))
        moves = played_moves(self._boards[last], {})
        if tuple(each.move for each in header.moves) != tuple(each.move for each in moves):
            header = replace(header, moves=moves)
        return GameTree(header, tuple(self._nodes))


def cleaned(text: str, most: int) -> str:
    r"""Return a text without control characters, of at most this length.

    >>> cleaned("a\u202eb\x00", 10)
    'a·b·'
    """
    return visible(text)[:most]
