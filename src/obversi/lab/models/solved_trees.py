"""Game trees in which every node has its true value, for comparison with estimates."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import _core, batch
from obversi.arguments import chosen_seed, whole_number
from obversi.errors import InputError
from obversi.heuristics.catalog import AnyEvaluation, evaluation
from obversi.lab.positions import Positions, random_positions
from obversi.lab.steps import Watch
from obversi.machine import core_count
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size

Values = NDArray[np.float64]

# Between two portions Ctrl-C is handled, and progress reported.
_SOLVED_AT_ONCE = 4096

_USUAL_EMPTIES = {4: 8, 6: 12, 8: 12}
MOST_EMPTIES = 16
MOST_PLIES = 12


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of all trees at one ply, in the order of their parents.

    `margins` are those of perfect play, seen by the mover of each node; `is_over` marks finished
    games. `parents` are indices in the level above, `roots` in the first.
    """

    positions: Positions
    parents: NDArray[np.int64]
    roots: NDArray[np.int64]
    is_over: NDArray[np.bool_]
    margins: NDArray[np.int8]

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.positions)


@dataclass(frozen=True, eq=False)
class SolvedTrees:
    """All lines of play for some plies from positions of random games, with true margins.

    They can be used for any number of evaluations.
    """

    rules: Rules
    size: int
    empties: int
    plies: int
    seed: int
    levels: tuple[Level, ...]

    @property
    def roots(self) -> int:
        """The number of trees."""
        return len(self.levels[0])

    @property
    def nodes(self) -> int:
        """The number of nodes of all trees."""
        return sum(len(level) for level in self.levels)

    def estimates(self, judge: AnyEvaluation, threads: int | None = None) -> list[Values]:
        """Return R2's minimax estimates of every node by an evaluation, by levels.

        The evaluation gives the values of the last level. The value of a node above is that of its
        best move, so a root is estimated by a search of all plies. A finished game has its own
        value.
        """
        core = evaluation(judge).core(self.size, self.rules)
        last = self.levels[-1]
        values = np.empty(len(last), np.float64)
        core.values(last.positions, core_count() if threads is None else threads, values)
        found = [_with_finished(core, last, values)]
        for level, below in zip(self.levels[-2::-1], self.levels[:0:-1], strict=True):
            values = np.empty(len(level), np.float64)
            values[~level.is_over] = _best(found[0], below.parents)
            found.insert(0, _with_finished(core, level, values))
        return found


def solve_trees(
    roots: int,
    *,
    plies: int = 3,
    empties: int | None = None,
    size: int = 8,
    rules: Rules = "normal",
    seed: int | None = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> SolvedTrees:
    """Follow every line from positions of random games, and solve all positions of the trees.

    The roots have `empties` empty squares: by default 12, and 8 on 4×4.

    >>> trees = solve_trees(10, plies=2, empties=6)
    >>> trees.roots, len(trees.levels)
    (10, 3)
    """
    size, rules, first = checked_size(size), checked_rules(rules), chosen_seed(seed)
    count = whole_number(roots, "the number of positions", 1)
    depth = _within(plies, "the number of plies", MOST_PLIES)
    chosen = _USUAL_EMPTIES[size] if empties is None else _within(empties, "empties", MOST_EMPTIES)
    if chosen > size * size - 4:
        raise InputError(
            f"{size}×{size} never has {chosen} empty squares: expected {size * size - 4} at most"
        )
    positions = [random_positions(count, size * size - chosen, size, first)]
    parents = [np.arange(count)]
    root_places = [np.arange(count)]
    for _ in range(depth):
        after = batch.successors(positions[-1], size, threads)
        positions.append(after.positions)
        parents.append(after.parents)
        root_places.append(root_places[-1][after.parents])
    is_over = [_is_over(level, size, threads) for level in positions]
    margins = [_exact_margins(positions[-1], size, rules, threads, watch)]
    for level in range(depth - 1, -1, -1):
        # The true value of a node follows from the nodes below: minimax is its own estimate, to any
        # depth (R2, 2.2.3, theorem 2).
        true = batch.margins(positions[level], size, rules, threads)
        true[~is_over[level]] = _best(margins[0], parents[level + 1])
        margins.insert(0, true)
    levels = map(Level, positions, parents, root_places, is_over, margins)
    return SolvedTrees(rules, size, chosen, depth, first, tuple(levels))


def _is_over(positions: Positions, size: int, threads: int | None) -> NDArray[np.bool_]:
    moves = batch.legal_moves(positions, size, threads)
    replies = batch.legal_moves(np.ascontiguousarray(positions[:, ::-1]), size, threads)
    return np.asarray((moves | replies) == 0)


def _exact_margins(
    positions: Positions, size: int, rules: Rules, threads: int | None, watch: Watch | None
) -> NDArray[np.int8]:
    found = np.empty(len(positions), np.int8)
    for first in range(0, len(positions), _SOLVED_AT_ONCE):
        part = slice(first, first + _SOLVED_AT_ONCE)
        found[part] = batch.exact_margins(positions[part], size, rules, threads)
        if watch is not None:
            watch(min(1.0, (first + _SOLVED_AT_ONCE) / len(positions)))
    return found


def _best(values: NDArray[Any], parents: NDArray[np.int64]) -> NDArray[Any]:
    """Return the value of the best move of each parent, given the values for the opponent."""
    if len(values) == 0:
        return values
    first_children = np.flatnonzero(np.diff(parents, prepend=-1))
    return -np.minimum.reduceat(values, first_children)


def _with_finished(core: _core.Heuristic, level: Level, values: Values) -> Values:
    for place in np.flatnonzero(level.is_over):
        own, opp = (int(bits) for bits in level.positions[place])
        values[place] = core.finished_value(own, opp)
    return values


def _within(value: int, what: str, most: int) -> int:
    """Return a number that is small enough to finish in a reasonable time."""
    number = whole_number(value, what, 1)
    if number > most:
        raise InputError(f"{what} cannot be {number}: expected {most} or fewer")
    return number
