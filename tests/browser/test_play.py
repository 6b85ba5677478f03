"""Games against agents of the app, from the setup to the end."""

import re
from urllib.parse import urlsplit

import pytest
from browser.drawn import drawn
from browser.play_page import PlayPage
from playwright.sync_api import Page, Route, expect

import obversi as ob
from obversi.color import Color
from obversi.rules import Rules

GOALS = {"normal": "most discs win", "reversed": "fewest discs win"}


def result_for(board: ob.Board, color: Color, goal: str) -> str:
    """Say how a game has ended for one of the players."""
    margin = board.margin(color)
    if margin == 0:
        return f"Draw ({goal})."
    return f"You {'win' if margin > 0 else 'lose'} by {abs(margin)}: {goal}."


@pytest.mark.long
def test_a_move_is_one_request(wide_page: Page) -> None:
    """The reply and the moves of others come by the WebSocket, with all that the board shows."""
    play = PlayPage(wide_page)
    play.start("normal", 4, white="me")
    sent: list[str] = []
    wide_page.on("request", lambda request: sent.append(urlsplit(request.url).path))
    play.board.play_to_the_end()
    assert [path for path in sent if path.startswith("/api")] == []
    assert play.moves.count() > 4


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", GOALS)
def test_game_is_played_to_its_end(page: Page, rules: Rules) -> None:
    play = PlayPage(page)
    play.open("/")
    play.set_up(rules, 4)
    play.begin()
    expect(play.board.grid).to_be_in_viewport(ratio=1)
    expect(page.get_by_text(f"{rules.capitalize()}: {GOALS[rules]}")).to_be_visible()
    play.board.play_to_the_end()
    final = play.board.position(rules)
    assert final.is_over
    expect(play.standing).to_contain_text(result_for(final, ob.BLACK, GOALS[rules]))
    expect(play.standing).to_contain_text(f"Black {len(final.black)}, White {len(final.white)}.")


@pytest.mark.long
def test_a_whole_8x8_game_with_clocks(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.open()
    play.set_up("reversed", 8, black="engine:level=1", white="me")
    play.set_clock("Custom …")
    page.get_by_role("spinbutton", name="Minutes per player").fill("20")
    play.begin()
    for color in ("Black", "White"):
        expect(page.get_by_role("timer", name=f"{color}'s clock")).to_have_text(
            re.compile(r"^(20:0\d|19:5\d)$")
        )
    # Starting another game would forfeit this one.
    play.button("New game")
    play.button("Start")
    dialog = page.get_by_role("dialog", name="Leave the game?")
    expect(dialog).to_contain_text("You would lose this game: its clock is running.")
    dialog.get_by_role("button", name="Cancel").click()
    play.button("Back to the game")
    # The mover's clock runs.
    play.board.wait_for_turn()
    own = page.get_by_role("timer", name="White's clock")
    expect(own).not_to_have_text(own.inner_text())
    play.board.play_to_the_end()
    final = play.board.position("reversed")
    expect(play.standing).to_contain_text(result_for(final, ob.WHITE, GOALS["reversed"]))


@pytest.mark.needs_server
def test_first_page_starts_a_game_with_the_first_move(page: Page) -> None:
    play = PlayPage(page)
    play.open("/")
    play.board.play("d3")
    expect(play.standing).to_be_visible()
    expect(page).to_have_url(re.compile(r"/play/g-[\w-]+$"))
    expect(play.moves.first).to_have_accessible_name("1. Black d3")


def test_flips_are_previewed(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open()
    square = play.board.square("d3")
    expect(square).to_have_accessible_name("d3, empty, legal, flips 1")
    square.hover()
    expect(wide_page.locator(".would-turn")).to_have_count(1)
    assert drawn(wide_page, ".would-turn") == {"d4"}
    assert drawn(wide_page, ".ghost.black") == {"d3"}
    play.board.grid.press("Tab")
    wide_page.mouse.move(0, 0)
    expect(wide_page.locator(".would-turn, .ghost")).to_have_count(0)


def test_legal_squares_have_a_dot(wide_page: Page) -> None:
    page = wide_page
    play = PlayPage(page)
    play.start(size=6, white="me")
    play.board.play("b3")
    assert drawn(page, ".dot") == set(play.board.legal_squares())
    assert drawn(page, ".disc.black") | drawn(page, ".disc.white") == {"b3", "c3", "d3", "c4", "d4"}
    assert drawn(page, ".disc.white") == {"d4"}
    page.keyboard.press(",")
    page.get_by_role("checkbox", name="Show legal moves").uncheck()
    expect(page.locator(".dot")).to_have_count(0)


def test_pass_is_shown(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=a2a3c4")
    play.set_up(white="me")
    play.begin()
    play.board.wait_for_turn()
    play.board.square("a1").click()
    notice = "Black cannot move and must pass: White moves again."
    expect(page.get_by_text(notice)).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Black cannot move and passes.")
    expect(page.get_by_role("group", name="Black")).to_contain_text("no moves: pass")
    expect(play.moves.last).to_have_accessible_name("Black passes")
    # The last move and its flips are still marked.
    expect(play.board.square("a1")).to_have_accessible_name("a1, white, last move")
    expect(page.locator(".just-turned")).to_have_count(1)


@pytest.mark.long
@pytest.mark.on_site
def test_moves_are_taken_back_and_played_again(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.start(size=6)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    play.board.play_some(2)
    moved = play.board.cells()
    play.button("Undo")
    expect(play.moves).to_have_count(2)
    assert play.board.cells() != moved
    play.button("Redo")
    expect(play.moves).to_have_count(4)
    play.board.wait_for_turn()
    assert play.board.cells() == moved
    page.keyboard.press("u")
    expect(play.moves).to_have_count(2)
    play.button("Undo")
    expect(page.get_by_text("No moves yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


@pytest.mark.long
@pytest.mark.needs_server
def test_players_change_during_a_game(wide_page: Page) -> None:
    page = wide_page
    play = PlayPage(page)
    play.start(size=4, white="me")
    play.board.play_some(2)
    play.seat("White", "greedy")
    play.board.play_some(1)
    expect(play.moves).to_have_count(4)
    play.seat("White", "me")
    play.board.play_some(2)
    expect(play.moves).to_have_count(6)
    play.seat("Black", "engine:level=1")
    play.seat("White", "random")
    expect(play.moves.nth(7)).to_be_visible()


@pytest.mark.long
@pytest.mark.needs_server
def test_two_agents_can_be_watched(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.open("/play#rules=reversed&size=4&moves=d3b4a1d2d4")
    play.set_up("reversed", black="engine:level=1", white="greedy")
    play.begin(button="Watch")
    expect(play.moves.nth(5)).to_be_visible()
    play.button("Pause")
    expect(play.standing).to_contain_text("Paused.")
    play.moves.nth(3).click()
    expect(play.board.square("d2")).to_have_accessible_name("d2, white, last move")
    play.button("Continue")
    expect(play.board.over).to_be_visible()
    expect(play.standing).to_contain_text(re.compile(r"(Black|White) wins by \d+|Draw"))
    play.button("Rematch with colours swapped")
    expect(page.get_by_role("combobox", name="Black is played by")).to_have_value("greedy")
    # It has the opening of the first game.
    expect(play.moves.nth(4)).to_have_accessible_name("5. Black d4")


def test_resigning_needs_confirmation(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.start(size=4)
    # Starting another game does not forfeit a game without a clock, even before its first move.
    play.button("New game")
    play.begin()
    play.button("New game")
    expect(page.get_by_role("button", name="Continue: You – Level 1")).to_have_count(1)
    play.button("Back to the game")
    play.button("Resign")
    dialog = page.get_by_role("dialog", name="Resign?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(play.standing).to_contain_text("Your turn")
    page.keyboard.press("r")
    dialog.get_by_role("button", name="Resign").click()
    expect(play.standing).to_contain_text("You lose: you resigned.")
    play.button("Rematch with colours swapped")
    expect(page.get_by_role("combobox", name="White is played by")).to_have_value("me")
    expect(play.standing).to_contain_text("Your turn")


def test_a_random_opening_is_loaded_before_the_game_starts(wide_page: Page) -> None:
    page = wide_page
    play = PlayPage(page)
    play.open()
    play.set_up("reversed", 6, white="greedy")
    requests: list[Route] = []
    # The first opening never arrives; the one requested at the start does.
    page.route(
        "**/api/starts*",
        lambda route: route.continue_() if requests else requests.append(route),
    )
    page.get_by_role("radio", name="Random").check()
    expect(page.get_by_text("Or click a square to start.")).to_have_count(0)
    play.begin()
    expect(play.moves).to_have_count(4)


@pytest.mark.long
def test_unfinished_game_can_be_resumed(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.start(size=6)
    play.board.play_some(2)
    cells = play.board.cells()
    # Another game, from a random opening.
    play.button("New game")
    play.set_up("reversed", 6, white="greedy")
    page.get_by_role("radio", name="Random").check()
    play.begin()
    expect(play.moves).to_have_count(4)
    play.board.play_some(1)
    # A deleted game is forgotten.
    page.evaluate(
        """() => {
          const games = JSON.parse(localStorage["obversi.games"]);
          games.push({ ...games[0], id: "g-nowhere123", names: {}, agents: [] });
          localStorage["obversi.games"] = JSON.stringify(games);
        }"""
    )
    play.button("New game")
    own = page.get_by_role("region", name="Your games")
    expect(own.get_by_role("button")).to_have_count(1)
    own.get_by_role("button", name="Continue: You – Level 1").click()
    play.board.wait_for_turn()
    assert play.board.cells() == cells
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    play.button("New game")
    expect(own.get_by_role("button", name="Continue: You – Greedy")).to_be_visible()
    page.get_by_text("Your finished games").click()
    expect(page.get_by_text("6×6. You lose: you resigned.")).to_be_visible()
    page.get_by_role("button", name="View: You – Level 1").click()
    play.button("Continue from here")
    play.board.wait_for_turn()
    assert play.board.cells() == cells


def test_typed_move_is_played(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.start(size=4, white="me")
    typed = wide_page.get_by_role("textbox", name="Type a move")
    wide_page.keyboard.press("m")
    expect(typed).to_be_focused()
    wide_page.keyboard.type("a1")
    wide_page.keyboard.press("Enter")
    expect(wide_page.get_by_role("alert")).to_contain_text("a1")
    wide_page.keyboard.type("B1")
    wide_page.keyboard.press("Enter")
    expect(play.moves.first).to_have_accessible_name("1. Black b1")
    expect(wide_page.get_by_role("alert")).to_have_count(0)


def test_game_opens_in_the_analysis(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.start("reversed", 4, white="me")
    play.board.play_some(3)
    cells = play.board.cells()
    wide_page.keyboard.press("a")
    expect(wide_page).to_have_url(re.compile(r"/analyse#rules=reversed&size=4&moves=\w{6}"))
    expect(play.board.grid).to_be_visible()
    assert play.board.cells() == cells


def test_result_says_that_empty_squares_go_to_the_winner(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open("/play#rules=normal&size=4&moves=d3b4a1d2d4b1d1a2a4c1")
    play.set_up(white="me")
    play.begin()
    play.board.play("c4")
    expect(play.standing).to_contain_text("Black wins by 16")
    expect(play.standing).to_contain_text("Black 15, White 0.")
    expect(play.standing).to_contain_text("The 1 empty square goes to the winner.")


NOT_CLOSED = "the line of white discs next to it does not end at a black disc."


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("square", "why"),
    [
        ("d4", "is taken. Choose an empty square."),
        ("a1", "would flip nothing: no white disc is next to it."),
        ("c3", f"would flip nothing: {NOT_CLOSED}"),
        ("f6", f"would flip nothing: {NOT_CLOSED}"),
    ],
)
def test_an_illegal_square_says_why(wide_page: Page, square: str, why: str) -> None:
    play = PlayPage(wide_page)
    play.start(size=8, white="me")
    play.board.wait_for_turn()
    play.board.square(square).click(force=True)  # it is disabled
    expect(wide_page.locator(".board-note")).to_have_text(f"{square} {why}")
    expect(wide_page.get_by_role("status")).to_contain_text(why)
    play.board.play("d3")
    expect(wide_page.locator(".board-note")).to_have_count(0)
