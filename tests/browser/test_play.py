"""Games against agents of the app, from the wish for one to its end."""

import re

import pytest
from browser.drawn import drawn
from browser.play_page import PlayPage
from playwright.sync_api import Page, Route, expect

import obversi as ob

GOALS = {"normal": "most discs win", "reversed": "fewest discs win"}


def result_for(board: ob.Board, color: int, goal: str) -> str:
    """Say how a game has ended for one of the players."""
    margin = board.margin(color)
    if margin == 0:
        return f"A draw ({goal})."
    return f"You {'win' if margin > 0 else 'lose'} by {abs(margin)}: {goal}."


@pytest.mark.parametrize("rules", GOALS)
def test_a_game_to_its_end(page: Page, rules: str) -> None:
    play = PlayPage(page)
    play.open("/")
    play.wish(rules, 4)
    play.begin()
    expect(play.board.grid).to_be_in_viewport(ratio=1)
    expect(page.get_by_text(f"{rules.capitalize()}: {GOALS[rules]}")).to_be_visible()
    play.board.play_to_the_end()
    final = play.board.position(rules)
    assert final.is_over
    expect(play.standing).to_contain_text(result_for(final, ob.BLACK, GOALS[rules]))
    expect(play.standing).to_contain_text(f"Black {len(final.black)}, White {len(final.white)}.")


def test_a_whole_8x8_game_with_clocks(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.open()
    play.wish("reversed", 8, black="engine:level=1", white="me")
    page.get_by_role("radio", name="Minutes").check()
    page.get_by_role("spinbutton", name="Minutes each").fill("20")
    play.begin()
    for color in ("Black", "White"):
        expect(page.get_by_role("timer", name=f"{color}'s clock")).to_have_text(
            re.compile(r"^(20:0\d|19:5\d)$")
        )
    # Another game would cost this one.
    play.button("New game")
    play.button("Start")
    asked = page.get_by_role("dialog", name="Leave the game?")
    expect(asked).to_contain_text("This game would be lost: it is played by the clock.")
    asked.get_by_role("button", name="No, go on").click()
    play.button("Back to the game")
    # It runs for the one who is to move.
    play.board.wait_for_turn()
    own = page.get_by_role("timer", name="White's clock")
    expect(own).not_to_have_text(own.inner_text())
    play.board.play_to_the_end()
    final = play.board.position("reversed")
    expect(play.standing).to_contain_text(result_for(final, ob.WHITE, GOALS["reversed"]))


def test_the_first_page_is_a_game_that_begins_with_a_move(page: Page) -> None:
    play = PlayPage(page)
    play.open("/")
    play.board.play("d3")
    expect(play.standing).to_be_visible()
    expect(page).to_have_url(re.compile(r"/play/g-[\w-]+$"))
    expect(play.moves.first).to_have_accessible_name("1. Black d3")


def test_what_a_move_would_turn_is_seen_before(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open()
    square = play.board.square("d3")
    expect(square).to_have_accessible_name("d3, empty, legal, turns 1")
    square.hover()
    expect(wide_page.locator(".would-turn")).to_have_count(1)
    assert drawn(wide_page, ".would-turn") == {"d4"}
    assert drawn(wide_page, ".ghost.black") == {"d3"}
    play.board.grid.press("Tab")
    wide_page.mouse.move(0, 0)
    expect(wide_page.locator(".would-turn, .ghost")).to_have_count(0)


def test_what_can_be_played_has_a_dot(page: Page) -> None:
    play = PlayPage(page)
    play.start(size=6, white="me")
    play.board.play("b3")
    assert drawn(page, ".dot") == set(play.board.legal_squares())
    assert drawn(page, ".disc.black") | drawn(page, ".disc.white") == {"b3", "c3", "d3", "c4", "d4"}
    assert drawn(page, ".disc.white") == {"d4"}
    page.keyboard.press(",")
    page.get_by_role("checkbox", name="Dots on squares that can be played").uncheck()
    expect(page.locator(".dot")).to_have_count(0)


def test_a_pass_is_seen(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=a2a3c4")
    play.wish(white="me")
    play.begin()
    play.board.wait_for_turn()
    play.board.square("a1").click()
    notice = "Black cannot move anywhere and must pass: White moves again."
    expect(page.get_by_text(notice)).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Black cannot move and passes.")
    expect(page.get_by_role("group", name="Black")).to_contain_text("cannot move: passes")
    expect(play.moves.last).to_have_accessible_name("Black passes")
    # What was played last is still marked, with what it turned.
    expect(play.board.square("a1")).to_have_accessible_name("a1, white, last move")
    expect(page.locator(".just-turned")).to_have_count(1)


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
    expect(page.get_by_text("No move has been played yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


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


def test_two_agents_are_watched(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.open("/play#rules=reversed&size=4&moves=d3b4a1d2d4")
    play.wish("reversed", black="engine:level=1", white="greedy")
    play.begin(button="Watch them play")
    expect(play.moves.nth(5)).to_be_visible()
    play.button("Pause")
    expect(play.standing).to_contain_text("Paused.")
    play.moves.nth(3).click()
    expect(play.board.square("d2")).to_have_accessible_name("d2, white, last move")
    play.button("Go on")
    expect(play.board.over).to_be_visible()
    expect(play.standing).to_contain_text(re.compile(r"(Black|White) wins by \d+|A draw"))
    play.button("Rematch with colours swapped")
    expect(page.get_by_role("combobox", name="Black is played by")).to_have_value("greedy")
    # It begins where the first one began.
    expect(play.moves.nth(4)).to_have_accessible_name("5. Black d4")


def test_resigning_is_asked_for_twice(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.start(size=4)
    # A game without a clock is not lost by another one, even if nobody has moved in it.
    play.button("New game")
    play.begin()
    play.button("New game")
    expect(page.get_by_role("button", name="Go on: You – Level 1")).to_have_count(1)
    play.button("Back to the game")
    play.button("Resign")
    asked = page.get_by_role("dialog", name="Resign?")
    asked.get_by_role("button", name="No, go on").click()
    expect(asked).to_have_count(0)
    expect(play.standing).to_contain_text("Your turn")
    page.keyboard.press("r")
    asked.get_by_role("button", name="Resign").click()
    expect(play.standing).to_contain_text("You lose: you resigned.")
    play.button("Rematch with colours swapped")
    expect(page.get_by_role("combobox", name="White is played by")).to_have_value("me")
    expect(play.standing).to_contain_text("Your turn")


def test_a_random_beginning_comes_even_to_whoever_is_quicker(wide_page: Page) -> None:
    page = wide_page
    play = PlayPage(page)
    play.open()
    play.wish("reversed", 6, white="greedy")
    asked: list[Route] = []
    # The first beginning never comes, the one that the start asks for does.
    page.route(
        "**/api/starts*",
        lambda route: route.continue_() if asked else asked.append(route),
    )
    page.get_by_role("radio", name="Random").check()
    expect(page.get_by_text("Or play a square: the game begins.")).to_have_count(0)
    play.begin()
    expect(play.moves).to_have_count(4)


def test_a_game_is_gone_back_to(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.start(size=6)
    play.board.play_some(2)
    cells = play.board.cells()
    # Another one, which begins at random.
    play.button("New game")
    play.wish("reversed", 6, white="greedy")
    page.get_by_role("radio", name="Random").check()
    play.begin()
    expect(play.moves).to_have_count(4)
    play.board.play_some(1)
    # One that is not there any more is forgotten.
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
    own.get_by_role("button", name="Go on: You – Level 1").click()
    play.board.wait_for_turn()
    assert play.board.cells() == cells
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    play.button("New game")
    expect(own.get_by_role("button", name="Go on: You – Greedy")).to_be_visible()
    page.get_by_text("Your finished games").click()
    expect(page.get_by_text("6×6. You lose: you resigned.")).to_be_visible()
    page.get_by_role("button", name="Look: You – Level 1").click()
    play.button("Go on anyway")
    play.board.wait_for_turn()
    assert play.board.cells() == cells


def test_a_move_is_typed(wide_page: Page) -> None:
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


def test_a_game_goes_on_in_the_analysis(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.start("reversed", 4, white="me")
    play.board.play_some(3)
    cells = play.board.cells()
    wide_page.keyboard.press("a")
    expect(wide_page).to_have_url(re.compile(r"/analyse#rules=reversed&size=4&moves=\w{6}"))
    expect(play.board.grid).to_be_visible()
    assert play.board.cells() == cells
