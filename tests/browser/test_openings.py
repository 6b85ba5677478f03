"""The names of openings."""

import re

import pytest
from browser.board import BoardOnPage
from browser.navigation import visit
from playwright.sync_api import Page, expect


@pytest.mark.few_cases
@pytest.mark.on_site
def test_an_opening_is_found_by_its_name(phone_page: Page) -> None:
    page = phone_page
    visit(page, "/study/openings")
    board = BoardOnPage(page)
    page.get_by_role("searchbox").fill("tiger")
    every = page.get_by_role("region", name="All openings")
    expect(every.get_by_role("button", name=re.compile(r"^Tiger f5 d6 c3 d3 c4$"))).to_be_visible()
    page.get_by_role("searchbox").press("Enter")
    here = page.get_by_role("region", name="Current position")
    expect(here.get_by_role("heading", level=2)).to_have_text("Tiger")
    expect(board.square("c4")).to_have_accessible_name("c4, black, last move")
    page.get_by_role("button", name="Back").click()
    expect(here.get_by_role("heading", level=2)).not_to_have_text("Tiger")


def test_symmetric_openings_have_the_same_name(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study/openings")
    board = BoardOnPage(page)
    here = page.get_by_role("region", name="Current position")
    for square in ("c4", "c3"):  # d3 is reached by turning the board
        board.wait_for_turn()
        board.play(square)
    expect(here.get_by_role("heading", level=2)).to_have_text(re.compile("Diagonal"))
    page.get_by_role("link", name="Analyse", exact=True).last.click()
    expect(page).to_have_url(re.compile(r"/analyse#.*moves=c4c3"))
