"""Analyse."""

import re

from browser.analyse_page import AnalysePage
from browser.links import game_hash
from browser.scenes.scene import SMALL_GAME, TIGER, SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


@SCENES.add
def analyse_values(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER))
    analyse.wait_for_values()
    analyse.tab("Engine")


@SCENES.add
def analyse_review(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=4, moves=SMALL_GAME))
    analyse.tab("Review")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("b")
    expect(page.get_by_text("lost 22 discs")).to_be_visible()


@SCENES.add
def analyse_learn(page: Page) -> None:
    analyse_review(page)
    page.get_by_role("button", name=re.compile("^Learn from white")).click()
    expect(page.get_by_role("region", name=re.compile("Learn"))).to_be_visible()


@SCENES.add
def analyse_variations(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", moves=TIGER, ply=4))
    analyse.board.wait_for_turn()
    analyse.board.play("e3")
    analyse.tab("Moves")
    expect(page.get_by_role("group", name="Variation")).to_be_visible()


@SCENES.add
def analyse_explorer(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", moves="f5d6"))
    analyse.tab("Explorer")
    expect(page.get_by_role("table", name=re.compile("^Legal moves"))).to_contain_text("depth")
    analyse.wait_for_values()


@SCENES.add
def analyse_features(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER))
    analyse.tab("Features")
    page.get_by_role("combobox", name="Evaluation").select_option("r2")
    expect(page.get_by_role("table").get_by_role("row").nth(1)).to_be_visible()


@SCENES.add
def analyse_open(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open()
    analyse.open_text("a letter to my aunt")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()


@SCENES.add
def analyse_export(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER))
    analyse.menu("Export")
    expect(page.get_by_role("textbox", name="GGF")).to_have_value(re.compile("^\\(;"))


@SCENES.add
def analyse_new(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open()
    analyse.menu("New")
    expect(page.get_by_role("dialog", name="New board")).to_be_visible()


@SCENES.add
def analyse_editor(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER))
    analyse.menu("Edit")
    expect(page.get_by_role("region", name="Board editor")).to_be_visible()
