"""Studies: notes on an analysis, saved and shared."""

import re

from browser.analyse_page import AnalysePage
from browser.links import game_hash
from browser.scenes.scene import TIGER, SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


@SCENES.add
def analyse_notes(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER, ply=4))
    analyse.board.wait_for_turn()
    analyse.board.play("e3")
    analyse.tab("Notes")
    page.get_by_role("textbox", name="Comment on this position").fill("A quiet move:\nsee d2.")
    page.get_by_role("textbox", name=re.compile("Name of the variation")).fill("The quiet one")
    squares = page.get_by_role("textbox", name=re.compile("^Or type squares"))
    drawn = (("circle", "d2"), ("square", "d3"), ("triangle", "c4"), ("cross", "f4"))
    for tool, square in (*drawn, ("letter", "e2"), ("letter", "d5")):
        page.get_by_role("radio", name=tool).check()
        squares.fill(square)
        squares.press("Enter")
    for color, arrow in (("red", "c4e6"), ("yellow", "e3e1"), ("blue", "b6d6")):
        page.get_by_role("radio", name=color).check()
        squares.fill(arrow)
        squares.press("Enter")
    page.get_by_role("radio", name="Off").check()
    expect(page.get_by_role("list", name="Drawings on this position")).to_contain_text("b6")


@SCENES.add
def analyse_study(page: Page) -> None:
    analyse_notes(page)
    page.get_by_role("textbox", name="Title of the study").fill("Answers to the tiger")
    page.get_by_role("button", name="Save as a study").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog", name="Share the study")).to_be_visible()


@SCENES.add
def analyse_reading(page: Page) -> None:
    analyse_study(page)
    page.keyboard.press("Escape")
    AnalysePage(page).tab("Moves")
    expect(page.get_by_role("region", name="Comment")).to_be_visible()


@SCENES.add
def analyse_studies(page: Page) -> None:
    analyse_study(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="My studies").click()
    dialog = page.get_by_role("dialog", name="My studies")
    dialog.get_by_role("button", name=re.compile("^Delete")).first.click()
    expect(dialog.get_by_role("button", name=re.compile("^Really delete"))).to_be_visible()


@SCENES.add
def embedded(page: Page) -> None:
    analyse_study(page)
    expect(page).to_have_url(re.compile(r"/analyse/\w+$"))
    page.goto("/embed/" + page.url.rpartition("/")[2])
    for _ in range(4):
        page.get_by_role("button", name="Forward").click()
    page.get_by_role("button", name=re.compile("The quiet one")).click()
    expect(page.get_by_role("region", name="Comment")).to_contain_text("A quiet move")
