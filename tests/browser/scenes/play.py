"""Play against the engine or oneself."""

from browser.play_page import PlayPage
from browser.scenes.scene import SMALL_GAME, TIGER, SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


@SCENES.add
def play_new(page: Page) -> None:
    play = PlayPage(page)
    play.open("/")
    play.board.wait_for_turn()
    expect(page.get_by_text("About the levels")).to_be_visible()


@SCENES.add
def play_game(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=reversed&size=8&moves=" + TIGER)
    play.set_up("reversed", white="me")
    play.begin()
    play.board.play_some(2)
    play.button("Undo")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


@SCENES.add
def play_pass(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=a2a3c4")
    play.set_up(white="me")
    play.begin()
    play.board.play("a1")
    expect(page.get_by_text("Black cannot move and must pass")).to_be_visible()


@SCENES.add
def play_clocks(page: Page) -> None:
    play = PlayPage(page)
    play.open()
    play.set_clock()
    play.set_up(size=8, white="engine:level=1")
    play.begin()
    play.board.play_some(1)


@SCENES.add
def play_resign(page: Page) -> None:
    play_clocks(page)
    PlayPage(page).button("Resign")
    expect(page.get_by_role("dialog", name="Resign?")).to_be_visible()


@SCENES.add
def play_over(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=" + SMALL_GAME[:-2])
    play.set_up(white="me")
    play.begin()
    play.board.play(SMALL_GAME[-2:])
    expect(page.get_by_role("button", name="Play again", exact=True)).to_be_visible()


@SCENES.add
def play_hint(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=8&moves=" + TIGER)
    play.set_up(white="engine:level=1")
    play.begin()
    play.board.wait_for_turn()
    play.button("Hint")
    expect(play.standing.get_by_text("Try ")).to_be_visible()
    play.board.square("a1").click(force=True)  # it is disabled
    expect(page.locator(".board-note")).to_contain_text("a1 would flip nothing")


@SCENES.add
def play_won(page: Page) -> None:
    play = PlayPage(page)
    play.start(size=4)
    play.board.play_to_the_end()
    expect(play.standing).to_contain_text("One thing to learn: ")
