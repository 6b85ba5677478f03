"""The opening explorer, on the pages Study and Analyse, and what a review says by the book."""

import re

import pytest
from browser.analyse_page import AnalysePage
from browser.app_process import AppProcess
from browser.board import BoardOnPage
from browser.drawn import drawn, drawn_texts
from browser.explorer_panel import Explorer, reply, signed
from browser.links import game_hash
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Page, Route, expect

import obversi as ob
from obversi.rules import Rules

BOTH = pytest.mark.parametrize(("device", "rules"), [("desktop", "normal"), ("phone", "reversed")])
OUTSIDE = "O" * 8 + "X" * 8 + "-" * 48 + " O"


def opened(page: Page, place: str) -> Explorer:
    visit(page, place)
    explorer = Explorer(page)
    expect(explorer.panel).to_be_visible()
    # The rows are sorted when the values arrive.
    expect(explorer.panel).not_to_contain_text("Loading …")
    return explorer


# Study


@pytest.mark.few_cases
@BOTH
def test_values_and_games_of_every_move(page: Page, app: AppProcess, rules: Rules) -> None:
    found = reply(app, rules=rules, moves="f5d6")
    assert sum(move["book"] is not None for move in found["moves"]) > 2
    explorer = opened(page, "/study/openings" + game_hash(rules, moves="f5d6"))
    explorer.expect_reply(found)
    value, certainty = found["book"]["value"], f"depth {found['book']['depth']}"
    expect(explorer.panel).to_contain_text(f"Book value for Black: {signed(value)} ({certainty}")
    games = "1 game" if found["games"] == 1 else f"{found['games']} games"
    expect(explorer.panel).to_contain_text(games)
    # The same values are on the board.
    values = {move["move"]: move["book"]["value"] for move in found["moves"] if move["book"]}
    assert BoardOnPage(page).values() == values
    best = {move["move"] for move in found["moves"] if move["best"]}
    assert drawn(page, ".best-frame") == best
    assert {
        name.lower() for name in explorer.panel.locator("tr.best button").all_inner_texts()
    } == best


def test_before_a_pass_the_values_are_those_after_it(wide_page: Page, app: AppProcess) -> None:
    """Black must pass, and the moves are White's; all values are shown for Black."""
    found = reply(app, rules="normal", size=4, moves="b1c1d3a1")
    assert found["turn"] == "white"
    values = {move["move"]: move["book"]["value"] for move in found["moves"]}
    assert any(values.values())
    page = wide_page
    explorer = opened(page, "/study/openings" + game_hash(size=4, moves="b1c1d3a1", ply=4))
    change = """async () => {
      const { settings } = await import("/static/js/core/settings.js");
      settings.change({ margins: "black" });
    }"""
    page.evaluate(change)
    expect(explorer.panel).to_contain_text(f"for Black: {signed(-found['book']['value'])} (exact).")
    for move, value in values.items():
        expect(explorer.row(move).locator("strong")).to_have_text(signed(-value))
    assert BoardOnPage(page).values() == {}


@pytest.mark.few_cases
@BOTH
def test_a_row_plays_its_move(page: Page, app: AppProcess, rules: Rules) -> None:
    explorer = opened(page, "/study/openings" + game_hash(rules, moves="f5d6"))
    board = BoardOnPage(page)
    board.wait_for_turn()
    explorer.row("c3").get_by_role("cell").first.click()
    expect(board.square("c3")).to_have_accessible_name("c3, black, last move")
    explorer.expect_reply(reply(app, rules=rules, moves="f5d6c3"))
    assert drawn(page, ".mark.pointed") == set()
    expect(page).to_have_url(re.compile("moves=f5d6c3"))
    page.get_by_role("button", name="Back").click()
    explorer.expect_reply(reply(app, rules=rules, moves="f5d6"))


@pytest.mark.needs_server
def test_a_row_plays_nothing_before_its_values_have_arrived(wide_page: Page) -> None:
    page = wide_page
    held: list[Route] = []
    page.route("**/api/explorer", lambda route: held.append(route))
    visit(page, "/study/openings" + game_hash(moves="f5f6"))
    BoardOnPage(page).wait_for_turn()
    explorer = Explorer(page)
    first = explorer.rows.nth(1).get_by_role("cell").first
    expect(first).to_have_text("…")
    first.click()
    held[0].continue_()
    expect(explorer.panel).not_to_contain_text("Loading …")
    expect(page).to_have_url(re.compile("moves=f5f6&"))


@pytest.mark.long
def test_a_row_shows_its_move_on_the_board(wide_page: Page) -> None:
    page = wide_page
    explorer = opened(page, "/study/openings" + game_hash(moves="f5d6"))
    BoardOnPage(page).wait_for_turn()
    explorer.button("c4").hover()
    expect(page.locator(".mark.pointed")).to_have_count(1)
    assert drawn(page, ".mark.pointed") == {"c4"}
    assert drawn(page, ".ghost.preview") == {"c4"}
    page.mouse.move(0, 0)
    expect(page.locator(".mark.pointed")).to_have_count(0)


def test_rows_by_the_keyboard(wide_page: Page, app: AppProcess) -> None:
    page = wide_page
    explorer = opened(page, "/study/openings" + game_hash(moves="f5d6"))
    explorer.expect_reply(reply(app, moves="f5d6"))
    first, second = (move["move"] for move in reply(app, moves="f5d6")["moves"][:2])
    explorer.button(first).focus()
    page.keyboard.press("Tab")
    expect(explorer.button(second)).to_be_focused()
    assert drawn(page, ".mark.pointed") == {second}
    page.keyboard.press("Enter")
    expect(BoardOnPage(page).square(second)).to_have_accessible_name(re.compile("last move"))
    explorer.expect_reply(reply(app, moves=f"f5d6{second}"))
    # The focus stays in the row, to go on from there.
    expect(explorer.rows.nth(2).get_by_role("button")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize(("name", "field"), [("Best line", "best"), ("Most played", "popular")])
def test_a_line_can_be_followed(wide_page: Page, app: AppProcess, name: str, field: str) -> None:
    page = wide_page
    line = reply(app)[f"{field}_line"]
    explorer = opened(page, "/study/openings")
    expect(explorer.line(name)).to_have_text(line)
    explorer.line(name).nth(2).click()
    expect(page).to_have_url(re.compile(f"moves={''.join(line[:3])}&ply=3$"))
    explorer.expect_reply(reply(app, moves="".join(line[:3])))


@pytest.mark.long
def test_both_games_and_all_sizes(phone_page: Page, app: AppProcess) -> None:
    page = phone_page
    explorer = opened(page, "/study/openings")
    for size in (6, 4, 8):
        page.get_by_role("radio", name=f"{size}×{size}").check()
        for rules in ("Reversed", "Normal"):
            page.get_by_role("radio", name=rules).check()
            found = reply(app, size=size, rules=rules.lower())
            explorer.expect_reply(found)
            value = signed(found["book"]["value"])
            expect(explorer.panel).to_contain_text(f"Book value for Black: {value} (")
    expect(page.get_by_role("heading", name="The start")).to_be_visible()


def test_a_second_choice_does_not_wait_for_the_first(wide_page: Page) -> None:
    page = wide_page
    opened(page, "/study/openings" + game_hash(moves="f5d6"))
    held: list[Route] = []
    page.route("**/api/line", lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("radio", name="6×6").check()
    page.get_by_role("radio", name="Reversed").check()
    expect(page).to_have_url(re.compile("rules=reversed&size=6"))
    expect(page.get_by_role("grid").locator("[data-square]")).to_have_count(36)
    held[0].continue_()
    expect(page.get_by_role("radio", name="Reversed")).to_be_checked()
    expect(page.get_by_role("radio", name="6×6")).to_be_checked()


def test_names_of_moves_and_a_position_without_a_value(wide_page: Page, app: AppProcess) -> None:
    page = wide_page
    explorer = opened(page, "/study/openings" + game_hash(moves="f5d6c3d3"))
    expect(explorer.row("c4")).to_contain_text("Tiger")
    board = ob.Board()
    while reply(app, moves="".join(board.move_stack))["book"] is not None:
        board.push(board.legal_moves[-1])
    visit(page, "/study/openings" + game_hash(moves="".join(board.move_stack)))
    expect(explorer.panel).to_contain_text("This position is not in the book.")
    explorer.expect_reply(reply(app, moves="".join(board.move_stack)))
    training = page.get_by_role("region", name="Training")
    expect(training).to_contain_text("there is nothing to train")
    expect(training.get_by_role("link")).to_have_count(0)


@pytest.mark.long
def test_an_error_can_be_tried_again(new_pages: NewPages, app: AppProcess) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "500|explorer")
    page.route("**/api/explorer", lambda route: route.fulfill(status=500, json={}))
    page.goto("/study/openings")
    here = page.get_by_role("region", name="Current position")
    expect(here.get_by_role("alert")).to_contain_text("Server error 500.")
    page.unroute_all()
    here.get_by_role("button", name="Try again").click()
    Explorer(page).expect_reply(reply(app))


@pytest.mark.long
def test_without_a_database(new_pages: NewPages, app: AppProcess) -> None:
    page = new_pages.open()
    found = reply(app, moves="f5")
    without = [{**move, "played": None} for move in found["moves"]]
    answer = {**found, "games": None, "moves": without, "popular_line": [], "problem": "no file"}
    page.route("**/api/explorer", lambda route: route.fulfill(json=answer))
    page.goto("/study/openings" + game_hash(moves="f5"))
    explorer = Explorer(page)
    expect(explorer.panel.get_by_role("columnheader")).to_have_text(["Move", "Book"])
    expect(explorer.panel.get_by_role("alert")).to_have_text("no file")
    expect(explorer.panel.get_by_role("toolbar")).to_have_count(1)


# Analyse


@pytest.mark.long
@BOTH
def test_book_values_beside_those_of_the_engine(page: Page, app: AppProcess, rules: Rules) -> None:
    found = reply(app, rules=rules, moves="f5d6")
    known = {move["move"]: move for move in found["moves"] if move["book"]}
    analyse = AnalysePage(page)
    analyse.open(game_hash(rules, moves="f5d6"), load=True)
    analyse.wait_for_values()
    for square, move in known.items():
        best = ", best of the book" if move["best"] else ""
        value = re.escape(signed(move["book"]["value"]))
        words = f"book value {value}, depth .*{best}, value "
        expect(analyse.board.square(square)).to_have_accessible_name(re.compile(words))
    texts = {square: signed(move["book"]["value"]) for square, move in known.items()}
    assert drawn_texts(page, ".tag text") == texts
    analyse.tab("Explorer")
    explorer = Explorer(page)
    explorer.expect_reply(found)
    # Without the engine the book's values stay, and they are hidden with all others.
    page.keyboard.press("l")
    expect(analyse.board.valued).to_have_count(0)
    assert drawn_texts(page, ".tag text") == texts
    page.keyboard.press("v")
    expect(page.locator(".tag")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.locator(".tag")).to_have_count(len(texts))
    page.keyboard.press("z")
    expect(page.locator(".tag")).to_have_count(0)
    expect(page.get_by_role("tabpanel")).to_contain_text("Engine output is hidden.")


@pytest.mark.few_cases
@pytest.mark.on_site
def test_exact_values_on_a_small_board(wide_page: Page, app: AppProcess) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", 6, moves="c2"))
    texts = {
        move["move"]: f"{signed(move['book']['value'])} ✓"
        for move in reply(app, rules="reversed", size=6, moves="c2")["moves"]
    }
    expect(page.locator(".tag")).to_have_count(len(texts))
    assert drawn_texts(page, ".tag text") == texts
    page.get_by_role("button", name="Switch to the other rules").click()
    other = reply(app, size=6, moves="c2")["moves"]
    for move in other:
        expect(analyse.board.square(move["move"])).to_have_accessible_name(
            re.compile(f"book value {re.escape(signed(move['book']['value']))}, exact")
        )


@pytest.mark.few_cases
def test_a_row_plays_a_variation(page: Page, app: AppProcess) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6c3", ply=2))
    analyse.tab("Explorer")
    explorer = Explorer(page)
    explorer.button("c4").click()
    expect(analyse.board.square("c4")).to_have_accessible_name(re.compile("last move"))
    explorer.expect_reply(reply(app, moves="f5d6c4"))
    expect(page).to_have_url(re.compile(r"tree=f5d6c3\.2c4$"))
    line = reply(app, moves="f5d6c4")["best_line"]
    explorer.line("Best line").nth(1).click()
    expect(analyse.board.square(line[1])).to_have_accessible_name(re.compile("last move"))


def test_a_row_is_shown_on_the_board_of_the_analysis(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6"))
    analyse.tab("Explorer")
    Explorer(page).button("c4").hover()
    expect(page.locator(".mark.pointed")).to_have_count(1)
    assert drawn(page, ".mark.pointed") == {"c4"}
    page.mouse.move(0, 0)
    expect(page.locator(".mark.pointed")).to_have_count(0)


def test_a_position_that_no_book_has(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(position=OUTSIDE))
    analyse.wait_for_values()
    analyse.tab("Explorer")
    explorer = Explorer(page)
    expect(explorer.panel).to_contain_text("This position is not in the book.")
    expect(explorer.rows).to_have_count(9)
    expect(page.locator(".tag")).to_have_count(0)


# Review


def leaving_game(app: AppProcess, rules: Rules) -> str:
    """Return a game that loses discs by the book, and then leaves it."""
    board = ob.Board(8, rules)
    board.push("f5")
    worst = [move["move"] for move in reply(app, rules=rules, moves="f5")["moves"] if move["book"]]
    board.push(worst[-1])
    while True:
        moves = "".join(board.move_stack)
        found = reply(app, rules=rules, moves=moves)
        if found["book"] is None:
            return moves
        followed = [
            move["move"] for move in found["moves"] if move["book"] and move["book"]["expanded"]
        ]
        # After some moves of the book one that it does not follow.
        others = [move for move in board.legal_moves if move not in followed]
        board.push(others[-1] if others and board.ply > 3 else followed[0])


@pytest.mark.long
@BOTH
def test_a_review_says_which_move_left_the_book(page: Page, app: AppProcess, rules: Rules) -> None:
    moves = leaving_game(app, rules)
    found = reply(app, "/api/explorer/game", rules=rules, moves=moves)
    assert found["left"] is not None
    assert found["losses"][0]["ply"] == 2
    analyse = AnalysePage(page)
    analyse.open(game_hash(rules, moves=moves))
    analyse.tab("Review")
    page.get_by_role("combobox", name="Seconds per move in the review").select_option("0.1")
    page.get_by_role("button", name="Review the game").click()
    book = page.get_by_role("group", name="By the book")
    expect(book).to_contain_text(found["text"])
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    left = found["left"]
    assert found["text"].startswith(f"Left the book at move {left['number']} ({left['mover']} ")
    book.get_by_role("button", name=found["losses"][0]["text"]).click()
    expect(analyse.board.square(moves[2:4])).to_have_accessible_name(re.compile("last move"))
    book.get_by_role("button", name="Show this move").click()
    expect(analyse.board.square(left["move"])).to_have_accessible_name(re.compile("last move"))
    # The result is kept with the review.
    page.reload()
    analyse.tab("Review")
    expect(book).to_contain_text(found["text"])
    page.get_by_role("button", name="Switch to the other rules").click()
    expect(book).to_have_count(0)
