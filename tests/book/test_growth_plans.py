"""The progress and the plans of a growing book, and late positions that are solved."""

from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from book.growing import PLAN, SHALLOW, create, last_of, rows
from book.slow_books import (
    Leaf,
    SlowBook,
    after,
    key_of,
    number_of,
    random_book,
)

from obversi import Board, batch
from obversi.book.editing import root_of
from obversi.book.grow import GrowthPlan, grow, solve_late
from obversi.book.store import BookStore
from obversi.errors import InputError
from obversi.rules import RULES, Rules

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


@pytest.mark.long
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
                assert searched >= 5
            found.append(last_of(solve_late(store, 10, threads=2)).searched + searched)
    assert found[0] == found[1]
    assert rows(tmp_path / "a.db") == rows(tmp_path / "b.db")


def test_solving_before_the_first_search(tmp_path: Path) -> None:
    with create(tmp_path / "a.db", 4, "normal") as store:
        [progress] = solve_late(store, 16, threads=1)
        assert (progress.positions, progress.searched, progress.value) == (1, 0, None)
        with pytest.raises(InputError, match="the number of empty squares cannot be -1"):
            list(solve_late(store, -1))
