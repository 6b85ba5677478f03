"""The parts of a trace: the nodes of a tree, and the steps in which a search built it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from obversi.analysis import count_text
from obversi.arguments import whole_number
from obversi.board import Board
from obversi.color import color_name
from obversi.errors import InputError
from obversi.heuristics.mix import Mix, Phase
from obversi.move import Move
from obversi.textbook.searches import minimax

# The searches that can be traced.
SearchName = Literal["minimax", "alpha-beta", "maximax", "mcts"]

#: The searches that can be traced, each with a description.
SEARCHES: Mapping[SearchName, str] = MappingProxyType(
    {
        "minimax": "every line to a depth",
        "alpha-beta": "minimax without the lines that cannot matter",
        "maximax": "alpha-beta with sorted moves, and a bound for each player",
        "mcts": "random games from a tree that grows where it promises most",
    }
)

#: The largest number of nodes that a trace may have.
MAX_NODES = 5_000

_NAMED_MOVES = 8


@dataclass(frozen=True, slots=True)
class TracedNode:
    """A position of the tree, and the move that led to it; the root has no parent and no move."""

    board: Board
    parent: int | None = None
    move: Move | None = None

    @property
    def name(self) -> str:
        """The move, or ``root``."""
        return "root" if self.move is None else str(self.move)


@dataclass(frozen=True, slots=True)
class NodeState:
    """What is known about a node from a step on: a value and a window as they are shown.

    `best` is the child with the best value so far. A node is open until its search ends.
    """

    node: int
    value: str = ""
    window: str = ""
    best: int | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut-off: the moves of a node that are not searched, and the condition in short.

    `nodes` is how many nodes plain minimax searches below these moves.
    """

    node: int
    moves: tuple[Move, ...]
    reason: str
    nodes: int

    def __str__(self) -> str:
        """Show it on one line."""
        return f"✂ {move_names(self.moves)}: {self.reason} ({count_text(self.nodes, 'node')})"


@dataclass(frozen=True, slots=True)
class StepTable:
    """Numbers that explain a step, such as the order of the moves."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step of a search: the node where it is, a text, and the states that change.

    `nodes` and `evaluations` are what the search has counted so far, and `minimax_nodes` the nodes
    that plain minimax has searched when it gets as far; Monte Carlo tree search has no such number.
    """

    node: int
    text: str
    states: tuple[NodeState, ...]
    nodes: int
    evaluations: int
    minimax_nodes: int | None = None
    cut: Cut | None = None
    table: StepTable | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a search to a depth."""

    depth: int
    nodes: int
    evaluations: int


@dataclass(frozen=True, slots=True)
class Trace:
    """A search step by step.

    `nodes` are in the order in which they were opened, the root first. `value` is the value of
    `move` as it is shown. `minimax` has the counts of plain minimax for comparison.
    """

    board: Board
    search: SearchName
    title: str
    move: Move
    value: str
    nodes: tuple[TracedNode, ...]
    steps: tuple[TraceStep, ...]
    minimax: Counts

    def states_at(self, step: int) -> dict[int, NodeState]:
        """Return the state of every node that is known after a step, counted from 0."""
        found: dict[int, NodeState] = {}
        for each in self.steps[: self.checked_step(step) + 1]:
            found |= {state.node: state for state in each.states}
        return found

    def checked_step(self, step: int) -> int:
        """Return the number if there is a step with it."""
        last = len(self.steps) - 1
        if not 0 <= step <= last:
            raise InputError(f"there is no step {step}: expected a number from 0 to {last}")
        return step

    def to_object(self) -> dict[str, Any]:
        """Return everything for JSON."""
        return {
            "position": self.board.to_string(),
            "size": self.board.size,
            "rules": self.board.rules,
            "search": self.search,
            "title": self.title,
            "move": str(self.move),
            "value": self.value,
            "counts": {
                "nodes": self.steps[-1].nodes,
                "evaluations": self.steps[-1].evaluations,
                "minimax": {
                    "depth": self.minimax.depth,
                    "nodes": self.minimax.nodes,
                    "evaluations": self.minimax.evaluations,
                },
            },
            "nodes": [
                {
                    "parent": node.parent,
                    "move": None if node.move is None else str(node.move),
                    "board": node.board.to_string(),
                }
                for node in self.nodes
            ],
            "steps": [_step_object(step) for step in self.steps],
        }


def _step_object(step: TraceStep) -> dict[str, Any]:
    return {
        "node": step.node,
        "text": step.text,
        "nodes": step.nodes,
        "evaluations": step.evaluations,
        "minimax_nodes": step.minimax_nodes,
        "states": [
            {
                "node": state.node,
                "value": state.value,
                "window": state.window,
                "best": state.best,
                "open": state.is_open,
            }
            for state in step.states
        ],
        "cut": None
        if step.cut is None
        else {
            "moves": [str(move) for move in step.cut.moves],
            "reason": step.cut.reason,
            "nodes": step.cut.nodes,
        },
        "table": None
        if step.table is None
        else {"columns": list(step.table.columns), "rows": [list(row) for row in step.table.rows]},
    }


# Plain minimax counts the same with every evaluation; this one takes no time.
_ANY = Mix("constant", (Phase({"bias": 1}),))


def minimax_counts(board: Board, depth: int) -> Counts:
    """Return what plain minimax counts in a position, also at depth 0 and in a finished game.

    >>> minimax_counts(Board(), 2)
    Counts(depth=2, nodes=17, evaluations=12)
    """
    if board.is_over or depth == 0:
        return Counts(depth, 1, 0 if board.is_over else 1)
    found = minimax(board, _ANY, depth)
    return Counts(depth, found.nodes, found.evaluations)


def checked_nodes(most_nodes: int) -> int:
    """Return the number if a trace may have that many nodes."""
    nodes = whole_number(most_nodes, "the largest number of nodes", 1)
    if nodes > MAX_NODES:
        raise InputError(f"a trace cannot have {nodes} nodes: expected {MAX_NODES} or fewer")
    return nodes


def move_names(moves: Sequence[Move]) -> str:
    """List moves, but only the first if there are many."""
    shown = " ".join(moves[:_NAMED_MOVES])
    more = len(moves) - _NAMED_MOVES
    return f"{shown} and {more} more" if more > 0 else shown


def player_name(board: Board) -> str:
    """Return the name of the mover for the beginning of a sentence."""
    return color_name(board.turn).capitalize()
