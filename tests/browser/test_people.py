"""Two people, each with a browser: by a link, or by the list of games that wait."""

import json
import re

import pytest
from browser.new_pages import NewPages
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect

from obversi.wire import session

pytestmark = pytest.mark.needs_server


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


def named(player: PlayPage, name: str) -> None:
    """Choose a name in the settings."""
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_role("textbox", name="Your name").fill(name)
    player.page.keyboard.press("Escape")


def with_key(player: PlayPage, name: str) -> None:
    """Let the server know this browser by a key, as a person of this name."""
    player.page.evaluate(
        """async (name) => {
          const headers = { "Content-Type": "application/json" };
          const request = { method: "POST", headers, body: JSON.stringify({ name }) };
          const { key } = await (await fetch("/api/person", request)).json();
          const { setKey } = await import("/static/js/core/person.js");
          setKey(key);
        }""",
        name,
    )


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


@pytest.mark.long
def test_a_rematch_is_offered_and_accepted(
    wide_page: Page, phone_page: Page, new_pages: NewPages
) -> None:
    host, guest, third = map(PlayPage, (wide_page, phone_page, new_pages.open()))
    resigned_game(host, guest, third)
    first = host.page.url

    host.page.keyboard.press("p")
    expect(host.standing).to_contain_text("Rematch offered. Waiting for Guest")
    expect(guest.standing).to_contain_text(re.compile(r"Guest( \d+)? offers a rematch\."))
    expect(guest.page.get_by_role("status")).to_contain_text(
        re.compile(r"Guest( \d+)? offers a rematch\.")
    )
    guest.button("Decline the rematch")
    expect(host.standing).to_contain_text(re.compile(r"Guest( \d+)? declined the rematch\."))

    guest.button("Rematch with colours swapped")
    host.button("Accept the rematch")
    expect(guest.standing).to_contain_text("Your turn: 4 legal moves.")
    expect(host.standing).to_contain_text(re.compile(r"Black to move: Guest[ \d()Black]*\."))
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


@pytest.mark.long
def test_a_rematch_after_leaving_needs_a_link(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    link = resigned_game(host, guest)
    guest.page.get_by_role("navigation", name="Pages").get_by_role("link", name="Analyse").click()
    expect(host.standing).to_contain_text(re.compile(r"Guest( \d+)? has left\."))
    guest.open(link)
    expect(host.standing).not_to_contain_text(re.compile(r"Guest( \d+)? has left\."))
    guest.page.goto("about:blank")
    expect(host.standing).to_contain_text(re.compile(r"Guest( \d+)? has left\."))
    host.button("Rematch with a new link")
    guest.open(host.link())
    expect(guest.standing).to_contain_text("Your turn: 4 legal moves.")


@pytest.mark.long
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


@pytest.mark.long
def test_an_offer_in_the_lobby_is_taken_by_one_click(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    for player in (host, guest):
        player.open()
    lobby = guest.page.get_by_role("region", name="Lobby")
    expect(lobby).to_contain_text("Nobody is waiting.")
    # What is in a name is a text, here as everywhere.
    named(host, "<b>Ann</b>")
    host.set_clock("5 min")
    host.set_up("reversed", 6, black="anyone", white="me")
    host.button("Find an opponent")
    own = host.page.get_by_role("region", name="Lobby")
    expect(own).to_contain_text("Your offer")
    # The list of the other page changes by itself, when it comes and when it goes.
    expect(lobby).to_contain_text("1 player is waiting.")
    own.get_by_role("button", name="Withdraw your offer").click()
    expect(lobby).to_contain_text("Nobody is waiting.")
    host.button("Find an opponent")
    join = lobby.get_by_role(
        "button", name="Join: <b>Ann</b>, Reversed, 6×6, 5 min, you play Black"
    )
    join.click()
    expect(guest.standing).to_contain_text("Your turn")
    expect(host.standing).to_contain_text(re.compile(r"Black to move: Guest[ \d()Black]*\."))
    expect(guest.page.get_by_role("timer", name="White's clock")).to_have_text("5:00")
    expect(guest.page.get_by_role("group", name="White").locator(".name")).to_have_text(
        "<b>Ann</b>"
    )


def test_colors_are_drawn_and_the_level_has_the_same_clock(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open()
    play.set_up(size=4)
    play.set_clock("1 min")
    draw = wide_page.get_by_role("button", name="Draw colours")
    draw.click()
    expect(draw).to_have_attribute("aria-pressed", "true")
    expect(wide_page.get_by_role("button", name="Swap colours")).to_be_disabled()
    expect(wide_page.get_by_text("Or click a square to start.")).to_have_count(0)
    play.begin()
    play.board.play_some(1)
    for color in ("Black", "White"):
        expect(wide_page.get_by_role("timer", name=f"{color}'s clock")).to_have_text(
            re.compile(r"^(1:00|0:5\d)$")
        )
    # With a clock moves stay: what a level has thought cannot be taken back.
    expect(wide_page.get_by_role("button", name="Undo")).to_have_count(0)


def test_set_phrases_are_said_and_muted(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    guest.open(host.invite())
    for player in (host, guest):
        player.page.get_by_text("Say something").click()
    guest.button("Good luck!")
    expect(host.standing.locator(".said")).to_contain_text("Good luck!")
    expect(host.page.get_by_role("status").first).to_contain_text("Good luck!")
    expect(guest.standing.locator(".said")).to_contain_text("You: Good luck!")
    # Muted phrases are neither shown nor read aloud.
    host.page.get_by_role("button", name="Mute").click()
    expect(host.standing.locator(".said")).to_have_count(0)
    guest.button("Thank you!")
    expect(guest.standing.locator(".said")).to_have_count(2)
    host.button("Well played!")
    expect(host.standing.locator(".said")).to_have_text(["You: Well played!"])
    # Not without end.
    for _ in range(4):
        guest.button("Hello!")
    expect(guest.standing.get_by_role("alert")).to_contain_text("said much")


@pytest.mark.long
def test_a_rated_game_needs_two_keys_and_changes_both_ratings(new_pages: NewPages) -> None:
    host, guest = PlayPage(new_pages.open()), PlayPage(new_pages.open())
    for player, name in ((host, "Ann"), (guest, "Ben")):
        player.open()
        named(player, name)
    host.set_up(size=4, white="link")
    expect(host.page.get_by_role("checkbox", name="Rated")).to_be_disabled()
    expect(host.page.get_by_text("Rated games need a key.")).to_be_visible()
    with_key(host, "Ann")
    expect(host.page.get_by_text("Rated games have a clock")).to_be_visible()
    host.set_clock("5 min")
    host.page.get_by_role("checkbox", name="Rated").check()
    host.button("Get the link")
    expect(host.page.get_by_text("4×4, 5 min, rated")).to_be_visible()

    guest.page.goto(host.link())
    expect(guest.page.get_by_role("heading", name="A rated game")).to_be_visible()
    guest.button("Play rated")
    expect(guest.page.get_by_text("Only a person with a key can play rated games.")).to_be_visible()
    with_key(guest, "Ben")
    guest.button("Play rated")
    expect(guest.standing).to_contain_text("Rated")
    for player, square in ((host, "b1"), (guest, "a1")):
        player.board.wait_for_turn()
        player.board.square(square).click()
    host.board.wait_for_turn()
    guest.button("Resign")
    guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.standing).to_contain_text("Your rating: 1662 (+162).")
    expect(guest.standing).to_contain_text("Your rating: 1338 (−162).")
    # The rematch is rated too, and shows the ratings.
    host.button("Rematch with colours swapped")
    guest.button("Accept the rematch")
    expect(guest.page.get_by_role("group", name="White").locator(".rating")).to_have_text("1662?")
    expect(guest.page.get_by_role("group", name="Black").locator(".rating")).to_have_text("1338?")
    # The table has both, and who is there can be taken out of it.
    guest.page.goto("/arena/ratings")
    guest.page.get_by_role("radio", name="4×4").check()
    own = guest.page.get_by_role("row", name=re.compile(r"\d+\. Ben\s?You"))
    expect(own).to_contain_text("1338?")
    guest.button("Delete my ratings")
    guest.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(own).to_have_count(0)
    expect(guest.page.get_by_role("row", name=re.compile(r"\. Ann"))).not_to_have_count(0)


TYPED_NAMES = [
    *(
        "  Ann\u00a0\tBlack ",
        "a" * 60,
        "😀" * 50,
        "x\u202egnp.exe",
        "a\u0300\u0301\u0302\u0303\u0304\u0305",
    ),
    *(
        "\u3164\u2800",
        "\u200b",
        "",
        "👨\u200d👩\u200d👧",
        "<script>alert(1)</script>",
        "אַבְרָהָם",
        "\ud83d",
    ),
]


def test_typed_names_become_names_that_the_server_accepts(wide_page: Page) -> None:
    PlayPage(wide_page).open()
    clean = 'import("/static/js/core/settings.js").then(({ cleanName }) => {names}.map(cleanName))'
    names = wide_page.evaluate(clean.replace("{names}", json.dumps(TYPED_NAMES)))
    for name in names:
        hello = session.Hello(1, name)
        assert session.parse_request(session.write(hello)).request == hello
    assert names[:4] == ["Ann Black", "a" * 40, "😀" * 40, "xgnp.exe"]
    assert [name.startswith("Guest ") for name in names[5:8]] == [True] * 3
    assert names[9] == "<script>alert(1)</script>"


@pytest.mark.long
def test_a_player_who_leaves_is_reported(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    link = host.invite()
    guest.open(link)
    expect(guest.standing).to_be_visible()
    guest.page.goto("about:blank")
    white = host.page.get_by_role("group", name="White")
    expect(white).to_contain_text(re.compile(r"away for \d+ s"))
    expect(host.standing).to_contain_text(re.compile(r"White lost the connection \d+ s ago"))
    # Who comes to the game now is notified too, with the same time.
    host.page.reload()
    expect(white).to_contain_text(re.compile(r"away for \d+ s"))
    guest.open(link)
    expect(white).not_to_contain_text("away")
    expect(guest.standing).to_contain_text("Black to move")


def test_a_running_game_with_a_clock_cannot_be_analysed(wide_page: Page, phone_page: Page) -> None:
    host, guest = PlayPage(wide_page), PlayPage(phone_page)
    host.open()
    host.set_clock()
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
