"""The arena's tournaments and the lab's report."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from browser.analyse_page import AnalysePage
from browser.app_process import app_process
from browser.arena_file import GAMES
from browser.board import BoardOnPage
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect
from stored_games import add_tournament, game_of_number

from obversi.arena.store.store import Store
from obversi.lab import EXPERIMENTS

pytestmark = pytest.mark.needs_server

HOSTILE = 'two; "quoted", <b>]'


@pytest.mark.long
def test_tournament_game_can_be_opened_from_the_list(page: Page) -> None:
    visit(page, "/arena")
    tournament = page.get_by_role("link", name=re.compile("Three agents"))
    expect(tournament).to_contain_text("finished")
    expect(tournament).to_contain_text(f"{GAMES} of ")
    expect(page.get_by_role("link", name=re.compile("Reversed: fewest discs win"))).to_be_visible()
    tournament.click()
    expect(page.get_by_role("heading", name="Three agents", level=1)).to_be_visible()
    standings = page.get_by_role("table", name="Standings, best first")
    expect(standings.get_by_role("row")).to_have_count(4)
    expect(standings).to_contain_text(HOSTILE)
    games = page.get_by_role("table", name=re.compile("^Games"))
    expect(games.get_by_role("row")).to_have_count(26)
    expect(page.get_by_text(f"Games 1 to 25 of {GAMES}")).to_be_visible()
    page.get_by_role("button", name="Next page").click()
    expect(games.get_by_role("row")).to_have_count(GAMES - 25 + 1)
    expect(page.get_by_text(f"Games 26 to {GAMES} of {GAMES}")).to_be_visible()
    expect(page.get_by_role("button", name="Next page")).to_be_disabled()
    page.get_by_role("button", name="Previous page").click()
    expect(games.get_by_role("row").nth(1)).to_contain_text("1")
    page.get_by_role("combobox", name="Order").select_option("newest first")
    expect(games.get_by_role("row").nth(1)).to_contain_text(str(GAMES))
    page.get_by_role("combobox", name="Order").select_option("first to last")
    games.get_by_role("link", name="2", exact=True).click()
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_role("heading", name="Game 1 of Three agents", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Previous")).to_have_count(0)

    record = game_of_number(1).record
    board = BoardOnPage(page)
    page.get_by_role("button", name="Forward").click()
    first = str(record.moves[0].move)
    expect(board.square(first)).to_have_accessible_name(f"{first}, black, last move")
    page.keyboard.press("End")
    last = next(str(played.move) for played in reversed(record.moves) if not played.move.is_pass)
    expect(board.square(last)).to_have_accessible_name(re.compile("last move|just flipped"))
    page.get_by_role("link", name="Analyse", exact=True).last.click()
    expect(page).to_have_url(re.compile("/analyse#"))
    AnalysePage(page).menu("Export")
    ggf = page.get_by_role("textbox", name="GGF")
    expect(ggf).to_have_value(re.compile(r"PB\[três ●\]PW\[one\]"))


def test_games_of_two_agents_are_listed(phone_page: Page) -> None:
    page = phone_page
    visit(page, "/arena/1")
    crossing = page.get_by_role("button", name=re.compile("^one against .*Show the games$")).first
    name = crossing.get_attribute("aria-label") or ""
    wins, draws, losses = map(int, re.findall(r"(\d+)-(\d+)-(\d+)", name)[0])
    crossing.click()
    games = page.get_by_role("table", name=re.compile("^Games"))
    expect(games.get_by_role("row")).to_have_count(wins + draws + losses + 1)
    expect(page.get_by_role("combobox", name="Agent")).to_have_value("one")


@pytest.mark.long
def test_running_tournament_is_updated(wide_page: Page, arena_file: Path) -> None:
    page = wide_page
    with Store.open(arena_file) as store:
        number = add_tournament(store, "Tonight")
        with store.playing(number):
            visit(page, f"/arena/{number}")
            expect(page.get_by_text("live")).to_be_visible()
            expect(page.get_by_text("No finished games yet.").first).to_be_visible()
            games = (replace(game_of_number(game), a=0, b=1) for game in (1, 2, 4, 5))
            store.add_games(number, games)
            expect(page.get_by_text(re.compile("^4 of .* games"))).to_be_visible()
            table = page.get_by_role("table", name=re.compile("^Games"))
            expect(table.get_by_role("row")).to_have_count(5)
            expect(table.get_by_role("row").nth(1)).to_contain_text("5")
            rating = page.get_by_role("img", name=re.compile(r"^one: .*(to|above|below) [+−]"))
            expect(rating).to_be_visible()
        expect(page.get_by_text("stopped")).to_be_visible()


@pytest.mark.long
def test_unknown_tournament_shows_an_error(new_pages: NewPages) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "404|422")
    visit(page, "/arena/99")
    expect(page.get_by_role("alert")).to_contain_text("99")
    visit(page, "/arena/x/games/y")
    expect(page.get_by_role("alert")).to_contain_text("Not found: game y of tournament x.")
    visit(page, "/arena/x")
    expect(page.get_by_role("alert")).to_contain_text("Not found: tournament x.")
    page.get_by_role("link", name="All tournaments").click()
    expect(page.get_by_role("link", name=re.compile("Three agents"))).to_be_visible()


@pytest.mark.long
def test_empty_pages_explain_what_is_missing(new_pages: NewPages, tmp_path: Path) -> None:
    arena, lab = tmp_path / "none.db", tmp_path / "lab"
    shown = ("--arena", str(arena), "--lab", str(lab), "--workers", "1")
    with app_process(tmp_path / "games.db", *shown) as app:
        page = new_pages.open("phone", at=app.address)
        new_pages.expect_problem(page, "409")
        visit(page, "/arena")
        command = f"obversi arena run random greedy r4:depth=2 --db {arena}"
        expect(page.get_by_text(command)).to_be_visible()
        page.get_by_role("button", name="Copy the command").first.click()
        expect(page.locator("#live")).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == command
        visit(page, "/lab")
        expect(page.get_by_text(f"obversi lab all --quick --out {lab}")).to_be_visible()
        arena.write_text("no database at all")
        page.get_by_role("link", name="All tournaments").click()
        expect(page.get_by_role("alert")).to_contain_text("none.db cannot be used")
        expect(page.get_by_text("--arena FILE")).to_be_visible()
        arena.unlink()
        with Store.open(arena) as store:
            add_tournament(store, "Mended")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("link", name=re.compile("Mended"))).to_be_visible()


def test_lab_report_is_isolated_from_the_app(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/arena")
    expect(page.get_by_text("What the lab found")).to_be_visible()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the report").click()
    report = opened.value
    expect(report.get_by_text("All tosses.")).to_be_visible()
    assert report.evaluate("window.origin") == "null", "it cannot use the app"


@pytest.mark.long
def test_the_results_of_the_package_open_from_the_arena(phone_page: Page) -> None:
    page = phone_page
    visit(page, "/arena")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open the results").click()
    results = opened.value
    expect(results.get_by_role("heading", name="The laboratory", level=1)).to_be_visible()
    contents = results.get_by_role("navigation", name="contents")
    expect(contents.get_by_role("link")).to_have_count(len(EXPERIMENTS))
    contents.get_by_role("link", name=EXPERIMENTS["gamma"].title).click()
    expect(results.locator("#gamma svg").first).to_be_in_viewport()
