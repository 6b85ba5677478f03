"""Games between people, and the games of a person."""

import re

from browser.kept_games import begin, play_games
from browser.navigation import visit
from browser.other_player import OtherPlayer, rated_players
from browser.play_page import PlayPage
from browser.scenes.scene import SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


@SCENES.add
def play_link(page: Page) -> None:
    play = PlayPage(page)
    play.open()
    play.set_up("reversed", 6, white="link")
    page.get_by_role("button", name="Get the link").click()
    expect(page.get_by_role("textbox", name="Link to the game")).to_be_visible()


@SCENES.add
def play_lobby(page: Page) -> None:
    play = PlayPage(page)
    play.open()
    ann, ben = rated_players(page)
    ann.request("join", size=4, clock={"seconds": 180, "increment": 2}, rated=True)
    ben.request("join", rules="reversed", color="black")
    OtherPlayer(page, "W" * 40).request("join", size=6, clock={"seconds": 60})
    play.set_up(white="anyone")
    lobby = page.get_by_role("region", name="Lobby")
    expect(lobby).to_contain_text("Ann 1662?")
    expect(lobby.get_by_role("button", name=re.compile("^Join"))).to_have_count(3)
    lobby.scroll_into_view_if_needed()


@SCENES.add
def play_people(page: Page) -> None:
    play = PlayPage(page)
    game = play.invite(size=8).rsplit("/", 1)[1]
    ann = OtherPlayer(page, "Ann")
    ann.request("accept", game=game)
    play.board.wait_for_turn()
    ann.request("say", game=game, phrase="good-luck")
    page.get_by_text("Say something").click()
    play.button("Hello!")
    expect(play.standing.locator(".said")).to_have_count(2)


@SCENES.add
def play_away(page: Page) -> None:
    play = PlayPage(page)
    game = play.invite(size=8).rsplit("/", 1)[1]
    ann = OtherPlayer(page, "Ann")
    ann.request("accept", game=game)
    play.board.wait_for_turn()
    ann.disconnect()
    expect(play.standing).to_contain_text("lost the connection")


@SCENES.add
def arena_ratings(page: Page) -> None:
    PlayPage(page).open()
    rated_players(page)
    visit(page, "/arena/ratings")
    page.get_by_role("radio", name="4×4").check()
    expect(page.get_by_role("row", name=re.compile("Ann"))).not_to_have_count(0)


@SCENES.add
def play_gone(page: Page) -> None:
    visit(page, "/play/g-nowhere123")
    expect(page.get_by_role("alert")).to_contain_text("Game not found")


@SCENES.add
def games_begin(page: Page) -> None:
    visit(page, "/games")
    expect(page.get_by_role("heading", name="I have a key")).to_be_visible()


@SCENES.add
def games_list(page: Page) -> None:
    begin(page)
    play_games(page, reviewed=2)
    page.reload()
    expect(page.get_by_role("link", name="Review the game")).to_have_count(3)
    expect(page.get_by_role("img", name="Accuracy of 2 games")).to_be_visible()
    page.get_by_role("button", name="Show the key").click()
    page.get_by_text("More filters").click()
