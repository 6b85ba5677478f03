"""One's own games, kept by the server for whoever has the key."""

from pathlib import Path

import pytest
from browser.kept_games import begin, play_games
from browser.new_pages import NewPages
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect

from obversi.formats import ggf

pytestmark = pytest.mark.needs_server


def test_games_are_kept_found_exported_and_reviewed(phone_page: Page, tmp_path: Path) -> None:
    page = phone_page
    begin(page)
    expect(page.get_by_text("No games yet")).to_be_visible()
    play_games(page)
    page.reload()
    reviews = page.get_by_role("link", name="Review the game")
    expect(reviews).to_have_count(3)

    # Search
    page.get_by_label("Opponent or opening").fill("GREEDY")
    page.get_by_label("Opponent or opening").press("Enter")
    expect(reviews).to_have_count(1)
    page.get_by_role("button", name="Show all games").click()
    expect(reviews).to_have_count(3)
    page.get_by_text("More filters").click()
    page.get_by_role("combobox", name="Rules").select_option("reversed")
    expect(reviews).to_have_count(1)
    page.get_by_role("combobox", name="Colour").select_option("black")
    expect(page.get_by_text("No game fits this search.")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    expect(reviews).to_have_count(3)

    # Export
    with page.expect_download() as download:
        page.get_by_role("button", name="Export", exact=True).click()
    file = tmp_path / "games.ggf"
    download.value.save_as(file)
    assert download.value.suggested_filename == "obversi-games.ggf"
    records = [ggf.parse(line) for line in file.read_text().splitlines()]
    assert len(records) == 3
    assert all(record.board().is_over for record in records)

    # Reviews of all at once, then of one by one click
    expect(page.get_by_text("2 games have no accuracy yet")).to_be_visible()
    page.get_by_role("button", name="Review them").click()
    expect(page.get_by_role("img", name="Accuracy of 2 games")).to_be_visible()
    expect(page.get_by_text("have no accuracy yet")).to_have_count(0)
    page.get_by_role("link", name="Review the game against Greedy").click()
    expect(page.get_by_role("tab", name="Review", selected=True)).to_be_visible()
    expect(page.get_by_text("The review is done")).to_have_count(1)


@pytest.mark.long
def test_the_key_opens_the_games_on_another_device_until_it_is_deleted(
    new_pages: NewPages,
) -> None:
    page = new_pages.open("desktop")
    new_pages.expect_problem(page, "401")  # of the key that was deleted
    key = begin(page)
    play_games(page)
    page.get_by_role("button", name="Show the key").click()
    expect(page.get_by_label("Key", exact=True)).to_have_value(key)
    link = page.get_by_label("Link", exact=True).input_value()

    phone = new_pages.open("phone")
    phone.goto("/games")
    phone.get_by_label("Key of another device").fill("no key")
    phone.get_by_role("button", name="Show the games").click()
    expect(phone.get_by_role("alert")).to_contain_text("This is not a key")
    phone.goto("about:blank")
    phone.goto(link)
    expect(phone.get_by_role("dialog")).to_contain_text("only if it is your own key")
    phone.get_by_role("button", name="Use this key").click()
    expect(phone.get_by_role("link", name="Review the game")).to_have_count(3)
    assert phone.evaluate("location.href").endswith("/games")  # the key is not in the address

    phone.get_by_role("button", name="Delete everything").click()
    phone.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    expect(phone.get_by_text("The key and 3 games were deleted.")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('obversi.person')") is None

    page.reload()
    expect(page.get_by_role("heading", name="The key is gone")).to_be_visible()
    page.get_by_role("button", name="Forget the key on this device").click()
    expect(page.get_by_role("button", name="Keep my games on this server")).to_be_visible()


@pytest.mark.long
def test_a_guests_games_are_added_to_a_new_key(wide_page: Page) -> None:
    page = wide_page
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=d3b4a1d2d4b1d1a2a4c1")
    play.set_up(white="me")
    play.begin()
    play.board.play("c4")
    expect(page.get_by_role("link", name="Analyse").first).to_be_visible()
    begin(page)
    expect(page.get_by_text("1 game of this browser was added.")).to_be_visible()
    expect(page.get_by_role("link", name="Review the game")).to_have_count(1)


@pytest.mark.long
def test_a_name_of_an_opponent_is_only_text(wide_page: Page) -> None:
    page = wide_page
    name = "<b onclick=alert(1)>Eve"
    begin(page)
    answer = {
        "total": 1,
        "games": [
            {
                **{"id": "g", "played": "2026-11-18T01:02:03Z", "rules": "normal", "size": 8},
                **{"color": "black", "opponent": name, "kind": "person", "result": "win"},
                **{"margin": 4, "reason": "finished", "opening": name, "accuracy": None},
                **{"position": "", "moves": "f5", "black": "Ann", "white": name},
            }
        ],
    }
    person = {"name": name, "games": 1, "most_games": 1, "created": ""}
    page.route("**/api/person", lambda route: route.fulfill(json=person))
    page.route("**/api/person/games?*", lambda route: route.fulfill(json=answer))
    page.reload()
    expect(page.get_by_role("link", name=f"{name} Nov 18")).to_be_visible()
    expect(page.locator("#main b")).to_have_count(0)
    expect(page.get_by_text("further games are not added")).to_be_visible()
