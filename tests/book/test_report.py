"""The page about openings: its values are those of the books."""

import re
from pathlib import Path

import pytest

import obversi as ob
from obversi.book.editing import read_book
from obversi.book.grow import GrowthPlan, grow
from obversi.book.report import openings_page
from obversi.book.store import BookStore
from obversi.rules import RULES, Rules


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[Rules, Path]:
    """Return small books of both games on 8×8."""
    folder = tmp_path_factory.mktemp("books")
    found: dict[Rules, Path] = {}
    for rules in RULES:
        found[rules] = folder / f"{rules}.db"
        with BookStore.create(found[rules], 8, rules, {}) as store:
            plan = GrowthPlan(depth=3, deeper_before=0, round=30)
            for _ in grow(store, plan, positions=150, threads=1):
                pass
    return found


def test_the_page_has_the_values_of_both_games(paths: dict[Rules, Path]) -> None:
    books = [read_book(path) for path in paths.values()]
    page = openings_page(books)
    for book in books:
        part = page.split(f"## The {book.rules} game")[1].split("## The ")[0]
        board = ob.Board(rules=book.rules)
        assert f"The start is worth {book.value(board):+d} to Black." in part
        board.push("f5")
        for reply in book.moves(board):
            # White is to move.
            value = re.escape(f"{-reply.value:+d}")
            assert re.search(rf"^\| {reply.move} \| \w* \| {value} \|", part, re.M)
        assert "| Perpendicular | f5d6 | " in part
        line = re.search(r"\*\*The longest line of best play\*\* in the book: (.*)\.", part)
        assert line is not None
        for move in re.findall(r"[a-h][1-8]", line[1])[1:]:
            board.push(move)
        plies = re.search(r"^\| positions \| 1 \| 1 \| (.*) \|$", part, re.M)
        assert plies is not None
        assert all(int(count.replace(",", "")) > 0 for count in plies[1].split(" | "))


def test_positions_of_best_play_are_counted_as_slow_code_does(paths: dict[Rules, Path]) -> None:
    book = read_book(paths["reversed"])
    counts = []
    reached = {ob.Board(rules="reversed").canonical()}
    while reached:
        counts.append(len(reached))
        following = set()
        for board in reached:
            for best in book.best_moves(board):
                after = board.copy(stack=False)
                after.push(best.move)
                if after in book:
                    following.add(after.canonical())
        reached = following
    row = re.search(r"^\| positions \| (.*) \|$", openings_page([book]), re.M)
    assert row is not None
    assert [int(count.replace(",", "")) for count in row[1].split(" | ")] == counts
