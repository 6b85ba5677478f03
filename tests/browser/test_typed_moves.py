"""Moves that are typed where games are analysed."""

import pytest
from browser.analyse_page import AnalysePage
from browser.navigation import visit
from playwright.sync_api import Page, expect


@pytest.mark.only_on_site
def test_moves_are_typed_one_after_another(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open()
    analyse.tab("Features")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("t")
    box = page.get_by_role("textbox", name="Type a move, such as f5")
    expect(box).to_be_focused()
    for move in ("f5", "D6"):
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        expect(analyse.board.square(move.lower())).to_have_accessible_name(
            f"{move.lower()}, {'black' if move == 'f5' else 'white'}, last move"
        )
    expect(page.get_by_role("status")).to_contain_text("White plays d6")
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    page.keyboard.type("a1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("a1 cannot be played here.")
    page.keyboard.type("c3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(analyse.move("3, black c3")).to_be_visible()
    page.keyboard.type("d")
    page.keyboard.press("Escape")
    expect(box).to_have_value("")
    expect(analyse.board.grid.locator(":focus")).to_have_count(1)


@pytest.mark.long
def test_the_key_is_listed(wide_page: Page) -> None:
    for place in ("/play", "/analyse"):
        visit(wide_page, place)
        expect(wide_page.get_by_role("grid")).to_be_visible()
        wide_page.keyboard.press("?")
        keys = wide_page.get_by_role("dialog", name="Keyboard shortcuts")
        expect(keys).to_contain_text("type a move")
        expect(keys).to_contain_text("flip board")
        wide_page.keyboard.press("Escape")
