"""The growth of a book in rounds, which begin with the positions nearest to best play.

A round adds the positions after the leaves with the lowest costs. Then it searches every position
whose best move out of the book is unknown. Rounds depend only on the content of the book. So a run
that is killed and resumed, or distributed over machines, makes the same book.
"""

import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.arguments import whole_number
from obversi.batch import Positions
from obversi.book.editing import root_of
from obversi.book.graph import NO_MOVE, Graph
from obversi.book.search import SearchedGame, SearchTask, Workers, here, on_cluster
from obversi.book.store import BookStore
from obversi.errors import InputError
from obversi.formats.record import GameRecord
from obversi.machine import core_count
from obversi.rules import Rules

# Seconds between writes: a killed run may lose the results of this time.
_SECONDS_A_WRITE = 1.0


@dataclass(frozen=True)
class GrowthPlan:
    """Which positions are added, and how far they are searched.

    The cost of a position is the number of plies that lead to it plus the discs that both sides
    gave away on the way: those of the strict side times `strict`, those of the other side times
    `lenient`. The positions with the lowest costs are added first.
    """

    depth: int = 18
    # Two plies more for every four plies that a position is before this ply.
    deeper_before: int = 12
    solve_empties: int = 20  # from here on positions are solved
    strict: float = 4.0
    lenient: float = 1.5
    round: int = 256  # positions that are added at once

    def __post_init__(self) -> None:
        """Check the values."""
        for name, least, most in (
            ("depth", 1, 60),
            ("deeper_before", 0, 60),
            ("solve_empties", 0, 60),
            ("round", 1, 100_000),
        ):
            whole_number(getattr(self, name), name, least, most=most)
        for name in ("strict", "lenient"):
            weight = getattr(self, name)
            if not isinstance(weight, int | float) or not 0 <= weight < inf:
                raise InputError(f"{name} cannot be {weight!r}: expected a number, 0 or more")

    def search_depth(self, empties: int, size: int) -> int:
        """Return how far a position is searched; 0 is to the end of the game."""
        if empties <= self.solve_empties:
            return 0
        ply = size**2 - 4 - empties
        return self.depth + 2 * max(-(-(self.deeper_before - ply) // 4), 0)

    @classmethod
    def stored(cls, settings: dict[str, Any]) -> "GrowthPlan":
        """Return the plan in the settings of a store; what is not there has its default."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in settings.items() if name in known})


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a run: positions of the book, and searches done and left in this round."""

    positions: int
    added: int  # by this run
    searched: int  # by this run
    left: int  # in this round
    seconds: float
    value: int | None  # of the start, after the last round


def grow(
    store: BookStore,
    plan: GrowthPlan | None = None,
    *,
    positions: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Generator[Progress, None, None]:
    """Let a book grow until it has `positions`, or for `seconds`, and yield the progress.

    Results are stored about once a second. With `cluster`, the address of a Dask scheduler, its
    workers search; with "local", processes of this machine do, one per thread. A plan replaces that
    of the store.
    """
    if positions is None and seconds is None:
        raise InputError("a book needs an end of its growth: a number of positions, or seconds")
    if positions is not None:
        whole_number(positions, "the number of positions", 0)
    if plan is None:
        plan = GrowthPlan.stored(store.settings)
    else:
        store.set(**asdict(plan))
    with _workers(store, threads, cluster) as workers:
        yield from _Growth(store, plan, workers, seconds).run(positions)


def opening_positions(
    records: Iterable[GameRecord], size: int, rules: Rules, plies: int
) -> Positions:
    """Return the positions after the first moves of games from the usual start.

    A game on another board, under other rules or from another start is an error.
    """
    whole_number(plies, "the number of plies", 0)
    rows = []
    for record in records:
        if (record.size, record.rules) != (size, rules) or not record.begins_as_usual:
            raise InputError(
                f"a game of {record.rules} {record.size}×{record.size}, or from another start, "
                f"cannot be added to a book for {rules} {size}×{size}"
            )
        board = record.start.copy()
        for played in record.moves[:plies]:
            board.push(played.move)
            if not board.is_over:
                rows.append(board.bits)
    return np.array(rows, np.uint64).reshape(-1, 2)


def solve_late(
    store: BookStore,
    empties: int,
    *,
    seconds: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Generator[Progress, None, None]:
    """Solve the leaves of positions with at most this number of empty squares."""
    whole_number(empties, "the number of empty squares", 0)
    with _workers(store, threads, cluster) as workers:
        plan = GrowthPlan.stored(store.settings)
        yield from _Growth(store, plan, workers, seconds).solve(empties)


def deepen(
    store: BookStore,
    depth: int,
    *,
    within: int = 0,
    seconds: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Generator[Progress, None, None]:
    """Search the leaves that decide the value of their position as if the book grew with a depth.

    Leaves up to `within` discs below that value are searched too. The best lines come first. The
    run ends when all of these leaves are deep enough, or after `seconds`.
    """
    whole_number(within, "the number of discs", 0, most=64)
    stored = GrowthPlan.stored(store.settings)
    plan = replace(stored, depth=depth)
    with _workers(store, threads, cluster) as workers:
        growth = _Growth(store, plan, workers, seconds)
        growth.check_searched()
        store.set(depth=max(stored.depth, depth))
        yield from growth.deepen(within)


def _workers(
    store: BookStore, threads: int | None, cluster: str | None
) -> AbstractContextManager[Workers]:
    count = core_count() if threads is None else whole_number(threads, "the number of threads", 1)
    game = SearchedGame(store.size, store.rules)
    return here(game, count) if cluster is None else on_cluster(game, cluster, count)


class _Growth:
    """A run, and what it has done so far."""

    def __init__(
        self, store: BookStore, plan: GrowthPlan, workers: Workers, seconds: float | None
    ) -> None:
        if seconds is not None and not 0 < seconds < inf:
            raise InputError(f"a run cannot take {seconds} s: expected a number above 0")
        self._store = store
        self._plan = plan
        self._workers = workers
        self._begin = time.monotonic()
        self._deadline = inf if seconds is None else self._begin + seconds
        self._added = self._searched = 0
        self._value: int | None = None

    def run(self, positions: int | None) -> Generator[Progress, None, None]:
        graph = self._store.graph()
        while True:
            while len(graph.pending):
                yield from self._search_pending(graph)
                if time.monotonic() > self._deadline:
                    return
                graph = self._store.graph()
            root = root_of(graph)
            self._value = int(graph.values[root])
            yield self._progress(graph, 0)
            missing = None if positions is None else positions - len(graph)
            if missing is not None and missing <= 0:
                return
            chosen = self._chosen(graph, root, missing)
            if not len(chosen):
                return  # every line is in the book to its end
            self._expand(graph, chosen)
            graph = self._store.graph()

    def solve(self, empties: int) -> Generator[Progress, None, None]:
        """Solve the late leaves that are not exact, those nearest to the end first."""
        graph = self._store.graph()
        is_late = graph.has_leaf & (graph.leaves["exact"] == 0) & (graph.empties <= empties)
        rows = np.flatnonzero(is_late)
        tasks = [self._task(graph, row, 0) for row in rows[np.argsort(graph.empties[rows])]]
        yield from self._search(graph, tasks)
        graph = self._store.graph()
        if not len(graph.pending):
            self._value = int(graph.values[root_of(graph)])
        yield self._progress(graph, 0)

    def check_searched(self) -> None:
        """Reject a book without the start of the game, or with positions that are not searched."""
        graph = self._store.graph()
        if len(graph.pending):
            raise InputError(
                f"some positions of {self._store.path} are not searched yet: "
                f"`obversi book grow {self._store.path} --positions 0` does it"
            )
        root_of(graph)

    def deepen(self, within: int) -> Generator[Progress, None, None]:
        """Search leaves that decide or nearly decide, until all of them are deep enough."""
        while True:
            graph = self._store.graph()
            root = root_of(graph)
            self._value = int(graph.values[root])
            yield self._progress(graph, 0)
            tasks = self._shallow(graph, root, within)
            if not tasks or time.monotonic() > self._deadline:
                return
            yield from self._search(graph, tasks)

    def _shallow(self, graph: Graph, root: int, within: int) -> list[SearchTask]:
        """Return searches of leaves that decide or nearly decide and are too shallow.

        The cheapest come first.
        """
        leaves = graph.leaves
        wanted = np.array(
            [self._plan.search_depth(int(empties), graph.size) for empties in graph.empties]
        )
        is_shallow = (leaves["exact"] == 0) & ((wanted == 0) | (leaves["depth"] < wanted))
        is_close = leaves["value"] >= graph.values.astype(np.int64) - within
        rows = np.flatnonzero(graph.has_leaf & is_shallow & is_close)
        order = np.argsort(self._leaf_costs(graph, root)[rows], kind="stable")
        return [self._task(graph, row, int(wanted[row])) for row in rows[order]]

    def _expand(self, graph: Graph, rows: NDArray[np.int64]) -> None:
        """Add the positions after leaves; where the leaf's move is not known, it is searched."""
        moves = graph.leaves["move"][rows]
        is_known = moves < NO_MOVE
        after = batch.play(graph.positions[rows[is_known]], moves[is_known], graph.size)
        self._added += self._store.add(after, forgotten=graph.positions[rows[~is_known]])

    def _chosen(self, graph: Graph, root: int, most: int | None) -> NDArray[np.int64]:
        """Return the positions whose leaves have the lowest costs."""
        costs = self._leaf_costs(graph, root)
        order = np.argsort(costs, kind="stable")
        cheapest = order[: min(self._plan.round, most or self._plan.round)]
        return cheapest[np.isfinite(costs[cheapest])]

    def _leaf_costs(self, graph: Graph, root: int) -> NDArray[np.float64]:
        weights = {"strict": self._plan.strict, "lenient": self._plan.lenient}
        return graph.leaf_costs(graph.costs(root, **weights), **weights)

    def _search_pending(self, graph: Graph) -> Generator[Progress, None, None]:
        tasks = [
            self._task(graph, row, self._plan.search_depth(int(graph.empties[row]), graph.size))
            for row in graph.pending
        ]
        # Solves and deep searches come first, so that no thread ends alone with one.
        tasks.sort(key=lambda task: -(task.depth or graph.size**2))
        yield from self._search(graph, tasks)

    def _task(self, graph: Graph, row: int, depth: int) -> SearchTask:
        own, opp = map(int, graph.positions[row])
        return SearchTask(own, opp, int(graph.unexpanded[row]), depth)

    def _search(self, graph: Graph, tasks: Sequence[SearchTask]) -> Generator[Progress, None, None]:
        """Store the results of searches as they come."""
        found, written, left = [], time.monotonic(), len(tasks)
        with closing(self._workers.search(tasks)) as results:
            try:
                for ended in results:
                    found += ended
                    left -= len(ended)
                    self._searched += len(ended)
                    now = time.monotonic()
                    is_late = now > self._deadline
                    if now - written > _SECONDS_A_WRITE or not left or is_late:
                        self._store.update(found)
                        found, written = [], now
                        yield self._progress(graph, left)
                    if is_late:
                        return
            finally:
                self._store.update(found)

    def _progress(self, graph: Graph, left: int) -> Progress:
        seconds = time.monotonic() - self._begin
        return Progress(len(graph), self._added, self._searched, left, seconds, self._value)
