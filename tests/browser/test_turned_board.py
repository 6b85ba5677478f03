"""The board turned by half: what is seen, pointed at and reached by arrows."""

import pytest
from browser.analyse_page import AnalysePage
from browser.board import BoardOnPage
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect

# The squares whose buttons lie over the discs of a colour, as they are drawn.
_UNDER_DISCS = """
color => [...document.querySelectorAll(`.disc.${color}`)].map(disc => {
  const box = disc.getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  return document.elementFromPoint(...at).dataset.square;
}).sort()
"""


def names_of(board: BoardOnPage, color: str) -> list[str]:
    return sorted(name[:2] for name in board.names() if f", {color}" in name)


def place_of(board: BoardOnPage, square: str) -> tuple[float, float]:
    box = board.square(square).bounding_box()
    assert box is not None
    return box["x"], box["y"]


def corner_of(page: Page, coordinate: str) -> tuple[float, float]:
    box = page.locator(".coordinates text", has_text=coordinate).bounding_box()
    assert box is not None
    return box["x"], box["y"]


@pytest.mark.few_cases
@pytest.mark.only_on_site
def test_board_can_be_rotated(page: Page) -> None:
    play = PlayPage(page)
    play.start(size=6)
    play.board.wait_for_turn()
    names = play.board.names()
    page.keyboard.press("f")
    expect(page.get_by_role("status")).to_contain_text("Board flipped")
    assert play.board.names() == names
    across, down = place_of(play.board, "a1")
    assert across > place_of(play.board, "f1")[0]
    assert down > place_of(play.board, "a6")[1]
    assert corner_of(page, "a")[0] > corner_of(page, "f")[0]
    assert corner_of(page, "1")[1] > corner_of(page, "6")[1]
    play.board.play(play.board.legal_squares()[0])
    for color in ("black", "white"):
        assert page.evaluate(_UNDER_DISCS, color) == names_of(play.board, color)
    # The setting is stored, and other pages use it.
    page.reload()
    expect(play.board.grid).to_be_visible()
    assert place_of(play.board, "a1")[0] > place_of(play.board, "f1")[0]
    page.keyboard.press("f")
    assert place_of(play.board, "a1")[0] < place_of(play.board, "f1")[0]


@pytest.mark.long
def test_arrow_keys_follow_the_rotated_board(wide_page: Page) -> None:
    analyse = AnalysePage(wide_page)
    analyse.open()
    analyse.wait_for_values()
    wide_page.keyboard.press("f")
    analyse.board.square("d3").focus()
    for key, square in (
        *(("ArrowRight", "c3"), ("ArrowDown", "c2"), ("ArrowLeft", "d2"), ("ArrowUp", "d3")),
        *(("Home", "h3"), ("End", "a3")),
    ):
        wide_page.keyboard.press(key)
        expect(analyse.board.square(square)).to_be_focused()
    assert wide_page.locator(".bar.turned").count() == 1
    wide_page.keyboard.press("f")
    expect(wide_page.locator(".bar.turned")).to_have_count(0)
