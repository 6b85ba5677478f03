"""Everything without a pointer."""

import re

import pytest
from browser.accessibility import hidden_focuses
from browser.navigation import visit
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect


def tab_to(page: Page, role: str, name: str) -> None:
    """Press Tab until something has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {role} {name!r}")


def focused_square(page: Page) -> str:
    square: str = page.evaluate("document.activeElement.dataset.square ?? ''")
    return square


def go_to_square(page: Page, square: str) -> None:
    """Go from square to square by arrows."""
    column, row = ord(square[0]), int(square[1])
    here = focused_square(page)
    across, down = column - ord(here[0]), row - int(here[1])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    assert focused_square(page) == square


def test_whole_game_by_keyboard(wide_page: Page) -> None:
    page = wide_page
    play = PlayPage(page)
    play.open()
    tab_to(page, "radio", "8×8")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="4×4")).to_be_checked()
    tab_to(page, "combobox", "White")
    page.keyboard.type("Greedy")
    expect(page.get_by_role("combobox", name="White")).to_have_value("greedy")
    tab_to(page, "button", "Start")
    page.keyboard.press("Enter")
    expect(play.standing).to_be_visible()
    play.board.wait_for_turn()
    for _ in range(60):
        if focused_square(page):
            break
        page.keyboard.press("Tab")
    while squares := play.board.legal_squares():
        before = play.board.label()
        go_to_square(page, squares[0])
        page.keyboard.press("Enter")
        play.board.wait_for_turn(before)
        assert focused_square(page) == squares[0], "the focus stays where it was"
    expect(play.board.over).to_be_visible()
    for key, discs in (("Home", "black 2, white 2"), ("End", "game over")):
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
        expect(play.board.grid).to_have_accessible_name(re.compile(discs))
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


def test_preview_follows_the_focus(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open()
    wide_page.mouse.move(0, 0)  # a test before may have left it on the board
    wide_page.keyboard.press("Tab")
    for _ in range(30):
        if focused_square(wide_page):
            break
        wide_page.keyboard.press("Tab")
    go_to_square(wide_page, play.board.legal_squares()[0])
    expect(wide_page.locator(".would-turn")).to_have_count(1)


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "place", ["/play", "/analyse", "/study", "/study/puzzles", "/study/openings", "/arena"]
)
def test_focus_is_always_visible(wide_page: Page, place: str) -> None:
    visit(wide_page, place)
    expect(wide_page.get_by_role("main")).not_to_contain_text("loading")
    visited, hidden = hidden_focuses(wide_page)
    assert hidden == []
    # The skip link comes first, and the focus is never trapped.
    assert visited[0] == "a Skip to content"
    assert len(visited) > 5


def test_board_is_one_tab_stop(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open()
    play.board.wait_for_turn()
    stops = play.board.grid.locator("[tabindex='0']")
    expect(stops).to_have_count(1)
    visited, _ = hidden_focuses(wide_page)
    assert len([name for name in visited if ", legal" in name]) == 1
