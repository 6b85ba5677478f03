"""Endgame puzzles: chosen, tried, helped with, and counted."""

import re

import pytest
from browser.board import BoardOnPage
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect

import obversi as ob
from obversi.rules import Rules


def best_moves(board: ob.Board) -> tuple[set[str], set[str]]:
    """Return the moves that keep the margin, and those that do not."""
    with ob.Engine(threads=1, hash_mb=8) as engine:
        lines = engine.solve(board, top="all").lines
    best = {str(line.move) for line in lines if line.margin == lines[0].margin}
    return best, {str(line.move) for line in lines} - best


@pytest.mark.parametrize(("device", "rules"), [("desktop", "normal"), ("phone", "reversed")])
def test_a_puzzle_is_solved_with_hints(page: Page, rules: Rules) -> None:
    visit(page, "/study/puzzles")
    page.get_by_role("radio", name=rules.capitalize()).check()
    page.get_by_role("list", name="Puzzles").get_by_role("link").first.click()
    board = BoardOnPage(page)
    puzzle = page.get_by_role("region", name="The puzzle")
    expect(page.get_by_text(f"{rules.capitalize()}: ")).to_be_visible()
    expect(page.get_by_text("10 of 10 points left")).to_be_visible()
    board.wait_for_turn()
    for step in (1, 2, 3):
        puzzle.get_by_role("button", name=f"Hint {step} of 3").click()
        expect(puzzle.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(step)
    expect(puzzle.get_by_role("button", name="No more hints")).to_be_disabled()
    expect(page.get_by_text("3 of 10 points left")).to_be_visible()

    hinted = board.grid.get_by_role("button", name=re.compile(r"\bhinted\b")).first
    assert hinted.get_attribute("data-square") in best_moves(board.position(rules))[0]
    solve(page, board, rules)
    expect(page.get_by_text("3 points of 10")).to_be_visible()

    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=re.compile(r"Puzzle 1, .*, 3 points"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name=re.compile(r"Puzzle 1, .*, 3 points"))).to_be_visible()


def solve(page: Page, board: BoardOnPage, rules: Rules) -> None:
    """Play best moves until the puzzle says that it is solved."""
    done = page.get_by_role("button", name="Try again")
    while True:
        expect(board.legal.first.or_(done)).to_be_visible()
        if done.is_visible():
            return
        best, _ = best_moves(board.position(rules))
        board.play(min(best))


def test_a_wrong_move_is_named_and_costs_points(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study/puzzles")
    page.get_by_role("list", name="Puzzles").get_by_role("link").nth(1).click()
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_text("Puzzle 1 of ")).to_be_visible()
    expect(page.get_by_role("link", name="Previous")).to_have_count(0)
    board = BoardOnPage(page)
    board.wait_for_turn()
    _, wrong = best_moves(board.position("normal"))
    square = board.square(min(wrong))
    square.click()
    expect(square).to_have_accessible_name(re.compile(r"wrong, loses \d+"))
    expect(page.get_by_text("8 of 10 points left")).to_be_visible()
    page.get_by_role("button", name="Hint 1 of 3").click()
    expect(page.get_by_text("7 of 10 points left")).to_be_visible()

    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=re.compile(r"^Puzzle 1, .*, begun"))).to_be_visible()
    page.reload()
    page.get_by_role("link", name=re.compile(r"^Puzzle 1, .*, begun")).click()
    expect(page.get_by_text("7 of 10 points left")).to_be_visible()
    expect(square).to_have_accessible_name(re.compile(r"wrong, loses \d+"))
    hints = page.get_by_role("list", name="Hints").get_by_role("listitem")
    expect(hints).to_have_count(1)
    # Hints that were paid for stay, also after a restart.
    page.get_by_role("button", name="From the start").click()
    expect(square).not_to_have_accessible_name(re.compile("wrong"))
    expect(hints).to_have_count(1)
    expect(page.get_by_role("button", name="Hint 2 of 3")).to_be_visible()
    expect(page.get_by_text("7 of 10 points left")).to_be_visible()

    page.get_by_role("button", name="Show solution").click()
    expect(page.get_by_text("0 points of 10")).to_be_visible()
    page.get_by_role("button", name="Last").click()
    expect(board.over).to_be_visible()


def test_unknown_puzzle_shows_an_error(new_pages: NewPages) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "404")
    visit(page, "/study/puzzles/nothing")
    expect(page.get_by_role("alert")).to_contain_text("nothing")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("list", name="Puzzles")).to_be_visible()
