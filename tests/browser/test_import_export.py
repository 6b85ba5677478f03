"""Games that come from elsewhere, and go there."""

import re
from pathlib import Path

import pytest
from browser.analyse_page import AnalysePage
from browser.links import game_hash
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect

import obversi as ob
from obversi.formats import LossWarning, wthor
from obversi.formats.record import record_from_moves
from obversi.rules import Rules

TIGER = "f5d6c3d3c4"


def after(moves: str, rules: Rules = "normal", size: int = 8) -> ob.Board:
    board = ob.Board(size, rules)
    for place in range(0, len(moves), 2):
        board.push(moves[place : place + 2])
    return board


def cells_of(board: ob.Board) -> str:
    return board.to_string().split()[0]


def paste(page: Page, text: str) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+V")


@pytest.mark.long
def test_pasted_text_is_imported_on_every_page(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open()
    texts = [
        "F5D6 C3 d3 c4",
        "1. F5 d6 2. C3 d3 3. C4",
        f"(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 {cells_of(ob.Board()).replace('X', '*')} *]"
        "B[F5]W[D6]B[C3]W[D3]B[C4];)",
        after(TIGER).to_string(),
        f"http://elsewhere.example/analyse{game_hash(moves=TIGER)}",
    ]
    for text in texts:
        paste(page, "f5")
        expect(analyse.board.grid).to_have_accessible_name(re.compile("black 4, white 1"))
        paste(page, text)
        expect(analyse.board.grid).to_have_accessible_name(re.compile("black 6, white 3"))
        assert analyse.board.cells() == cells_of(after(TIGER))
        if "Ann" in text:
            expect(page.get_by_text("Ann")).to_be_visible()
            expect(page).to_have_url(re.compile("black=Ann&white=Bob"))
    page.keyboard.press("Control+C")
    page.wait_for_function(
        "async (text) => await navigator.clipboard.readText() === text", arg=TIGER
    )


@pytest.mark.long
def test_readable_part_of_a_text_is_imported(phone_page: Page) -> None:
    page = phone_page
    analyse = AnalysePage(page)
    analyse.open()
    analyse.open_text("f5d6c3d3c4f4a1h8")
    notice = page.get_by_role("region", name="Notice")
    expect(notice).to_contain_text("move 7")
    expect(notice).to_contain_text("a1")
    assert analyse.board.cells() == cells_of(after("f5d6c3d3c4f4"))
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)


def test_text_without_a_game_shows_an_error(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5"))
    analyse.open_text("a letter to my aunt")
    dialog = page.get_by_role("dialog", name="Open a game")
    expect(dialog.get_by_role("alert")).to_have_text("No game could be read.")
    expect(dialog.get_by_role("listitem")).to_contain_text(re.compile("a letter|letter"))
    dialog.get_by_role("button", name="Close").click()
    assert analyse.board.cells() == cells_of(after("f5"))


@pytest.mark.few_cases
@pytest.mark.on_site
def test_one_game_of_a_file_can_be_chosen(phone_page: Page, tmp_path: Path) -> None:
    page = phone_page
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\nf5f6e6f4\n")
    analyse = AnalysePage(page)
    analyse.open()
    analyse.menu("Open")
    dialog = page.get_by_role("dialog", name="Open a game")
    dialog.locator("input[type=file]").set_input_files(file)
    expect(dialog.get_by_role("heading", name="2 games")).to_be_visible()
    dialog.get_by_role("listitem").nth(1).get_by_role("button").click()
    expect(dialog).to_have_count(0)
    analyse.page.keyboard.press("End")
    expect(analyse.board.square("f4")).to_have_accessible_name(re.compile("last move"))


@pytest.mark.long
def test_many_games_have_pages_and_a_search(phone_page: Page, tmp_path: Path) -> None:
    page = phone_page
    file = tmp_path / "WTH_2001.wtb"
    games = [
        record_from_moves(["f5", "d6"], result=2 * (number % 60) - 60) for number in range(1200)
    ]
    with file.open("wb") as written, pytest.warns(LossWarning):
        wthor.write(games, written, year=2001)
    analyse = AnalysePage(page)
    analyse.open()
    analyse.menu("Open")
    dialog = page.get_by_role("dialog", name="Open a game")
    dialog.locator("input[type=file]").set_input_files(file)
    expect(dialog.get_by_role("heading", name="1,200 games")).to_be_visible()
    rows, place = dialog.get_by_role("listitem"), dialog.get_by_role("status")
    expect(rows).to_have_count(50)
    expect(place).to_have_text("1–50 of 1200")
    expect(dialog.get_by_role("button", name="Previous")).to_be_disabled()
    dialog.get_by_role("button", name="Next").click()
    expect(place).to_have_text("51–100 of 1200")
    dialog.get_by_role("searchbox").fill("2001 black +28")
    expect(rows).to_have_count(20)
    dialog.get_by_role("searchbox").fill("nobody")
    expect(place).to_have_text("No game matches.")
    dialog.get_by_role("searchbox").fill("BLACK −2")
    rows.first.get_by_role("button").click()
    expect(dialog).to_have_count(0)


def test_dropped_file_is_imported(wide_page: Page) -> None:
    analyse = AnalysePage(wide_page)
    analyse.open()
    dropped = wide_page.evaluate_handle(
        """text => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([text], "game.txt", { type: "text/plain" }));
          return dropped;
        }""",
        TIGER,
    )
    for event in ("dragover", "drop"):
        wide_page.dispatch_event("main", event, {"dataTransfer": dropped})
    expect(analyse.board.square("c4")).to_have_accessible_name(re.compile("last move"))


@pytest.mark.long
@pytest.mark.on_site
def test_exported_texts_can_be_copied(phone_page: Page) -> None:
    page = phone_page
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", moves=TIGER))
    analyse.menu("Export")
    dialog = page.get_by_role("dialog", name="Copy and export")
    expect(dialog.get_by_role("textbox", name="Moves")).to_have_value(re.compile(TIGER, re.I))
    expect(dialog.get_by_role("textbox", name="Position")).to_have_value(
        f"{after(TIGER, 'reversed').to_string()} reversed"
    )
    expect(dialog.get_by_role("textbox", name="GGF")).to_have_value(re.compile(r"^\(;.*;\)$"))
    dialog.get_by_role("button", name="Copy: Moves").click()
    expect(dialog.get_by_role("status")).to_have_text("Moves copied.")
    assert page.evaluate("navigator.clipboard.readText()").lower() == TIGER
    link = dialog.get_by_role("textbox", name="Link to this game").input_value()
    for name, end, start in (
        ("Download SVG", ".svg", b"<svg"),
        ("Download PNG", ".png", b"\x89PNG"),
        ("Download JSON", ".json", b"{"),
        ("Download: GGF", ".ggf", b"(;"),
        ("Download SGF", ".sgf", b"GM[2]"),
    ):
        with page.expect_download() as download:
            dialog.get_by_role("button", name=name).click()
        assert download.value.suggested_filename.endswith(end)
        assert start in download.value.path().read_bytes()[:200]
    dialog.get_by_role("button", name="Close").click()

    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_text("Reversed: fewest discs win")).to_be_visible()
    assert analyse.board.cells() == cells_of(after(TIGER))


def test_address_contains_the_game(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=6))
    analyse.board.play_some(4)
    cells = analyse.board.cells()
    expect(page).to_have_url(re.compile(r"size=6&moves=\w{8}&ply=4"))
    page.reload()
    expect(analyse.board.grid).to_be_visible()
    assert analyse.board.cells() == cells


@pytest.mark.long
def test_link_with_an_illegal_game_shows_an_error(new_pages: NewPages) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "400.*/api/line")
    analyse = AnalysePage(page)
    visit(page, "/analyse" + game_hash(moves="f5d6a1"))
    expect(page.get_by_role("region", name="Notice")).to_contain_text("move 3")
    expect(analyse.board.square("d6")).to_have_accessible_name(re.compile("last move"))


@pytest.mark.long
@pytest.mark.on_site
def test_sgf_keeps_all_variations(wide_page: Page, tmp_path: Path) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER, ply=4))
    analyse.board.wait_for_turn()
    analyse.board.play("e3")
    analyse.menu("Export")
    expect(page.get_by_text("The link, SGF and GGF have all variations")).to_be_visible()
    expect(page.get_by_role("textbox", name="GGF")).to_have_value(
        re.compile(r"VA\[1/2\].*VA\[2/2\]")
    )
    with page.expect_download() as download:
        page.get_by_role("button", name="Download SGF").click()
    path = tmp_path / "game.sgf"
    download.value.save_as(path)
    page.keyboard.press("Escape")
    analyse.open(game_hash(size=4))
    paste(page, path.read_text())
    analyse.tab("Moves")
    expect(page.get_by_role("group", name="Variation")).to_be_visible()
    expect(analyse.move("5, black c4")).to_be_visible()
    expect(analyse.move("5, black e3")).to_be_visible()
