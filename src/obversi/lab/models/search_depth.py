"""R2's fourth performance model: how deep the same search gets in the same time."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, isfinite
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from obversi import batch, textbook
from obversi.board import Board, checked_rules
from obversi.errors import ObversiError
from obversi.figures import style
from obversi.heuristics import AnyEvaluation, Evaluation, evaluation
from obversi.lab.estimate import Estimate, mean
from obversi.lab.positions.sampling import Positions, positions_by_round
from obversi.lab.step import Watch
from obversi.lab.threads import each
from obversi.machine import core_count
from obversi.numbers import whole_number
from obversi.size import checked_size

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["EvaluationDepth", "SearchDepth", "middle_positions", "search_depth"]

# The middle game, as shares of all squares that have discs: rounds 20 to 44 on 8×8.
_MIDDLE: Final = (0.3, 0.7)


@dataclass(frozen=True, slots=True)
class EvaluationDepth:
    """How the searches of one evaluation went, position by position.

    `reached` are the plies of a deepening search that was limited by time. `nodes`, `evaluations`
    and `seconds` are those of a search to a fixed depth that tries the best-looking moves first,
    and `minimax_nodes` those of the same search without cut-offs; positions of the last ply are
    judged but are no nodes.
    """

    name: str
    reached: tuple[int, ...]
    nodes: tuple[int, ...]
    evaluations: tuple[int, ...]
    seconds: tuple[float, ...]
    minimax_nodes: tuple[int, ...]

    @property
    def mean_reached(self) -> Estimate:
        """The mean depth that was reached, in plies."""
        return mean(self.reached)

    @property
    def pruning(self) -> Estimate:
        """How many times fewer nodes there were than without cut-offs, the geometric mean."""
        return _geometric(np.array(self.minimax_nodes) / np.array(self.nodes))

    @property
    def nanoseconds(self) -> Estimate:
        """The whole time of a search, divided by how often the evaluation was asked.

        It is the geometric mean.
        """
        return _geometric(1e9 * np.array(self.seconds) / np.array(self.evaluations))

    def nodes_of(self, other: "EvaluationDepth") -> Estimate:
        """Return how many nodes there were for each of another's, the geometric mean."""
        return _geometric(np.array(self.nodes) / np.array(other.nodes))

    def plies_over(self, other: "EvaluationDepth") -> Estimate:
        """Return how many plies deeper than another it got on the same positions."""
        return mean(np.array(self.reached) - np.array(other.reached))

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "name": self.name,
            "mean_reached": self.mean_reached.to_object(),
            "pruning": self.pruning.to_object(),
            "nanoseconds": self.nanoseconds.to_object(),
            "reached": list(self.reached),
            "nodes": list(self.nodes),
            "evaluations": list(self.evaluations),
            "seconds": list(self.seconds),
            "minimax_nodes": list(self.minimax_nodes),
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "EvaluationDepth":
        """Read what `to_object` returned."""
        return cls(
            told["name"],
            *(
                tuple(told[name])
                for name in ("reached", "nodes", "evaluations", "seconds", "minimax_nodes")
            ),
        )


@dataclass(frozen=True, slots=True)
class SearchDepth:
    """How deep several evaluations let the same search get, on the same positions."""

    rules: str
    size: int
    limit: float
    depth: int
    positions: int
    seed: int
    depths: tuple[EvaluationDepth, ...]

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "rules": self.rules,
            "size": self.size,
            "limit": self.limit,
            "depth": self.depth,
            "positions": self.positions,
            "seed": self.seed,
            "depths": [depth.to_object() for depth in self.depths],
        }

    def draw(self) -> "Figure":
        """Draw the depths, and what they come from, by Matplotlib."""
        from obversi.lab.models.search_depth_figure import draw_search_depth

        with style():
            return draw_search_depth(self)


def search_depth(
    judges: Sequence[AnyEvaluation],
    positions: int | Positions = 50,
    *,
    seconds: float = 0.02,
    depth: int = 6,
    size: int = 8,
    rules: str = "normal",
    seed: int = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> SearchDepth:
    """Search positions with each evaluation in turn, by R2's search.

    Positions are given, or so many are taken from the middle of random games.

    Each has so many `seconds` for a deepening search. How deep that gets depends on two things: how
    much is cut off, and how quickly the evaluation answers; a search to the fixed `depth` tells
    them apart. Whatever is limited or measured by time depends on the machine.

    >>> found = search_depth(["r4", "r2"], 2, seconds=0.005, depth=3, size=6)
    >>> [len(one.reached) for one in found.depths]
    [2, 2]
    """
    if not judges:
        raise ObversiError("there is no evaluation to measure")
    if not (isfinite(seconds) and seconds > 0):
        raise ObversiError(f"a search cannot take {seconds} s: expected a number above 0")
    size, rules = checked_size(size), checked_rules(rules)
    plies = whole_number(depth, "the depth", 2)
    names = [judge if isinstance(judge, str) else evaluation(judge).name for judge in judges]
    own = [evaluation(judge) for judge in judges]
    roots = (
        positions
        if isinstance(positions, np.ndarray)
        else middle_positions(whole_number(positions, "the number of positions", 1), size, seed)
    )
    full = batch.tree_sizes(roots, plies - 1, size, threads).sum(axis=1).tolist()

    def search(place: int) -> list[_Searched]:
        board = batch.to_board(roots[place], size=size, rules=rules)
        # In another order each time, so that whatever disturbs the clock disturbs all alike.
        order = [(place + step) % len(own) for step in range(len(own))]
        found = {judge: _search(board, own[judge], seconds, plies) for judge in order}
        return [found[judge] for judge in range(len(own))]

    workers = core_count() if threads is None else threads
    rows = each(search, range(len(roots)), workers, watch)
    return SearchDepth(
        rules=rules,
        size=size,
        limit=seconds,
        depth=plies,
        positions=len(roots),
        seed=seed,
        depths=tuple(
            EvaluationDepth(
                name,
                tuple(row[judge].reached for row in rows),
                tuple(row[judge].nodes for row in rows),
                tuple(row[judge].evaluations for row in rows),
                tuple(row[judge].seconds for row in rows),
                tuple(full),
            )
            for judge, name in enumerate(names)
        ),
    )


def middle_positions(count: int, size: int = 8, seed: int = 1) -> Positions:
    """Return positions of random games, spread over the rounds of the middle game.

    >>> middle_positions(5).shape
    (5, 2)
    """
    low, high = (round(share * size * size) for share in _MIDDLE)
    rounds = positions_by_round(count, size, seed)
    wanted = [low + (high - low) * place // max(1, count - 1) for place in range(count)]
    # Games that ended before are left out of a round, so that its row may be that of another game.
    return np.stack(
        [rounds[discs][place % len(rounds[discs])] for place, discs in enumerate(wanted)]
    )


@dataclass(frozen=True, slots=True)
class _Searched:
    reached: int
    nodes: int
    evaluations: int
    seconds: float


def _search(board: Board, judge: Evaluation, seconds: float, depth: int) -> _Searched:
    deepened = textbook.deepening(board, judge, seconds)
    fixed = textbook.maximax(board, judge, depth)
    return _Searched(deepened.depth, fixed.nodes, max(1, fixed.evaluations), fixed.seconds)


def _geometric(ratios: NDArray[np.float64]) -> Estimate:
    logarithm = mean(np.log(ratios))
    low, high = (exp(end) if end < 700 else float("inf") for end in (logarithm.low, logarithm.high))
    return Estimate(exp(logarithm.value), low, high, logarithm.count)
