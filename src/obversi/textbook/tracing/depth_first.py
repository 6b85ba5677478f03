"""Minimax, alpha-beta and maximax step by step.

The search of the core records the positions that it opens, with their windows and values. This
module turns the record into steps; it does not search.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, get_args

from obversi import _core
from obversi.arguments import suggestion, whole_number
from obversi.board import Board, unfinished_board
from obversi.errors import InputError
from obversi.heuristics.catalog import AnyEvaluation, evaluation as evaluation_of
from obversi.move import Move
from obversi.size import LONGEST_GAME
from obversi.textbook.tracing.trace import (
    Counts,
    Cut,
    NodeState,
    StepTable,
    Trace,
    TracedNode,
    TraceStep,
    checked_nodes,
    minimax_counts,
)
from obversi.textbook.tracing.words import Words

DepthFirstName = Literal["minimax", "alpha-beta", "maximax"]


def trace_search(
    board: Board,
    search: DepthFirstName = "alpha-beta",
    evaluation: AnyEvaluation = "r4",
    depth: int = 3,
    *,
    most_nodes: int = 2000,
) -> Trace:
    """Search a position to a depth, and return what the search does step by step.

    The search is the one of `obversi.textbook` with the same name, with the same counts. One that
    opens more than `most_nodes` positions is rejected.

    >>> trace = trace_search(Board(), "alpha-beta", "r4", depth=2)
    >>> trace.move, trace.value, trace.steps[-1].nodes, trace.minimax.nodes
    ('d3', '−1.111', 15, 17)
    >>> trace.steps[3].text
    'c3 is worth −1.111: the best for White so far. β is now −1.111.'
    """
    if search not in get_args(DepthFirstName):
        names = get_args(DepthFirstName)
        raise InputError(f"there is no search {search!r}: {suggestion(str(search), names)}")
    unfinished_board(board)
    plies = whole_number(depth, "the depth", 1, most=LONGEST_GAME)
    most = checked_nodes(most_nodes)
    judge = evaluation_of(evaluation)
    core = judge.core(board.size, board.rules)
    recorded = _core.traced_search(core, *board.bits, search, plies, most)
    if recorded is None:
        raise InputError(
            f"{search} to depth {plies} opens more than {most:,} nodes here: "
            "expected a smaller depth, or a larger limit of nodes"
        )
    found, nodes = recorded
    root = board.copy(stack=False)
    words = Words(root, search, getattr(judge, "finished", None) == "margin")
    builder = _Builder(nodes, root, plies, words)
    builder.search(0)
    plain = minimax_counts(root, plies)
    move = Move.from_index(found.move)
    builder.finish(move, found.value, plain)
    return Trace(
        board=root,
        search=search,
        title=f"{search}, depth {plies}, evaluation {judge.name}",
        move=move,
        value=words.value(found.value),
        nodes=tuple(builder.traced),
        steps=tuple(builder.steps),
        minimax=plain,
    )


@dataclass(slots=True)
class _Open:
    """What is known about a node whose search goes on.

    `least` and `most` enclose its value under full search; `value` is what the search has so far.
    """

    value: float
    alpha: float
    beta: float
    least: float
    most: float
    best: int | None = None


class _Builder:
    """Goes through the recorded nodes in the order of the search, and writes the steps."""

    def __init__(self, nodes: list[_core.TraceNode], root: Board, depth: int, words: Words) -> None:
        self._nodes, self._depth, self._words = nodes, depth, words
        self._children: dict[int, list[int]] = defaultdict(list)
        self.traced = [TracedNode(root)]
        for index, node in enumerate(nodes[1:], start=1):
            self._children[node.parent].append(index)
            move = Move.from_index(node.move)
            board = self.traced[node.parent].board.copy()
            board.push(move)
            self.traced.append(TracedNode(board.copy(stack=False), node.parent, move))
        self.steps: list[TraceStep] = []
        self._states: dict[int, NodeState] = {}
        self._searched = self._left_out = self._opened = 0

    def search(self, index: int, ply: int = 0) -> tuple[float, float]:
        """Write the steps of a node and of those below; return the least and most it can be."""
        node, children = self._nodes[index], self._children[index]
        self._opened += 1
        self._searched += node.is_searched
        if not children:
            self._leaf(index)
            return node.value, node.value
        is_max = ply % 2 == 0
        worst = -inf if is_max else inf
        state = _Open(worst, node.alpha, node.beta, worst, worst)
        self._open(index, state)
        for child in children:
            bounds = self.search(child, ply + 1)
            self._return(index, child, bounds, state, is_max=is_max)
        left = self._left_moves(index)
        if left:
            self._cut(index, left, state, ply)
        return state.least, state.most

    def finish(self, move: Move, value: float, plain: Counts) -> None:
        """Write the last step."""
        own = Counts(self._depth, self._searched, self._nodes[0].evaluations_after)
        state = replace(self._states[0], is_open=False)
        self._add(0, self._words.end(move, value, own, plain), own.evaluations, state)

    def _open(self, index: int, state: _Open) -> None:
        node, traced = self._nodes[index], self.traced[index]
        evaluations = self._nodes[self._children[index][0]].evaluations_before
        text = (
            self._words.begin(self._depth)
            if traced.move is None
            else self._words.opened(traced.board, traced.move, node.alpha, node.beta)
        )
        table = self._order_table(node) if node.order else None
        self._add(index, text, evaluations, self._state(index, state), table=table)

    def _leaf(self, index: int) -> None:
        node, traced = self._nodes[index], self.traced[index]
        assert traced.move is not None
        text = self._words.leaf(traced.board, traced.move, node.value, is_searched=node.is_searched)
        shown = NodeState(index, self._words.value(node.value))
        self._add(index, text, node.evaluations_after, shown)

    def _return(
        self, index: int, child: int, bounds: tuple[float, float], state: _Open, *, is_max: bool
    ) -> None:
        """Compare the value of a child with the best so far, and narrow the window."""
        node, traced = self._nodes[child], self.traced[child]
        assert traced.move is not None
        value = node.value
        is_better = state.best is None or (value > state.value if is_max else value < state.value)
        pick = max if is_max else min
        state.least, state.most = pick(state.least, bounds[0]), pick(state.most, bounds[1])
        narrows = False
        if is_better:
            state.value, state.best = value, child
            if node.is_searched:  # maximax evaluates its last ply without looking at the window
                narrows = value > state.alpha if is_max else value < state.beta
        if narrows and is_max:
            state.alpha = value
        elif narrows:
            state.beta = value
        bound = _bound(value, *bounds)
        text = self._words.returned(
            traced.move,
            value,
            bound,
            state.value,
            is_max=is_max,
            is_better=is_better,
            narrows=narrows,
        )
        closed = replace(self._states[child], value=self._words.value(value, bound), is_open=False)
        self._add(index, text, node.evaluations_after, closed, self._state(index, state))

    def _left_moves(self, index: int) -> list[Move]:
        """Return the moves that were not searched, in the order in which they would have been."""
        node = self._nodes[index]
        tried = {self.traced[child].move for child in self._children[index]}
        order = [Move.from_index(each.move) for each in node.order]
        return [move for move in order or self.traced[index].board.legal_moves if move not in tried]

    def _cut(self, index: int, left: list[Move], state: _Open, ply: int) -> None:
        is_max = ply % 2 == 0
        if is_max:
            state.most = inf
        else:
            state.least = -inf
        board = self.traced[index].board
        nodes = 0
        for move in left:
            after = board.copy()
            after.push(move)
            nodes += minimax_counts(after, self._depth - ply - 1).nodes
        self._left_out += nodes
        # The window without what this node has found itself.
        bound = self._nodes[index].beta if is_max else self._nodes[index].alpha
        text = self._words.cut(state.value, bound, left, nodes, is_max=is_max)
        reason = self._words.reason(state.value, bound, is_max=is_max)
        cut = Cut(index, tuple(left), reason, nodes)
        shown = replace(
            self._state(index, state), value=self._words.value(state.value, "≥" if is_max else "≤")
        )
        self._add(index, text, self.steps[-1].evaluations, shown, cut=cut)

    def _state(self, index: int, state: _Open) -> NodeState:
        value = "" if state.best is None else self._words.value(state.value)
        window = self._words.window(state.alpha, state.beta)
        return NodeState(index, value, window, state.best, is_open=True)

    def _order_table(self, node: _core.TraceNode) -> StepTable:
        rows = tuple(
            (
                str(Move.from_index(each.move)),
                self._words.value(each.value),
                "table" if each.in_table else "evaluation",
            )
            for each in node.order
        )
        return StepTable(("move", "for the mover", "from"), rows)

    def _add(
        self,
        index: int,
        text: str,
        evaluations: int,
        *states: NodeState,
        cut: Cut | None = None,
        table: StepTable | None = None,
    ) -> None:
        self._states |= {state.node: state for state in states}
        plain = self._opened + self._left_out
        self.steps.append(
            TraceStep(index, text, states, self._searched, evaluations, plain, cut, table)
        )


def _bound(value: float, least: float, most: float) -> str:
    """Return whether a value is a bound, because full search could find more or less."""
    if least == most == value:
        return ""
    return "≥" if most > value else "≤"
