"""A book whose positions are searched again, deeper."""

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from book.growing import GAMES, PLAN, SHALLOW, create, last_of, rows
from book.slow_books import SlowBook, depth_of, search_with

from obversi import Board, Engine
from obversi.book.grow import GrowthPlan, deepen, grow
from obversi.errors import InputError
from obversi.rules import Rules

DEPTH = 4


def deepened(book: SlowBook, plan: GrowthPlan, engine: Engine, within: int) -> SlowBook:
    """Search leaves that nearly decide and are not deep enough, pass by pass, with slow code."""
    search = search_with(engine)
    while True:
        leaves = dict(book.leaves)
        for key, leaf in book.leaves.items():
            board = book.board(key)
            wanted = depth_of(plan, board)
            is_deep = leaf.exact or (wanted != 0 and leaf.depth >= wanted)
            decides = book.leaf(board) and leaf.value >= book.value(board) - within
            if decides and not is_deep:
                leaves[key] = search(board, book.unexpanded(board), wanted)
        if leaves == book.leaves:
            return book
        book = SlowBook(book.size, book.rules, leaves)


@pytest.mark.few_cases
@pytest.mark.parametrize("within", [0, 2])
@pytest.mark.parametrize(("size", "rules"), GAMES)
def test_a_book_is_deepened_as_in_slow_code(
    tmp_path: Path, size: int, rules: Rules, within: int
) -> None:
    with create(tmp_path / "a.db", size, rules, replace(PLAN, depth=1)) as store:
        last_of(grow(store, positions=40, threads=1))
        before = SlowBook.of(store.graph())
        last = last_of(deepen(store, DEPTH, within=within, threads=2))
        found = SlowBook.of(store.graph())
        assert last_of(deepen(store, DEPTH, within=within, threads=1)).searched == 0
        assert GrowthPlan.stored(store.settings) == replace(PLAN, depth=DEPTH)
    with Engine(hash_mb=16) as engine:
        slow = deepened(before, replace(PLAN, depth=DEPTH), engine, within)
    assert found.leaves == slow.leaves
    changed = [key for key, leaf in found.leaves.items() if leaf != before.leaves[key]]
    assert 0 < len(changed) < len(found.leaves)
    assert last.searched >= len(changed)
    assert (last.added, last.left, last.value) == (0, 0, slow.value(Board(size, rules)))


@pytest.mark.usefixtures("write_at_once")
def test_an_interrupted_run_keeps_its_searches_and_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with create(path, 6, "normal", SHALLOW) as store:
        last_of(grow(store, positions=40, threads=1))
        before = rows(path)
        running = deepen(store, DEPTH, threads=1)
        searched = list(islice(running, 6))[-1].searched
        assert searched >= 5
        running.close()
        kept = rows(path)
        assert sum(old != new for old, new in zip(before, kept, strict=True)) == searched
        assert last_of(deepen(store, DEPTH, threads=1)).searched > 0
        book = SlowBook.of(store.graph())
        for board in book.boards():
            leaf = book.leaf(board)
            if leaf and leaf.value == book.value(board):
                assert leaf.depth >= DEPTH


def test_a_run_ends_in_time(tmp_path: Path) -> None:
    with create(tmp_path / "a.db", 6, "normal", SHALLOW) as store:
        last_of(grow(store, positions=40, threads=1))
        last = last_of(deepen(store, 30, seconds=1e-9, threads=1))
        assert last.searched == 0


def test_what_cannot_be_deepened(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with create(path, 6, "normal", replace(SHALLOW, depth=3)) as store:
        for depth, seconds, problem in (
            (0, None, "depth cannot be 0"),
            (4, None, f"`obversi book grow {path} --positions 0` does it"),
            (4, 0.0, "a run cannot take 0.0 s"),
        ):
            if seconds is not None:
                last_of(grow(store, positions=0, threads=1))
            with pytest.raises(InputError, match=re.escape(problem)):
                list(deepen(store, depth, seconds=seconds, threads=1))
            assert GrowthPlan.stored(store.settings).depth == 3
        assert last_of(deepen(store, 2, threads=1)).searched == 0
        assert GrowthPlan.stored(store.settings).depth == 3
