"""The rules, lesson by lesson."""

import pytest
from browser.board import BoardOnPage
from browser.navigation import visit
from playwright.sync_api import Page, Route, expect


@pytest.mark.long
@pytest.mark.only_on_site
def test_rules_lessons_can_be_completed(phone_page: Page) -> None:
    page = phone_page
    visit(page, "/study")
    page.get_by_role("link", name="Learn the rules").click()
    board = BoardOnPage(page)
    lesson = page.get_by_role("region", name="The lesson")

    def tried(square: str, said: str) -> None:
        expect(board.square(square)).to_be_enabled()
        board.square(square).click()
        expect(lesson).to_contain_text(said)

    def go_on(title: str) -> None:
        lesson.get_by_role("button", name="Next").click()
        expect(lesson.get_by_role("heading")).to_have_text(title)
        board.wait_for_turn()

    board.wait_for_turn()
    tried("c2", "Black plays c2, 1 disc flips")
    go_on("In every direction")
    tried("f2", "Another move flips more discs.")
    expect(board.legal).to_have_count(0)
    lesson.get_by_role("button", name="Try again").click()
    board.wait_for_turn()
    tried("e2", "5 discs flip")
    go_on("No legal move: pass")
    tried("a1", "Black cannot move and passes")
    go_on("The end: most discs win")
    tried("d1", "White wins by 2 (most discs win). Try the other move.")
    lesson.get_by_role("button", name="Try again").click()
    board.wait_for_turn()
    tried("a2", "Black wins by 6 (most discs win).")
    go_on("Reversed: fewest discs win")
    expect(page.get_by_text("Reversed: fewest discs win").first).to_be_visible()
    tried("d1", "Black wins by 2 (fewest discs win).")
    go_on("A small game")
    page.reload()
    expect(lesson.get_by_role("heading")).to_have_text("A small game")
    board.wait_for_turn()
    board.play_some(2)
    lesson.get_by_role("button", name="Take back").click()
    expect(lesson).to_contain_text("White has")


@pytest.mark.needs_server
def test_no_move_can_be_played_before_the_position_of_a_lesson_has_arrived(
    phone_page: Page,
) -> None:
    page = phone_page
    visit(page, "/study/rules")
    board = BoardOnPage(page)
    board.wait_for_turn()
    held: list[Route] = []
    page.route("**/api/line", lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="In every direction")).to_be_visible()
    expect(board.legal).to_have_count(0)
    held[0].continue_()
    expect(board.legal).not_to_have_count(0)
