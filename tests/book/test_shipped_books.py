"""The books of the package on 8×8: consistent, used by the engine, and described in the docs."""

from pathlib import Path

import numpy as np
import pytest

import obversi as ob
from obversi.agents.levels import LevelAgent
from obversi.book import Book, BookPlayer, shipped_book
from obversi.book.file import columns_of
from obversi.book.report import openings_page
from obversi.rules import RULES, Rules

PAGE = Path(__file__).parents[2] / "docs" / "openings.md"


def book_of(rules: Rules) -> Book:
    book = shipped_book(8, rules)
    assert book is not None
    return book


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_values_are_passed_up_and_everything_is_searched(rules: Rules) -> None:
    book = book_of(rules)
    graph = book.graph()
    assert len(graph) > 4000
    assert len(graph.pending) == 0
    assert int(graph.leaves["depth"][graph.has_leaf].min()) >= 18
    assert np.array_equal(columns_of(graph).records, book._file.records)


@pytest.mark.parametrize("rules", RULES)
def test_all_second_moves_are_there(rules: Rules) -> None:
    board = ob.Board(rules=rules)
    board.push("f5")
    known = book_of(rules).moves(board)
    assert {move.move for move in known} == set(board.legal_moves)
    assert all(move.expanded for move in known)


@pytest.mark.parametrize("rules", RULES)
def test_they_learned_from_games(rules: Rules) -> None:
    known = book_of(rules).moves(ob.Board(rules=rules))
    assert all(move.games >= 500 for move in known)
    assert BookPlayer("default").choose(ob.Board(rules=rules)) in known


@pytest.mark.parametrize("rules", RULES)
def test_the_champion_begins_with_the_book(rules: Rules) -> None:
    board = ob.Board(rules=rules)
    thought = LevelAgent(12, seconds=0.01, seed=1).think(board, ob.Limit())
    assert (thought.nodes, thought.value) == (0, book_of(rules).value(board))


@pytest.mark.long
def test_the_page_about_openings_is_that_of_these_books() -> None:
    assert PAGE.read_text(encoding="utf-8") == openings_page([book_of(rules) for rules in RULES])
