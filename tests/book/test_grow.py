"""How a book grows: the same as slow code says, however the run goes."""

import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from book.growing import COUNT, GAMES, ONE_OF_EACH, PLAN, Row, create, last_of, rows
from book.slow_books import (
    NOT_SEARCHED,
    Key,
    Leaf,
    SlowBook,
    key_of,
    number_of,
    search_with,
)
from interrupts import kill_while_working

from obversi import Board, Engine, Limit
from obversi.book import grow as grow_module, shipped_book
from obversi.book.graph import ANY_MOVE, UNKNOWN, Graph
from obversi.book.grow import grow
from obversi.book.search import SearchedGame, SearchTask, Workers, here
from obversi.book.store import BookStore, Searched
from obversi.rules import RULES, Rules


@cache
def grown_at_once(size: int, rules: Rules) -> list[Row]:
    """Return the table of a book that grew in one run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        with create(path, size, rules) as store:
            last = last_of(grow(store, positions=COUNT, threads=1))
        assert last.positions == len(rows(path)) == COUNT
        return rows(path)


def start_book(size: int, rules: Rules) -> SlowBook:
    return SlowBook(size, rules, {key_of(Board(size, rules)): NOT_SEARCHED})


# Against slow code


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), GAMES)
def test_a_book_grows_as_in_slow_code(tmp_path: Path, size: int, rules: Rules) -> None:
    with create(tmp_path / "a.db", size, rules) as store:
        last = last_of(grow(store, positions=COUNT, threads=1))
        graph = store.graph()
    with Engine(hash_mb=16) as engine:
        slow = start_book(size, rules).grown(PLAN, COUNT, search_with(engine))
    found = SlowBook.of(graph)
    assert found.leaves == slow.leaves
    assert graph.pending.tolist() == []
    assert not any(slow.is_pending(board) for board in slow.boards())
    value = slow.value(Board(size, rules))
    assert (last.positions, last.added, last.left, last.value) == (COUNT, COUNT - 1, 0, value)
    assert last.searched >= COUNT
    solved = [leaf for leaf in slow.leaves.values() if leaf.exact]
    assert bool(solved) == (size == 4)


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_each_leaf_is_what_a_search_says(tmp_path: Path, rules: Rules) -> None:
    checked = 0
    with (
        create(tmp_path / "a.db", 6, rules, replace(PLAN, round=1)) as store,
        Engine() as engine,
    ):
        before: dict[Key, Leaf] = {}
        for count in range(1, 30):
            last_of(grow(store, positions=count, threads=1))
            book = SlowBook.of(store.graph())
            for key, leaf in book.leaves.items():
                board = book.board(key)
                if before.get(key) == leaf or book.leaf(board) is None:
                    continue
                engine.clear()
                limit = Limit(depth=PLAN.search_depth(len(board.empty), 6))
                found = engine.analyse(board, limit, moves=book.unexpanded(board))
                expected = found.margin, found.depth, found.selectivity, found.exact
                assert leaf == (number_of(found.move), *expected)
                checked += 1
            before = book.leaves
    assert checked > 40


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_moves_that_are_not_known_are_searched(tmp_path: Path, rules: Rules) -> None:
    """Leaves that are any move out of the book are searched before the book grows there."""
    book = start_book(4, rules)
    with Engine(hash_mb=16) as engine:
        book = book.grown(PLAN, 20, search_with(engine))
        leaves = dict(book.leaves)
        for place, key in enumerate(sorted(leaves)):
            if place % 3 == 0 and leaves[key].move < ANY_MOVE:
                leaves[key] = leaves[key]._replace(move=ANY_MOVE)
        book = SlowBook(4, rules, leaves)
        expected = book.grown(PLAN, 60, search_with(engine))
    with create(tmp_path / "a.db", 4, rules) as store:
        store.replace(book.graph())
        last_of(grow(store, positions=60, threads=1))
        assert SlowBook.of(store.graph()).leaves == expected.leaves
    assert any(leaf.move == ANY_MOVE for leaf in book.leaves.values())


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_growth_ends_where_every_line_ends(tmp_path: Path, rules: Rules) -> None:
    whole = shipped_book(4, rules)
    assert whole is not None
    graph = whole.graph()
    # Without some late positions; those before them are to be searched again.
    removed = np.flatnonzero(graph.empties == 3)[::40]
    kept = np.ones(len(graph), bool)
    kept[removed] = False
    leaves = graph.leaves.copy()
    leaves["move"] = UNKNOWN
    with create(tmp_path / "a.db", 4, rules) as store:
        store.replace(Graph(graph.positions[kept], leaves[kept], 4, rules))
        last = last_of(grow(store, replace(PLAN, strict=0, lenient=0), positions=10**6, threads=2))
        assert np.array_equal(store.graph().positions, graph.positions)
    assert last.positions == len(graph)
    assert last.added == len(removed) > 10
    assert last.value == whole.value(Board(4, rules))


def test_only_what_good_play_reaches_first(tmp_path: Path) -> None:
    """A high cost of discs keeps moves out that give discs away."""
    graphs = []
    for weight in (0.0, 1000.0):
        plan = replace(PLAN, strict=weight, lenient=weight)
        with create(tmp_path / f"{weight}.db", 6, "normal", plan) as store:
            last_of(grow(store, positions=60, threads=1))
            graphs.append(store.graph())
    wide, narrow = (int(graph.empties.min()) for graph in graphs)
    assert narrow < wide  # the book goes deeper


# However the run goes


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), ONE_OF_EACH)
@pytest.mark.parametrize("threads", [1, 3])
def test_any_number_of_threads(tmp_path: Path, size: int, rules: Rules, threads: int) -> None:
    with create(tmp_path / "a.db", size, rules) as store:
        last_of(grow(store, positions=COUNT, threads=threads))
    assert rows(tmp_path / "a.db") == grown_at_once(size, rules)


@pytest.mark.long
@pytest.mark.usefixtures("write_at_once")
@pytest.mark.parametrize(("size", "rules"), ONE_OF_EACH)
def test_runs_that_are_closed_at_any_point(tmp_path: Path, size: int, rules: Rules) -> None:
    path = tmp_path / "a.db"
    random = Random(size)
    create(path, size, rules).close()
    searched = 0
    while len(rows(path)) < COUNT or searched:
        with BookStore.open(path, writing=True) as store:
            running = grow(store, positions=COUNT, threads=2)
            shown = list(islice(running, random.randint(1, 25)))
            running.close()
        searched = shown[-1].searched
    assert rows(path) == grown_at_once(size, rules)


@pytest.mark.usefixtures("write_at_once")
def test_an_exception_where_the_progress_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with create(path, 6, "normal") as store:
        running = grow(store, positions=COUNT, threads=2)
        for progress in islice(running, 30):
            searched = progress.searched
        with pytest.raises(KeyboardInterrupt):
            running.throw(KeyboardInterrupt())
    with BookStore.open(path, writing=True) as store:
        assert last_of(grow(store, positions=COUNT, threads=2)).searched > 0
    assert searched > 20
    assert rows(path) == grown_at_once(6, "normal")


class _FailingWorkers(Workers):
    """Searches some positions, and fails."""

    def __init__(self, workers: Workers, count: int) -> None:
        self._workers = workers
        self._count = count

    def search(self, tasks: Sequence[SearchTask]) -> Generator[list[Searched], None, None]:
        for results in self._workers.search(tasks):
            for result in results:
                if not self._count:
                    raise KeyboardInterrupt
                self._count -= 1
                yield [result]


@pytest.mark.few_cases
@pytest.mark.parametrize("count", [0, 1, 25])
def test_a_search_that_fails_keeps_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    # So long that nothing is written before the end of a round.
    monkeypatch.setattr(grow_module, "_SECONDS_A_WRITE", 1e9)
    path = tmp_path / "a.db"

    @contextmanager
    def failing(game: SearchedGame, threads: int) -> Iterator[Workers]:
        with here(game, threads) as workers:
            yield _FailingWorkers(workers, count)

    with create(path, 6, "reversed") as store:
        with monkeypatch.context() as patched:
            patched.setattr(grow_module, "here", failing)
            with pytest.raises(KeyboardInterrupt):
                list(grow(store, positions=COUNT, threads=2))
        left = last_of(grow(store, positions=COUNT, threads=2)).searched
    with create(tmp_path / "b.db", 6, "reversed") as store:
        assert left + count == last_of(grow(store, positions=COUNT, threads=2)).searched
    assert rows(path) == grown_at_once(6, "reversed")


@pytest.mark.long
@pytest.mark.parametrize(("size", "rules"), ONE_OF_EACH)
def test_several_runs_with_the_same_rounds(tmp_path: Path, size: int, rules: Rules) -> None:
    # A run may end where a round does. The last round of a run must be as large as it would be
    # otherwise: so only the ends of full rounds.
    with create(tmp_path / "sizes.db", size, rules) as store:
        sizes = [progress.positions for progress in grow(store, positions=COUNT, threads=1)]
    ends = sorted(set(sizes))
    full = [end for end, next_end in pairwise(ends) if next_end - end == PLAN.round]
    assert len(full) > 1
    path = tmp_path / "a.db"
    create(path, size, rules).close()
    for end in [*(end + PLAN.round for end in full), COUNT]:
        with BookStore.open(path, writing=True) as store:
            assert last_of(grow(store, positions=end, threads=1)).positions == end
    assert rows(path) == grown_at_once(size, rules)


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 2, 17])
def test_rounds_of_one_position_end_anywhere(tmp_path: Path, count: int) -> None:
    plan = replace(PLAN, round=1)
    for name, ends in (("a.db", [30]), ("b.db", [count, 30])):
        with create(tmp_path / name, 6, "reversed", plan) as store:
            for end in ends:
                assert last_of(grow(store, positions=end, threads=1)).positions == end
    assert rows(tmp_path / "a.db") == rows(tmp_path / "b.db")


class _Clock:
    """A clock on which each look takes a second."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        self._now += 1.0
        return self._now


@pytest.mark.few_cases
@pytest.mark.parametrize("seconds", [4.0, 30.0])
def test_time_ends_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    path = tmp_path / "a.db"
    create(path, 6, "normal").close()
    monkeypatch.setattr(grow_module, "time", _Clock())
    runs = 0
    while True:
        with BookStore.open(path, writing=True) as store:
            last = last_of(grow(store, positions=COUNT, seconds=seconds, threads=1))
        if not last.searched and last.positions == COUNT:
            break
        assert 1 <= last.searched <= seconds + 1
        runs += 1
    assert runs > 2
    assert rows(path) == grown_at_once(6, "normal")


GROW = """
import sys
from pathlib import Path
import obversi.book.grow as module
from obversi.book.search import SearchedGame, SearchTask, Workers, here
from obversi.book.store import BookStore, Searched
module._SECONDS_A_WRITE = -1.0
path, count, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with BookStore.open(Path(path), writing=True) as store:
    for step, _ in enumerate(module.grow(store, positions=count, threads=2)):
        if step == steps:
            print("working", flush=True)
            sys.stdin.readline()
"""


@pytest.mark.long
@pytest.mark.parametrize(("size", "rules"), [(6, "normal"), (4, "reversed")])
def test_a_killed_process_loses_nothing_that_matters(
    tmp_path: Path, size: int, rules: Rules
) -> None:
    path = tmp_path / "a.db"
    create(path, size, rules).close()
    before = 0
    for steps in (0, 9, 30):
        kill_while_working(GROW, str(path), str(COUNT), str(steps))
        with BookStore.open(path) as store:
            searched = store.graph(searched=True)
        slow = SlowBook.of(searched)
        assert searched.values.tolist() == [slow.value(board) for board in slow.boards()]
        assert before <= len(searched) <= COUNT
        before = len(searched)
    with BookStore.open(path, writing=True) as store:
        last_of(grow(store, positions=COUNT, threads=2))
    assert rows(path) == grown_at_once(size, rules)
