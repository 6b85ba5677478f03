"""Two people, each with a browser: by a link, or by the list of games that wait."""

import re

from browser.new_pages import NewPages
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect


def alternate(*players: PlayPage) -> None:
    """Let everybody play wherever one can, until the game is over for all."""
    while not all(player.board.over.is_visible() for player in players):
        for player in players:
            if player.board.legal_squares():
                before = player.board.label()
                player.board.square(player.board.legal_squares()[0]).click()
                for one in players:
                    expect(one.board.grid).not_to_have_attribute("aria-label", before)
                    # The next mover has legal moves: a pass has been made and shown.
                    expect(one.board.grid).to_have_accessible_name(
                        re.compile("to move, [1-9]|game over")
                    )


def resigned_game(host: PlayPage, guest: PlayPage, *watchers: PlayPage) -> str:
    """Have the guest resign a game that the host has begun, and return its link."""
    link = host.invite("reversed")
    for one in (guest, *watchers):
        one.open(link)
        expect(one.standing).to_contain_text("Black to move")
    guest.button("Resign")
    guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for one in (host, guest, *watchers):
        expect(one.standing).to_contain_text("resigned")
    return link


def test_a_game_by_link(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    link = host.invite("reversed")
    host.page.get_by_role("button", name="Copy").click()
    assert host.page.evaluate("navigator.clipboard.readText()") == link

    guest.open(link)
    expect(guest.standing).to_contain_text("Black to move")
    expect(host.standing).to_contain_text("Your turn: 4 legal moves.")
    for player in (host, guest):
        expect(player.page.get_by_text("Reversed: fewest discs win")).to_be_visible()
    alternate(host, guest)
    final = host.board.position("reversed")
    assert guest.board.cells() == host.board.cells()
    assert final.is_over
    texts = {player.standing.inner_text() for player in (host, guest)}
    assert len([text for text in texts if re.search("You win|Draw", text)]) >= 1


def test_a_rematch_is_offered_and_accepted(
    wide_page: Page, phone_page: Page, new_pages: NewPages
) -> None:
    host, guest, third = map(PlayPage, (wide_page, phone_page, new_pages.open()))
    resigned_game(host, guest, third)
    first = host.page.url

    host.page.keyboard.press("p")
    expect(host.standing).to_contain_text("Rematch offered. Waiting for Guest")
    expect(guest.standing).to_contain_text(re.compile(r"Guest \d+ offers a rematch\."))
    expect(guest.page.get_by_role("status")).to_contain_text(
        re.compile(r"Guest \d+ offers a rematch\.")
    )
    guest.button("Decline the rematch")
    expect(host.standing).to_contain_text(re.compile(r"Guest \d+ declined the rematch\."))

    guest.button("Rematch with colours swapped")
    host.button("Accept the rematch")
    expect(guest.standing).to_contain_text("Your turn: 4 legal moves.")
    expect(host.standing).to_contain_text(re.compile(r"Black to move: Guest \d+\."))
    expect(host.page).not_to_have_url(first)
    assert host.page.url == guest.page.url
    assert guest.page.get_by_text("Reversed: fewest discs win").is_visible()

    third.button("Watch the next game")
    expect(third.standing).to_contain_text("Black to move")
    guest.board.square("b1").click()
    for one in (host, third):
        expect(one.moves.first).to_have_accessible_name("1. Black b1")
    # A reload leads back to the seat in the new game.
    host.page.reload()
    expect(host.standing).to_contain_text("Your turn")


def test_a_rematch_after_leaving_needs_a_link(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    link = resigned_game(host, guest)
    guest.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Analyse").click()
    expect(host.standing).to_contain_text(re.compile(r"Guest \d+ has left\."))
    guest.open(link)
    expect(host.standing).not_to_contain_text(re.compile(r"Guest \d+ has left\."))
    guest.page.goto("about:blank")
    expect(host.standing).to_contain_text(re.compile(r"Guest \d+ has left\."))
    host.button("Rematch with a new link")
    guest.open(host.link())
    expect(guest.standing).to_contain_text("Your turn: 4 legal moves.")


def test_spectator_sees_the_game(wide_page: Page, phone_page: Page, new_pages: NewPages) -> None:
    host, guest, third = map(PlayPage, (wide_page, phone_page, new_pages.open()))
    link = host.invite()
    guest.open(link)
    expect(guest.standing).to_be_visible()
    third.open(link)
    expect(third.standing).to_contain_text("Black to move")
    host.board.wait_for_turn()
    host.board.square("b1").click()
    expect(third.moves.first).to_have_accessible_name("1. Black b1")
    assert third.board.legal_squares() == []
    expect(third.standing).to_contain_text("You are watching this game.")
    names = [third.page.get_by_role("group", name=one, exact=True) for one in ("Black", "White")]
    assert len({name.locator(".name").inner_text() for name in names}) == 2
    third.board.square("a1").click(force=True)  # it is disabled
    expect(third.page.locator(".board-note")).to_have_text("You are watching this game.")


def test_a_game_is_found_in_the_list(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    host.open()
    host.page.get_by_role("button", name="Settings").click()
    host.page.get_by_role("textbox", name="Your name").fill("Ann")
    host.page.keyboard.press("Escape")
    host.set_up("reversed", 6, black="anyone", white="me")
    host.page.get_by_role("button", name="Find an opponent").click()
    expect(host.page.get_by_text("Waiting for an opponent")).to_be_visible()
    guest.open()
    guest.page.get_by_text("Games on this server").click()
    guest.page.get_by_role("button", name="Join: Ann waits for Black").click()
    expect(guest.standing).to_contain_text("Your turn")
    expect(host.standing).to_contain_text(re.compile(r"Black to move: Guest \d+\."))


def test_a_player_who_leaves_is_reported(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    link = host.invite()
    guest.open(link)
    expect(guest.standing).to_be_visible()
    guest.page.goto("about:blank")
    white = host.page.get_by_role("group", name="White")
    expect(white).to_contain_text("has left")
    guest.open(link)
    expect(white).not_to_contain_text("has left")
    expect(guest.standing).to_contain_text("Black to move")


def test_a_running_game_with_a_clock_cannot_be_analysed(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    host.open()
    host.page.get_by_role("radio", name="Minutes").check()
    host.set_up(size=4, white="link")
    host.button("Get the link")
    guest.open(host.link())
    host.board.wait_for_turn()
    closed = "Analysis is closed until your game with a clock is over."
    expect(host.standing).to_contain_text(closed)
    expect(host.standing.get_by_role("link", name="Analyse")).to_have_count(0)
    address = host.page.url
    host.page.keyboard.press("a")
    expect(host.page.get_by_role("status")).to_contain_text(closed)
    assert host.page.url == address
    ways = host.page.get_by_role("navigation", name="Pages")
    ways.get_by_role("link", name="Analyse").click()
    expect(host.page.get_by_role("heading", name="Closed during your game")).to_be_visible()
    expect(host.page.get_by_role("grid")).to_have_count(0)
    host.page.get_by_role("link", name="Back to the game").click()
    host.board.wait_for_turn()
    host.button("Resign")
    host.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.standing).to_contain_text("you resigned")
    host.standing.get_by_role("link", name="Analyse").click()
    expect(host.page.get_by_role("slider")).to_be_visible()
