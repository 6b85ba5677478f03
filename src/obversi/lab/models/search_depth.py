"""R2's fourth performance model: the depth that the same search reaches in the same time."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import batch, textbook
from obversi.arguments import chosen_seed, is_positive, whole_number
from obversi.board import Board
from obversi.errors import InputError
from obversi.figures import RULES, new_figure, style
from obversi.heuristics.catalog import AnyEvaluation, evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.lab.drawing import Figure, dots, name_lines
from obversi.lab.estimate import Estimate, mean
from obversi.lab.positions import Positions, each, positions_by_round
from obversi.lab.steps import Watch
from obversi.machine import core_count
from obversi.records import Record
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size

# The middle game, as shares of the squares with discs: rounds 20 to 44 on 8×8.
_MIDDLE = (0.3, 0.7)


@dataclass(frozen=True, slots=True)
class EvaluationDepth(Record):
    """The searches with one evaluation, position by position.

    `reached` are the plies of a deepening search that was limited by time. `nodes`, `evaluations`
    and `seconds` are those of a search to a fixed depth that tries the best-looking moves first,
    and `minimax_nodes` those of the same search without cut-offs; positions of the last ply are
    evaluated but do not count as nodes.
    """

    COLUMNS = ("reached", "nodes", "evaluations", "seconds", "minimax_nodes")
    STORED = ("name", "mean_reached", "pruning", "nanoseconds", *COLUMNS)

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
        """The nodes without cut-offs divided by those with cut-offs, as a geometric mean."""
        return _geometric(np.array(self.minimax_nodes) / np.array(self.nodes))

    @property
    def nanoseconds(self) -> Estimate:
        """The whole time of a search per call of the evaluation, as a geometric mean."""
        return _geometric(1e9 * np.array(self.seconds) / np.array(self.evaluations))

    def nodes_of(self, other: "EvaluationDepth") -> Estimate:
        """Return the nodes divided by those of another evaluation, as a geometric mean."""
        return _geometric(np.array(self.nodes) / np.array(other.nodes))

    def plies_over(self, other: "EvaluationDepth") -> Estimate:
        """Return how many plies more than another evaluation it reached, on the same positions."""
        return mean(np.array(self.reached) - np.array(other.reached))


@dataclass(frozen=True, slots=True)
class SearchDepth(Record):
    """The depths that the same search reaches with several evaluations, on the same positions."""

    rules: Rules
    size: int
    limit: float
    depth: int
    positions: int
    seed: int
    depths: tuple[EvaluationDepth, ...]

    def draw(self) -> Figure:
        """Draw the depths and their two causes with Matplotlib."""
        with style():
            return draw_search_depth(self)


def search_depth(
    judges: Sequence[AnyEvaluation],
    positions: int | Positions = 50,
    *,
    seconds: float = 0.02,
    depth: int = 6,
    size: int = 8,
    rules: Rules = "normal",
    seed: int | None = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> SearchDepth:
    """Search positions with each evaluation in turn, by R2's search.

    `positions` are positions, or a number of positions from the middle of random games. A deepening
    search has `seconds` for each of them. The depth that it reaches has two causes: how much is cut
    off, and how fast the evaluation is; a search to the fixed `depth` measures both. Numbers that
    are limited or measured by time depend on the machine.

    >>> found = search_depth(["r4", "r2"], 2, seconds=0.005, depth=3, size=6)
    >>> [len(one.reached) for one in found.depths]
    [2, 2]
    """
    if not judges:
        raise InputError("there is no evaluation to measure")
    if not is_positive(seconds):
        raise InputError(f"a search cannot take {seconds} s: expected a number above 0")
    size, rules, chosen = checked_size(size), checked_rules(rules), chosen_seed(seed)
    plies = whole_number(depth, "the depth", 2)
    names = [judge if isinstance(judge, str) else evaluation(judge).name for judge in judges]
    own = [evaluation(judge) for judge in judges]
    roots = (
        positions
        if isinstance(positions, np.ndarray)
        else middle_positions(whole_number(positions, "the number of positions", 1), size, chosen)
    )

    def search(place: int) -> list[tuple[Any, ...]]:
        board = batch.to_board(roots[place], size=size, rules=rules)
        minimax_nodes = int(batch.tree_sizes(roots[place : place + 1], plies - 1, size, 1).sum())
        # The order changes each time, so that a disturbance of the clock affects all equally.
        order = [(place + step) % len(own) for step in range(len(own))]
        found = {one: (*_search(board, own[one], seconds, plies), minimax_nodes) for one in order}
        return [found[judge] for judge in range(len(own))]

    workers = core_count() if threads is None else threads
    rows = each(search, range(len(roots)), workers, watch)
    return SearchDepth(
        rules=rules,
        size=size,
        limit=seconds,
        depth=plies,
        positions=len(roots),
        seed=chosen,
        depths=tuple(
            EvaluationDepth(name, *zip(*(row[judge] for row in rows), strict=True))
            for judge, name in enumerate(names)
        ),
    )


def middle_positions(count: int, size: int = 8, seed: int | None = 1) -> Positions:
    """Return positions of random games, spread over the rounds of the middle game.

    >>> middle_positions(5).shape
    (5, 2)
    """
    low, high = (round(share * size * size) for share in _MIDDLE)
    rounds = positions_by_round(count, size, seed)
    targets = [low + (high - low) * place // max(1, count - 1) for place in range(count)]
    # Games that ended earlier are missing in a round, so its row may belong to another game.
    return np.stack(
        [rounds[discs][place % len(rounds[discs])] for place, discs in enumerate(targets)]
    )


def _search(board: Board, judge: Evaluation, seconds: float, depth: int) -> tuple[Any, ...]:
    """Return the depth reached; then the nodes, evaluations and seconds of a fixed depth."""
    deepened = textbook.deepening(board, judge, seconds)
    fixed = textbook.maximax(board, judge, depth)
    return deepened.depth, fixed.nodes, max(1, fixed.evaluations), fixed.seconds


def _geometric(ratios: NDArray[np.float64]) -> Estimate:
    logarithm = mean(np.log(ratios))
    low, high = (exp(end) if end < 700 else float("inf") for end in (logarithm.low, logarithm.high))
    return Estimate(exp(logarithm.value), low, high, logarithm.count)


def draw_search_depth(found: SearchDepth) -> Figure:
    """Draw the depth reached and its two causes for each evaluation."""
    depths = sorted(found.depths, key=lambda one: -one.mean_reached.value)
    color = RULES[found.rules]
    figure, axes = new_figure(1, 3, height=1.6 + 0.28 * len(depths))
    panels = (
        (f"Depth in {found.limit:g} s", "plies", "mean_reached"),
        (f"Pruning at {found.depth} plies", "times fewer nodes than minimax", "pruning"),
        ("Time of a search / evaluations", "nanoseconds", "nanoseconds"),
    )
    for place, (diagram, (title, label, name)) in enumerate(zip(axes[0], panels, strict=True)):
        dots(diagram, [getattr(one, name) for one in depths], color=color)
        name_lines(diagram, [one.name if place == 0 else "" for one in depths])
        diagram.set_title(title)
        diagram.set_xlabel(label)
    figure.suptitle(
        f"{found.rules} {found.size}×{found.size}, {found.positions} positions of the middle game"
        " (95 % intervals)",
        fontsize=9.5,
    )
    return figure
