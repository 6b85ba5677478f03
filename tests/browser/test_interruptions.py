"""Games that outlive what happens to browsers and servers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.analyse_page import AnalysePage
from browser.app_process import AppProcess, app_process
from browser.play_page import PlayPage
from browser.visitors import Device, Visitors, watched_visitors
from playwright.sync_api import Browser, Page, expect

LOST = "The connection is lost. Your games are kept, and you can play on as soon as it is back."
UNSENT = "There is no connection now: do that again as soon as it is back."

# What a browser says of a server that is not there.
REFUSED = r"WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to fetch"


@pytest.fixture
def own_app(tmp_path: Path) -> Iterator[AppProcess]:
    with app_process(tmp_path / "games.db") as app:
        yield app


@pytest.fixture
def own_visitors(browser: Browser, own_app: AppProcess) -> Iterator[Visitors]:
    with watched_visitors(browser, own_app.address) as visitors:
        yield visitors


def test_a_page_that_is_loaded_again(page: Page) -> None:
    play = PlayPage(page)
    play.start("reversed", 6)
    play.board.play_some(2)
    cells, address = play.board.cells(), page.url
    page.reload()
    play.board.wait_for_turn()
    assert play.board.cells() == cells
    assert page.url == address
    expect(play.standing).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    play.board.play_some(1)


def test_a_page_that_was_left(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.start(size=6)
    play.board.play_some(2)
    cells = play.board.cells()
    wide_page.get_by_role("link", name="Study").click()
    expect(wide_page.get_by_role("heading", name="Study")).to_be_visible()
    wide_page.get_by_role("link", name="Play", exact=True).click()
    play.board.wait_for_turn()
    assert play.board.cells() == cells
    play.board.play_some(1)


def test_a_server_that_is_killed(
    own_app: AppProcess, own_visitors: Visitors, device: Device
) -> None:
    page = own_visitors.come(device)
    own_visitors.expect_problem(page, REFUSED)
    play = PlayPage(page)
    play.start("reversed", 6)
    play.board.play_some(2)
    cells = play.board.cells()
    own_app.kill()
    expect(page.get_by_role("alert")).to_contain_text(LOST)
    page.get_by_role("link", name="Study").click(trial=True)
    play.board.square(play.board.legal_squares()[0]).click()
    expect(play.standing.get_by_role("alert")).to_contain_text(UNSENT)
    own_app.start_again()
    for text in (LOST, UNSENT):
        expect(page.get_by_text(text)).to_have_count(0)
    play.board.wait_for_turn()
    assert play.board.cells() == cells
    play.board.play_some(1)
    expect(play.moves).to_have_count(6)


def test_an_analysis_whose_server_is_killed(own_app: AppProcess, own_visitors: Visitors) -> None:
    page = own_visitors.come("phone")
    own_visitors.expect_problem(page, REFUSED)
    analyse = AnalysePage(page)
    analyse.open()
    analyse.wait_for_values()
    own_app.kill()
    expect(page.get_by_role("alert").first).to_contain_text(LOST)
    own_app.start_again()
    expect(page.get_by_text(LOST)).to_have_count(0)
    analyse.board.play("d3")
    analyse.wait_for_values()


def test_two_people_whose_server_is_killed(own_app: AppProcess, own_visitors: Visitors) -> None:
    host, guest = PlayPage(own_visitors.come()), PlayPage(own_visitors.come("phone"))
    for player in (host, guest):
        own_visitors.expect_problem(player.page, REFUSED)
    guest.open(host.invite())
    host.board.wait_for_turn()
    host.board.square("b1").click()
    guest.board.wait_for_turn()
    own_app.kill()
    for player in (host, guest):
        expect(player.page.get_by_role("alert")).to_contain_text(LOST)
    own_app.start_again()
    for player in (host, guest):
        expect(player.page.get_by_text(LOST)).to_have_count(0)
    guest.board.wait_for_turn()
    guest.board.square(guest.board.legal_squares()[0]).click()
    host.board.wait_for_turn()
    expect(host.moves).to_have_count(2)


def test_a_link_to_a_game_that_is_gone(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    page.goto("/play/g-nowhere123")
    expect(page.get_by_role("alert")).to_contain_text("This game is not there")
    expect(page.get_by_role("alert")).to_contain_text("It is gone, or the link is not whole.")
    play.button("New game")
    play.board.wait_for_turn()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()


def test_one_seat_in_two_tabs(wide_page: Page) -> None:
    first = wide_page
    play = PlayPage(first)
    play.start(size=6)
    play.board.play_some(1)
    second = first.context.new_page()
    again = PlayPage(second)
    again.open(first.url)
    watched = "You play this game in another tab; here you watch it."
    expect(second.get_by_text(watched)).to_be_visible()
    assert again.board.legal_squares() == []
    again.button("Play it here")
    again.board.play_some(1)
    expect(first.get_by_text(watched)).to_be_visible()
    second.close()
    left = "The tab in which you played this game has gone: you can go on here."
    expect(first.get_by_text(left)).to_be_visible()
    play.button("Play it here")
    play.board.play_some(1)
    expect(first.get_by_text(left)).to_have_count(0)
