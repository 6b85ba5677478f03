"""The board editor."""

import re

import pytest
from browser.analyse_page import AnalysePage
from browser.links import game_hash
from playwright.sync_api import Page, expect


@pytest.mark.few_cases
@pytest.mark.needs_server  # which says why no game leads to a position
def test_edited_position_is_analysed(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", 4))
    analyse.menu("Edit")
    editor = page.get_by_role("region", name="Board editor")
    editor.get_by_role("button", name="Clear").click()
    assert analyse.board.cells() == "-" * 16
    editor.get_by_role("radio", name="White").first.check()
    analyse.board.square("b1").click()
    editor.get_by_role("radio", name="Black").first.check()
    analyse.board.square("a1").dblclick()
    analyse.board.square("d4").click()
    analyse.board.square("d4").click()  # the same again takes it away
    assert analyse.board.cells() == "XO" + "-" * 14
    for name, cells in (
        ("Mirror", "--OX" + "-" * 12),
        ("Rotate", "-" * 11 + "O---X"),
        ("Rotate", "-" * 12 + "XO--"),
        ("Rotate", "X---O" + "-" * 11),
        ("Swap colours", "O---X" + "-" * 11),
        ("Rotate", "--XO" + "-" * 12),
        ("Mirror", "OX" + "-" * 14),
    ):
        editor.get_by_role("button", name=name).click()
        assert analyse.board.cells() == cells, name
    editor.get_by_role("radio", name="White").last.check()
    editor.get_by_role("button", name="Analyse this").click()
    expect(editor).to_have_count(0)
    expect(page.get_by_text("Reversed: fewest discs win")).to_be_visible()
    expect(page).to_have_url(re.compile(r"rules=reversed&size=4&position=OX-{14}\+O&"))
    notice = page.get_by_role("region", name="Notice")
    expect(notice).to_contain_text("This position cannot arise in a game")
    expect(notice).to_contain_text("the centre, where every game begins, is empty")
    expect(analyse.board.square("c1")).to_have_accessible_name(
        re.compile("^c1, empty, legal, flips 1, value .* exact$")
    )


def test_editor_keys(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=4))
    page.keyboard.press("e")
    editor = page.get_by_role("region", name="Board editor")
    expect(editor).to_be_visible()
    page.keyboard.press("w")
    expect(editor.get_by_role("radio", name="White").first).to_be_checked()
    page.keyboard.press("Escape")
    expect(editor).to_have_count(0)
    assert analyse.board.cells() == "-----OX--XO-----"


def test_impossible_board_shows_a_reason(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=4))
    analyse.menu("Edit")
    editor = page.get_by_role("region", name="Board editor")
    text = editor.get_by_role("textbox", name="Board as text")
    text.fill("no board at all")
    text.press("Enter")
    expect(editor.get_by_role("alert")).to_be_visible()
    text.fill("XO-------------- X")
    text.press("Enter")
    expect(editor.get_by_role("alert")).to_have_count(0)
    editor.get_by_role("button", name="Clear").click()
    editor.get_by_role("button", name="Analyse this").click()
    expect(editor.get_by_role("alert")).to_contain_text("The game is over in this position")
    text.fill("XO-------------- X")
    text.press("Enter")
    expect(analyse.board.grid).to_have_accessible_name(re.compile("black 1, white 1"))
