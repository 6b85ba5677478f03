"""How a book grows: the same as slow code says, however the run goes."""

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from book.slow_books import (
    NOT_SEARCHED,
    Key,
    Leaf,
    SlowBook,
    after,
    key_of,
    number_of,
    random_book,
)

from obversi import Board, Engine, Limit, Move, batch
from obversi.book import grow as grow_module
from obversi.book import shipped_book
from obversi.book.editing import root_of
from obversi.book.graph import ANY_MOVE, UNKNOWN, Graph
from obversi.book.grow import GrowthPlan, Progress, grow, solve_late
from obversi.book.search import Game, SearchTask, Workers, here
from obversi.book.store import BookStore, Searched
from obversi.errors import InputError
from obversi.rules import RULES, Rules

Row = tuple[int, ...]

PLAN = GrowthPlan(depth=2, deeper_before=5, solve_empties=7, round=8)
COUNT = 60
# Nothing is solved.
SHALLOW = GrowthPlan(depth=1, deeper_before=0, solve_empties=0, round=12)
# Of 4×4 many positions are solved, of 6×6 none.
GAMES: list[tuple[int, Rules]] = [(6, "normal"), (6, "reversed"), (4, "normal"), (4, "reversed")]
ONE_OF_EACH = GAMES[1:3]


@pytest.fixture
def write_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store each result by itself, and yield after each."""
    monkeypatch.setattr(grow_module, "_SECONDS_A_WRITE", -1.0)


def rows(path: Path) -> list[Row]:
    """Return the whole table of a working copy."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM positions ORDER BY own, opp").fetchall()


def create(path: Path, size: int, rules: Rules, plan: GrowthPlan = PLAN) -> BookStore:
    return BookStore.create(path, size, rules, asdict(plan))


def last_of(progress: Iterator[Progress]) -> Progress:
    *_, last = progress
    return last


@cache
def grown_at_once(size: int, rules: Rules) -> list[Row]:
    """Return the table of a book that grew in one run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        with create(path, size, rules) as store:
            last = last_of(grow(store, positions=COUNT, threads=1))
        assert last.positions == len(rows(path)) == COUNT
        return rows(path)


def search_with(engine: Engine) -> Any:
    """Return how slow code searches moves of a position."""

    def search(board: Board, moves: list[Move], depth: int) -> Leaf:
        engine.clear()
        if depth:
            found = engine.analyse(board, Limit(depth=depth), moves=moves)
        else:
            found = engine.solve(board, moves=moves)
        number = number_of(found.move)
        return Leaf(number, found.margin, found.depth, found.selectivity, found.exact)

    return search


def start_book(size: int, rules: Rules) -> SlowBook:
    return SlowBook(size, rules, {key_of(Board(size, rules)): NOT_SEARCHED})


# Against slow code


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


@pytest.mark.parametrize(("size", "rules"), ONE_OF_EACH)
@pytest.mark.parametrize("threads", [1, 3])
def test_any_number_of_threads(tmp_path: Path, size: int, rules: Rules, threads: int) -> None:
    with create(tmp_path / "a.db", size, rules) as store:
        last_of(grow(store, positions=COUNT, threads=threads))
    assert rows(tmp_path / "a.db") == grown_at_once(size, rules)


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

    def search(self, tasks: Sequence[SearchTask]) -> Generator[Searched, None, None]:
        for result in self._workers.search(tasks):
            if not self._count:
                raise KeyboardInterrupt
            self._count -= 1
            yield result


@pytest.mark.parametrize("count", [0, 1, 25])
def test_a_search_that_fails_keeps_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    # So long that nothing is written before the end of a round.
    monkeypatch.setattr(grow_module, "_SECONDS_A_WRITE", 1e9)
    path = tmp_path / "a.db"

    @contextmanager
    def failing(game: Game, threads: int) -> Iterator[Workers]:
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
from obversi.book.search import Game, SearchTask, Workers, here
from obversi.book.store import BookStore, Searched
module._SECONDS_A_WRITE = -1.0
path, count, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with BookStore.open(Path(path), writing=True) as store:
    for step, _ in enumerate(module.grow(store, positions=count, threads=2)):
        if step == steps:
            print("working", flush=True)
            sys.stdin.readline()
"""


@pytest.mark.parametrize(("size", "rules"), [(6, "normal"), (4, "reversed")])
def test_a_killed_process_loses_nothing_that_matters(
    tmp_path: Path, size: int, rules: Rules
) -> None:
    path = tmp_path / "a.db"
    create(path, size, rules).close()
    before = 0
    for steps in (0, 9, 30):
        command = [sys.executable, "-c", GROW, str(path), str(COUNT), str(steps)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stdout.readline() == b"working\n"
            # It goes on, and is killed wherever it is then.
            process.stdin.write(b"\n")
            process.stdin.flush()
            process.kill()
            process.wait()
        with BookStore.open(path) as store:
            searched = store.graph(searched=True)
        slow = SlowBook.of(searched)
        assert searched.values.tolist() == [slow.value(board) for board in slow.boards()]
        assert before <= len(searched) <= COUNT
        before = len(searched)
    with BookStore.open(path, writing=True) as store:
        last_of(grow(store, positions=COUNT, threads=2))
    assert rows(path) == grown_at_once(size, rules)


# Progress and plans


def test_progress_counts_this_run(tmp_path: Path) -> None:
    with create(tmp_path / "a.db", 6, "normal") as store:
        shown = list(grow(store, positions=40, threads=1))
        assert [progress.positions for progress in shown] == sorted(
            progress.positions for progress in shown
        )
        for earlier, later in pairwise(shown):
            assert earlier.seconds <= later.seconds
            assert earlier.searched <= later.searched
            assert later.added == later.positions - 1
        assert shown[0].value is None
        assert shown[-1].value == int(store.graph().values[root_of(store.graph())])
        [again] = grow(store, positions=40, threads=1)
        assert (again.positions, again.added, again.searched, again.left) == (40, 0, 0, 0)
        assert again.value == shown[-1].value
        assert last_of(grow(store, positions=45, threads=1)).added == 5


def test_a_plan_becomes_that_of_the_book(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with BookStore.create(path, 6, "normal", {"note": "mine"}) as store:
        assert GrowthPlan.stored(store.settings) == GrowthPlan()
        last_of(grow(store, PLAN, positions=5, threads=1))
    with BookStore.open(path, writing=True) as store:
        assert GrowthPlan.stored(store.settings) == PLAN
        assert store.settings["note"] == "mine"
        last_of(grow(store, positions=20, threads=1))
        assert GrowthPlan.stored(store.settings) == PLAN
    with create(tmp_path / "b.db", 6, "normal") as store:
        last_of(grow(store, positions=5, threads=1))
        last_of(grow(store, positions=20, threads=1))
    assert rows(path) == rows(tmp_path / "b.db")


def test_how_far_positions_are_searched() -> None:
    plan = GrowthPlan(depth=10, deeper_before=6, solve_empties=12)
    found = [plan.search_depth(60 - ply, 8) for ply in (0, 1, 2, 3, 5, 6, 7, 47, 48, 60)]
    assert found == [14, 14, 12, 12, 12, 10, 10, 10, 0, 0]
    assert plan.search_depth(32, 6) == 14
    assert plan.search_depth(12, 4) == 0
    for board in random_book(6, "normal", 1).boards():
        empties = len(board.empty)
        ply = 32 - empties
        steps = 2 * len(range(ply, plan.deeper_before, 4))
        expected = 0 if empties <= 12 else 10 + steps
        assert plan.search_depth(empties, 6) == expected


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"depth": 0}, "depth cannot be 0: expected 1 or more"),
        ({"depth": 2.5}, "depth cannot be 2.5: expected a whole number"),
        ({"deeper_before": -1}, "deeper_before cannot be -1: expected 0 or more"),
        ({"solve_empties": -1}, "solve_empties cannot be -1"),
        ({"round": 0}, "round cannot be 0"),
        ({"strict": -0.5}, "strict cannot be -0.5: expected a number, 0 or more"),
        ({"strict": float("nan")}, "strict cannot be nan"),
        ({"lenient": float("inf")}, "lenient cannot be inf"),
        ({"lenient": "much"}, "lenient cannot be 'much'"),
        ({"depth": "deep"}, "depth cannot be 'deep'"),
    ],
)
def test_bad_plans_are_rejected(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        GrowthPlan(**values)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({}, "a book needs an end of its growth: a number of positions, or seconds"),
        ({"positions": -1}, "the number of positions cannot be -1"),
        ({"positions": 2.5}, "the number of positions cannot be 2.5"),
        ({"seconds": 0}, "a run cannot take 0 s: expected a number above 0"),
        ({"seconds": -1.0}, "a run cannot take -1.0 s"),
        ({"seconds": float("nan")}, "a run cannot take nan s"),
        ({"seconds": float("inf")}, "a run cannot take inf s"),
        ({"positions": 5, "threads": 0}, "the number of threads cannot be 0"),
    ],
)
def test_bad_runs_are_rejected(tmp_path: Path, values: dict[str, Any], reason: str) -> None:
    with create(tmp_path / "a.db", 4, "normal") as store:
        with pytest.raises(InputError, match=reason):
            list(grow(store, **values))
        assert store.graph().pending.tolist() == [0]


def test_a_book_without_the_start_cannot_grow(tmp_path: Path) -> None:
    board = Board(4)
    board.push("b1")
    leaf = number_of(board.legal_moves[0])
    book = SlowBook(4, "normal", {key_of(board): Leaf(leaf, 0, 1, 100, False)})
    with create(tmp_path / "a.db", 4, "normal") as store:
        store.replace(book.graph())
        with pytest.raises(InputError, match="does not have the start of the game"):
            list(grow(store, positions=10, threads=1))


# Solving


@pytest.mark.parametrize("rules", RULES)
def test_late_leaves_become_exact(tmp_path: Path, rules: Rules) -> None:
    empties = 9
    with create(tmp_path / "a.db", 4, rules, SHALLOW) as store:
        last_of(grow(store, positions=60, threads=2))
        before = SlowBook.of(store.graph())
        late = [
            board
            for board in before.boards()
            if len(board.empty) <= empties and (leaf := before.leaf(board)) and not leaf.exact
        ]
        last = last_of(solve_late(store, empties, threads=2))
        solved = SlowBook.of(store.graph())
        assert late
        assert (last.searched, last.added, last.left) == (len(late), 0, 0)
        assert last.value == solved.value(Board(4, rules))
        for board in before.boards():
            leaf = solved.leaves[key_of(board)]
            if board not in late:
                assert leaf == before.leaves[key_of(board)]
                continue
            later = [after(board, move) for move in before.unexpanded(board)]
            margins = -batch.exact_margins(batch.from_boards(later), 4, rules)
            assert (leaf.value, leaf.exact, leaf.selectivity) == (max(margins.tolist()), True, 100)
            chosen = after(solved.board(key_of(board)), leaf.move)
            assert -batch.exact_margins(batch.from_boards([chosen]), 4, rules)[0] == leaf.value
        assert last_of(solve_late(store, empties, threads=2)).searched == 0


@pytest.mark.usefixtures("write_at_once")
def test_solving_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    found = []
    for name in ("a.db", "b.db"):
        with create(tmp_path / name, 4, "normal", SHALLOW) as store:
            last_of(grow(store, positions=60, threads=2))
            searched = 0
            if name == "b.db":
                running = solve_late(store, 10, threads=2)
                searched = list(islice(running, 5))[-1].searched
                running.close()
                assert searched == 5
            found.append(last_of(solve_late(store, 10, threads=2)).searched + searched)
    assert found[0] == found[1]
    assert rows(tmp_path / "a.db") == rows(tmp_path / "b.db")


def test_solving_before_the_first_search(tmp_path: Path) -> None:
    with create(tmp_path / "a.db", 4, "normal") as store:
        [progress] = solve_late(store, 16, threads=1)
        assert (progress.positions, progress.searched, progress.value) == (1, 0, None)
        with pytest.raises(InputError, match="the number of empty squares cannot be -1"):
            list(solve_late(store, -1))
