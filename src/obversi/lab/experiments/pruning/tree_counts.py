"""Nodes of searches of the same positions: with cut-offs, and without any."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.heuristics import evaluation
from obversi.lab.positions.sampling import Positions
from obversi.lab.settings import Settings
from obversi.lab.step import Watch
from obversi.lab.threads import each
from obversi.textbook import Found, maximax

__all__ = ["least_nodes", "minimax_nodes", "nodes_by_depth", "search_nodes"]

Search = Callable[..., Found]
Numbers = NDArray[np.float64]


def search_nodes(
    settings: Settings,
    positions: Positions,
    rules: str,
    search: Search,
    judge: str,
    depth: int,
) -> list[int]:
    """Return the nodes of a search to a depth of each position, without its last ply.

    The positions of the last ply are judged and not searched; some searches count them as nodes.
    """
    made = evaluation(judge)

    def nodes(position: NDArray[np.uint64]) -> int:
        board = batch.to_board(position, size=settings.size, rules=rules)
        found = search(board, made, depth=depth)
        return found.nodes if search is maximax else found.nodes - found.evaluations

    return each(nodes, list(positions), settings.threads)


def nodes_by_depth(
    settings: Settings,
    positions: Positions,
    rules: str,
    search: Search,
    judge: str,
    depths: Sequence[int],
    watch: Watch | None = None,
) -> list[list[int]]:
    """Return the same for several depths: a list for each depth."""
    found = []
    for depth in depths:
        found.append(search_nodes(settings, positions, rules, search, judge, depth))
        if watch is not None:
            # A ply more takes about four times as long.
            watch(4.0 ** (depth - depths[-1]))
    return found


def minimax_nodes(settings: Settings, positions: Positions, depth: int) -> list[list[int]]:
    """Return the nodes of minimax to each depth from 1 on, without their last plies."""
    sizes = batch.tree_sizes(positions, depth - 1, settings.size, settings.threads)
    counted: list[list[int]] = np.cumsum(sizes, axis=1).T.tolist()
    return counted


def least_nodes(breadth: float, depth: int) -> float:
    """Return the fewest nodes alpha-beta needs in a tree of one breadth, by Knuth and Moore.

    On ply k there are b to the ⌈k/2⌉ and b to the ⌊k/2⌋, less one, that no order of moves avoids.
    The last ply does not count.

    >>> least_nodes(2.0, depth=3)
    6.0
    """
    return sum(breadth ** ((ply + 1) // 2) + breadth ** (ply // 2) - 1 for ply in range(depth))
