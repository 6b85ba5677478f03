"""Arena and Lab: finished tournaments and reports."""

import re

from browser.navigation import visit
from browser.scenes.scene import SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


@SCENES.add
def arena(page: Page) -> None:
    visit(page, "/arena")
    expect(page.get_by_role("link", name=re.compile("Three agents"))).to_be_visible()
    expect(page.get_by_role("heading", name="The lab's report")).to_be_visible()


@SCENES.add
def arena_tournament(page: Page) -> None:
    visit(page, "/arena/1")
    expect(page.get_by_role("table", name="Standings, best first")).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("^Games"))).to_be_visible()


@SCENES.add
def arena_game(page: Page) -> None:
    visit(page, "/arena/1/games/2")
    expect(page.get_by_role("heading", name="Game 2 of Three agents")).to_be_visible()
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_role("list", name="Moves")).to_be_visible()


@SCENES.add
def lab(page: Page) -> None:
    visit(page, "/lab")
    expect(page.get_by_role("link", name=re.compile("Open the report"))).to_be_visible()
