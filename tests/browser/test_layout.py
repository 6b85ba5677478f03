"""Where the parts of a page are on small, low and large screens."""

import pytest
from browser.analyse_page import AnalysePage
from browser.links import game_hash
from browser.navigation import visit
from browser.new_pages import SCREENS, Device, NewPages
from browser.play_page import PlayPage
from playwright.sync_api import FloatRect, Locator, Page, expect

_MOVES_OF_A_GAME = "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3a3d2e2e1"


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


def is_seen(page: Page, part: Locator) -> bool:
    """Whether all of a part is on the screen, without scrolling."""
    size = page.viewport_size
    assert size is not None
    place = box(part)
    right, bottom = place["x"] + place["width"], place["y"] + place["height"]
    return min(place["x"], place["y"]) >= 0 and right <= size["width"] and bottom <= size["height"]


@pytest.mark.few_cases
@pytest.mark.on_site
def test_a_phone_that_lies_shows_the_whole_game(new_pages: NewPages) -> None:
    page = new_pages.open("landscape")
    play = PlayPage(page)
    play.open()
    play.set_clock()
    play.set_up(size=8)
    play.begin()
    play.board.wait_for_turn()
    assert box(page.locator(".board"))["height"] >= 0.9 * SCREENS["landscape"]["viewport"]["height"]
    parts = {
        "board": page.locator(".board"),
        "own name": page.get_by_role("group", name="Black", exact=True),
        "other name": page.get_by_role("group", name="White", exact=True),
        "status": play.standing.get_by_text("Your turn"),
        "resign": page.get_by_role("button", name="Resign"),
        "analyse": page.get_by_role("navigation", name="Pages").get_by_role("link", name="Analyse"),
        "settings": page.get_by_role("button", name="Settings"),
    }
    assert [name for name, part in parts.items() if not is_seen(page, part)] == []


@pytest.mark.long
@pytest.mark.parametrize("place", ["/play", "/analyse"])
def test_a_larger_screen_has_a_wider_panel(new_pages: NewPages, place: str) -> None:
    def panel(device: Device) -> float:
        page = new_pages.open(device)
        page.goto(place)
        expect(page.get_by_role("grid")).to_be_visible()
        return box(page.locator(".side"))["width"]

    assert panel("large") >= panel("desktop")


@pytest.mark.long
def test_the_list_shows_many_moves(new_pages: NewPages) -> None:
    page = new_pages.open("desktop")
    AnalysePage(page).open(game_hash(moves=_MOVES_OF_A_GAME))
    moves = page.locator(".moves-scroll .move")
    expect(moves).to_have_count(len(_MOVES_OF_A_GAME) // 2)
    form = box(page.locator(".moves-scroll .typed"))["y"]
    top = box(page.locator(".moves-scroll"))["y"]
    places = [box(move) for move in moves.all()]
    shown = [one for one in places if one["y"] >= top and one["y"] + one["height"] <= form + 1]
    assert len(shown) >= 14
    assert is_seen(page, page.get_by_role("link", name="Play from here"))


@pytest.mark.needs_server
def test_a_table_shows_that_there_is_more_of_it(phone_page: Page) -> None:
    page = phone_page
    page.set_viewport_size({"width": 320, "height": 700})
    visit(page, "/arena/1")
    table = page.get_by_role("group", name="Standings")
    frame = page.locator(".scrolls-frame", has=table)
    expect(frame).to_contain_class("more-right")
    table.evaluate("part => part.scrollTo({ left: part.scrollWidth })")
    expect(frame).not_to_contain_class("more-right")
