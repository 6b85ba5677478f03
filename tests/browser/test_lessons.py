"""Lessons about strategy: the path of a screen reader, and what the browser keeps."""

import re

import pytest
from browser.board import BoardOnPage
from browser.navigation import visit
from playwright.sync_api import Page, expect


@pytest.mark.long
@pytest.mark.only_on_site
def test_lesson_by_keys_and_messages(wide_page: Page) -> None:
    """Roles, names and live messages of a lesson, as a screen reader finds them."""
    page = wide_page
    visit(page, "/study")
    page.get_by_role("link", name=re.compile("^Lessons")).press("Enter")
    normal = page.get_by_role("region", name="Normal")
    normal.get_by_role("link", name=re.compile("Stable discs")).press("Enter")
    expect(page).to_have_title(re.compile("^Lesson "))
    lesson = page.get_by_role("region", name="The lesson")
    live = page.locator("#live")
    board = BoardOnPage(page)
    expect(lesson.get_by_role("heading", name="Stable discs", level=1)).to_be_visible()
    expect(lesson).to_contain_text("page 1 of 5")
    expect(lesson).to_contain_text("Mark all stable discs of White.")
    expect(
        page.get_by_role("grid", name=re.compile("^Board, 8 by 8: .*white to move"))
    ).to_be_visible()

    # To find squares: wrong ones are explained, right ones are marked and counted.
    board.square("c1").focus()
    page.keyboard.press("Enter")
    expect(live).to_have_text(re.compile("^c1: This one can still be flipped"))
    page.keyboard.press("Home")
    for left in (3, 2, 1):
        page.keyboard.press("Enter")
        expect(live).to_have_text(re.compile(f"is right. {left} left to find.$"))
        page.keyboard.press("ArrowDown")
    expect(board.square("a3")).to_have_accessible_name("a3, white, marked")
    page.keyboard.press("Enter")
    expect(live).to_have_text(re.compile("^These 4 are stable."))
    expect(page.get_by_role("button", name="Page 1, done")).to_be_visible()

    # To play a move: the third page; the second is left out.
    page.get_by_role("button", name="Page 3").press("Enter")
    expect(live).to_have_text(re.compile("Make as many stable discs as you can.$"))
    board.wait_for_turn()
    board.square("g2").press("Enter")
    expect(live).to_have_text(re.compile("^g2 is beside the corner, and White takes it."))
    expect(board.legal).to_have_count(0)
    lesson.get_by_role("button", name="Try again").press("Enter")
    board.wait_for_turn()
    board.square("h1").press("Enter")
    expect(live).to_have_text(re.compile("^Right. Black has 6 stable discs now"))
    page.keyboard.press("n")
    expect(lesson).to_contain_text("page 4 of 5")

    # The address and what is done stay.
    page.reload()
    expect(lesson).to_contain_text("page 4 of 5")
    page.get_by_role("link", name="All lessons").click()
    expect(normal.get_by_role("link", name=re.compile("Stable discs"))).to_contain_text(
        "2 of 5 done"
    )


@pytest.mark.only_on_site
def test_question_of_a_lesson_and_unknown_lessons(phone_page: Page) -> None:
    page = phone_page
    visit(page, "/study/lessons/reversed/turned")
    lesson = page.get_by_role("region", name="The lesson")
    answers = lesson.get_by_role("group", name="Who wins the reversed game?")
    answers.get_by_role("button", name="White").click()
    expect(lesson).to_contain_text("White has more discs at the end.")
    answers.get_by_role("button", name="Black").click()
    expect(lesson).to_contain_text("Right. Black has fewer discs")
    expect(answers.get_by_role("button", name="White")).to_be_disabled()
    visit(page, "/study/lessons/normal/nothing")
    expect(page.get_by_role("alert")).to_have_text("There is no such lesson.")


def test_puzzle_by_keys_and_messages(wide_page: Page) -> None:
    """Roles, names and live messages of a puzzle, as a screen reader finds them."""
    page = wide_page
    visit(page, "/study/puzzles/n8-1")
    puzzle = page.get_by_role("region", name="The puzzle")
    expect(puzzle.get_by_role("heading", level=1)).to_contain_text("find the best move")
    live = page.locator("#live")
    board = BoardOnPage(page)
    board.wait_for_turn()
    puzzle.get_by_role("button", name=re.compile("^Hint 1 of 3")).press("Enter")
    expect(live).to_have_text(re.compile("Black can win by|White can win by|loses by|draw"))
    for step in (2, 3):
        puzzle.get_by_role("button", name=re.compile(f"^Hint {step} of 3")).press("Enter")
    expect(live).to_have_text(re.compile("^The best move is (..).$"))
    best = (live.text_content() or "").strip()[-3:-1]
    wrong = next(square for square in board.legal_squares() if square != best)
    board.square(wrong).press("Enter")
    expect(live).to_have_text(re.compile(f"^{wrong} loses .* Try again.$"))
    expect(board.square(wrong)).to_have_accessible_name(re.compile("wrong, loses"))
    board.square(best).press("Enter")
    expect(live).to_have_text(re.compile(f"^Right: {best} keeps "))
