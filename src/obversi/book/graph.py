"""The graph of a book: positions, the moves between them, and values passed up by minimax.

The graph has one of all positions that are images of each other under symmetry. Each position has a
leaf: the best of its moves that lead out of the graph, with its value by search. The value of a
position is the best of its leaf and of the moves to other positions of the graph.
"""

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.batch import Positions
from obversi.rules import Rules

#: The number of the pass.
PASS = 64
#: The leaf's move where every move leads to a position of the graph.
NO_MOVE = 65
#: The leaf's move where the best value of the moves out of the graph is known, but not the move.
ANY_MOVE = 66
#: The leaf's move where the moves out of the graph are still to be searched.
UNKNOWN = 255

#: A leaf: its move (8·row + column, or 64 for a pass), the mover's value, and its certainty.
Leaves = np.dtype(
    [("move", "u1"), ("value", "i1"), ("depth", "u1"), ("selectivity", "u1"), ("exact", "u1")]
)

#: How a move of the book did in games: the position after it, the number of games, and the score
#: of the side that moved, in half points. Rows are in the order of `sort_order`.
Results = np.dtype([("own", "<u8"), ("opp", "<u8"), ("games", "<u4"), ("half_points", "<u4")])

# Less than any margin.
_NONE = -1000


def sort_order(positions: Positions) -> NDArray[np.int64]:
    """Return the order in which `find` expects positions: by own discs, then by opponent's."""
    return np.lexsort((positions[:, 1], positions[:, 0]))


def no_results() -> NDArray[np.void]:
    """Return the results of a book that played no games."""
    return np.zeros(0, Results)


def find(positions: Positions, wanted: Positions) -> NDArray[np.int64]:
    """Return the row of each wanted position among sorted ones, -1 if it is not there."""
    own, opp = np.ascontiguousarray(positions[:, 0]), np.ascontiguousarray(positions[:, 1])
    rows = np.full(len(wanted), -1)
    if not len(positions):
        return rows
    first = np.searchsorted(own, wanted[:, 0])
    first[first == len(own)] = 0
    (same,) = np.nonzero(own[first] == wanted[:, 0])
    is_found = opp[first[same]] == wanted[same, 1]
    rows[same[is_found]] = first[same[is_found]]
    # The others may follow among the few positions with the same own discs.
    left = same[~is_found]
    low, high = first[left] + 1, np.searchsorted(own, wanted[left, 0], "right")
    end = high
    while (searching := low < high).any():
        middle = (low + high) // 2
        is_less = opp[np.minimum(middle, len(opp) - 1)] < wanted[left, 1]
        low = np.where(searching & is_less, middle + 1, low)
        high = np.where(searching & ~is_less, middle, high)
    inside = low < end
    inside[inside] = opp[low[inside]] == wanted[left[inside], 1]
    rows[left[inside]] = low[inside]
    return rows


@dataclass(frozen=True)
class Edges:
    """Every legal move of every position: the parent, the move and the child."""

    parents: NDArray[np.int64]
    moves: NDArray[np.uint8]
    children: NDArray[np.int64]  # -1: not in the graph
    is_over: NDArray[np.bool_]  # whether the game is over then
    margins: NDArray[np.int8]  # the parent's, if the game is over

    def __getitem__(self, chosen: NDArray[np.int64]) -> "Edges":
        return Edges(*(getattr(self, column.name)[chosen] for column in fields(self)))

    @cached_property
    def is_known(self) -> NDArray[np.bool_]:
        """Whether a move ends the game or leads to a position of the graph."""
        return self.is_over | (self.children >= 0)


@dataclass(frozen=True)
class Costs:
    """How far positions are from best play, in plies and weighted discs that moves gave away.

    One side plays strictly: discs that it gives away weigh more than those of the other side.
    `mover` has the costs if the mover is the strict side, `opponent` if the opponent is.
    """

    mover: NDArray[np.float64]
    opponent: NDArray[np.float64]

    @property
    def least(self) -> NDArray[np.float64]:
        """The lower cost of both."""
        return np.minimum(self.mover, self.opponent)


class Graph:
    """Positions in the order of `sort_order`, their leaves, and values derived from both.

    `results` are those of games that were played with the book; they change no value.
    """

    def __init__(
        self,
        positions: Positions,
        leaves: NDArray[np.void],
        size: int,
        rules: Rules,
        results: NDArray[np.void] | None = None,
    ) -> None:
        """Take canonical positions, which must be sorted and unique."""
        self.positions = batch.native(positions)
        self.leaves = leaves
        self.size = size
        self.rules: Rules = rules
        self.results = no_results() if results is None else results

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def empties(self) -> NDArray[np.int64]:
        """The number of empty squares of each position."""
        discs = np.bitwise_count(self.positions).sum(1, dtype=np.int64)
        return np.asarray(self.size**2 - discs)

    @cached_property
    def edges(self) -> Edges:
        """All moves of all positions, in the order of positions and squares."""
        parents, moves, after = batch.successors(self.positions, self.size)
        can_move = batch.legal_moves(after, self.size) != 0
        passed = np.ascontiguousarray(after[:, ::-1])
        is_over = ~can_move & (batch.legal_moves(passed, self.size) == 0)
        children = find(self.positions, batch.canonical(after, self.size))
        margins = -batch.margins(after, self.size, self.rules)
        return Edges(parents, moves, children, is_over, margins)

    @cached_property
    def unexpanded(self) -> NDArray[np.uint64]:
        """The moves of each position that lead out of the graph, as sets of squares.

        For a pass out of the graph only the highest bit is set, which is not a legal move then.
        """
        masks = np.zeros(len(self), np.uint64)
        out = ~self.edges.is_known
        squares = np.minimum(self.edges.moves[out], 63).astype(np.uint64)
        np.bitwise_or.at(masks, self.edges.parents[out], np.uint64(1) << squares)
        return masks

    @cached_property
    def pending(self) -> NDArray[np.int64]:
        """The positions whose leaf has to be searched, because it is unknown or in the graph."""
        leaf = self.leaves["move"]
        into_graph = self.edges.moves == leaf[self.edges.parents]
        stale = np.zeros(len(self), bool)
        stale[self.edges.parents[into_graph & self.edges.is_known]] = True
        missing = (leaf == UNKNOWN) | ((leaf == NO_MOVE) & (self.unexpanded != 0))
        return np.flatnonzero((stale | missing) & (self.unexpanded != 0))

    def without_unknown(self) -> "Graph":
        """Return the graph without the positions whose best move is unknown."""
        graph = self
        while len(graph):
            unknown, has_known = np.zeros(len(graph), bool), np.zeros(len(graph), bool)
            has_known[graph.edges.parents[graph.edges.is_known]] = True
            rows = graph.pending
            unknown[rows] = (graph.leaves["move"][rows] == UNKNOWN) | ~has_known[rows]
            if not unknown.any():
                break
            # Moves to them lead out of the graph now.
            positions, leaves = graph.positions[~unknown], graph.leaves[~unknown]
            graph = Graph(positions, leaves, self.size, self.rules, self.results)
        return graph

    @cached_property
    def has_leaf(self) -> NDArray[np.bool_]:
        """Whether a position has a leaf that leads out of the graph, or at least its value."""
        move = self.leaves["move"]
        has: NDArray[np.bool_] = (self.unexpanded != 0) & ((move < NO_MOVE) | (move == ANY_MOVE))
        has[self.pending] = False
        return has

    @cached_property
    def values(self) -> NDArray[np.int16]:
        """The value of each position for its mover, if none is `pending`."""
        return self._minimax[0]

    @cached_property
    def exact(self) -> NDArray[np.bool_]:
        """Whether the value of a position is proven, because the values of all its moves are."""
        return self._minimax[1]

    @cached_property
    def edge_values(self) -> NDArray[np.int16]:
        """The value of each known move for the parent's mover; meaningless for other moves."""
        through = -self.values[self.edges.children]
        return np.where(self.edges.is_over, self.edges.margins.astype(np.int16), through)

    @cached_property
    def _minimax(self) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        values = self.leaves["value"].astype(np.int16)
        values[~self.has_leaf] = _NONE
        is_over = np.bincount(self.edges.parents, minlength=len(self)) == 0
        values[is_over] = batch.margins(self.positions[is_over], self.size, self.rules)
        exact = (self.unexpanded == 0) | (self.has_leaf & (self.leaves["exact"] != 0))
        for level in self._levels():
            through = np.where(level.is_over, level.margins, -values[level.children])
            np.maximum.at(values, level.parents, through.astype(np.int16))
            np.logical_and.at(exact, level.parents, level.is_over | exact[level.children])
        return values, exact

    def costs(self, root: int, *, strict: float, lenient: float, ply: float = 1.0) -> Costs:
        """Return how far each position is from best play that starts at a root."""
        mover, opponent = (np.full(len(self), np.inf) for _ in range(2))
        mover[root] = opponent[root] = 0.0
        for level in reversed(self._levels()):
            inside = ~level.is_over
            parents, children = level.parents[inside], level.children[inside]
            losses = np.maximum(self.values[parents] + self.values[children], 0.0)
            # The mover of a child is the opponent in the parent.
            np.minimum.at(opponent, children, mover[parents] + ply + strict * losses)
            np.minimum.at(mover, children, opponent[parents] + ply + lenient * losses)
        return Costs(mover, opponent)

    def leaf_costs(
        self, costs: Costs, *, strict: float, lenient: float, ply: float = 1.0
    ) -> NDArray[np.float64]:
        """Return the cost of the position after each leaf; infinite where there is none."""
        losses = np.maximum(self.values - self.leaves["value"].astype(np.int16), 0.0)
        least = np.minimum(costs.mover + strict * losses, costs.opponent + lenient * losses)
        return np.where(self.has_leaf, least + ply, np.inf)

    def _levels(self) -> list[Edges]:
        """Return the known moves, those nearest to the end of the game first.

        A position that must pass comes after the one that follows it, which has the same discs.
        """
        edges = self.edges
        known = np.flatnonzero(edges.is_known)
        level = 2 * self.empties[edges.parents[known]] + (edges.moves[known] == PASS)
        order = known[np.argsort(level, kind="stable")]
        cuts = np.flatnonzero(np.diff(np.sort(level))) + 1
        return [edges[part] for part in np.split(order, cuts) if len(part)]
