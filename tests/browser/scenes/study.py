"""Study: rules, lessons, puzzles, openings and the search tree."""

import re

from browser.board import BoardOnPage
from browser.links import game_hash
from browser.navigation import visit
from browser.scenes.scene import TIGER, SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


@SCENES.add
def study(page: Page) -> None:
    visit(page, "/study")
    expect(page.get_by_role("link", name=re.compile("Puzzles"))).to_be_visible()


@SCENES.add
def study_rules(page: Page) -> None:
    visit(page, "/study/rules")
    expect(page.get_by_role("grid")).to_be_visible()


@SCENES.add
def study_puzzles(page: Page) -> None:
    visit(page, "/study/puzzles")
    expect(page.get_by_role("list", name="Puzzles").get_by_role("link").first).to_be_visible()


@SCENES.add
def study_puzzle(page: Page) -> None:
    study_puzzles(page)
    page.get_by_role("list", name="Puzzles").get_by_role("link").first.click()
    BoardOnPage(page).wait_for_turn()
    hints = page.get_by_role("list", name="Hints").get_by_role("listitem")
    for step in (1, 2, 3):
        page.get_by_role("button", name=f"Hint {step} of 3").click()
        expect(hints).to_have_count(step)


@SCENES.add
def study_perfect(page: Page) -> None:
    visit(page, "/study/perfect" + game_hash(size=4, moves="b1"))
    expect(BoardOnPage(page).valued.first).to_be_visible()


@SCENES.add
def study_openings(page: Page) -> None:
    visit(page, "/study/openings" + game_hash(moves="f5d6c3d3c4"))
    expect(page.get_by_role("heading", name="Tiger")).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("^Legal moves"))).to_contain_text("depth")
    expect(
        page.get_by_role("region", name="All openings").get_by_role("button").first
    ).to_be_visible()


@SCENES.add
def study_training(page: Page) -> None:
    visit(page, "/study/openings/training/black" + game_hash(moves="f5d6"))
    board = BoardOnPage(page)
    board.wait_for_turn()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("region", name="Training")).to_contain_text("The book has")
    board.square("c7").click()
    expect(page.get_by_role("region", name="Training")).to_contain_text("Wrong: c7")


@SCENES.add
def study_due(page: Page) -> None:
    study_training(page)
    page.get_by_role("link", name="Back to the openings").click()
    expect(page.get_by_role("link", name="Train Black (1 due)")).to_be_visible()


@SCENES.add
def study_tree(page: Page) -> None:
    visit(page, "/study/tree" + game_hash("reversed", moves=TIGER))
    BoardOnPage(page).wait_for_turn()
    page.get_by_role("combobox", name="Evaluation").select_option("own")
    expect(page.get_by_role("textbox", name=re.compile("^Weights"))).to_be_visible()


@SCENES.add
def study_tree_cut(page: Page) -> None:
    visit(page, "/study/tree" + game_hash(moves=TIGER))
    page.get_by_role("button", name="Show the search").click()
    page.get_by_role("button", name="Next cut-off").click()
    expect(page.get_by_role("region", name="This step")).to_contain_text("Cut-off (")
    expect(page.get_by_role("img", name="alpha-beta, depth 3")).to_be_visible()


@SCENES.add
def study_tree_mcts(page: Page) -> None:
    visit(page, "/study/tree" + game_hash(size=6))
    page.get_by_role("radio", name="MCTS").check()
    page.get_by_role("button", name="Show the search").click()
    steps = page.get_by_role("region", name="Steps")
    expect(steps).to_contain_text("Step 0 of")
    page.keyboard.press("End")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("region", name="This step")).to_contain_text("Selection: ")


@SCENES.add
def study_lessons(page: Page) -> None:
    visit(page, "/study/lessons")
    expect(page.get_by_role("link", name=re.compile("Stable discs")).first).to_be_visible()


@SCENES.add
def study_lesson(page: Page) -> None:
    visit(page, "/study/lessons/normal/mobility#step=2")
    board = BoardOnPage(page)
    board.wait_for_turn()
    board.square("a6").click()
    expect(page.get_by_role("region", name="The lesson")).to_contain_text("a6 flips 6 discs")


@SCENES.add
def study_lesson_squares(page: Page) -> None:
    visit(page, "/study/lessons/normal/stable")
    BoardOnPage(page).square("a1").click()
    expect(BoardOnPage(page).square("a1")).to_have_accessible_name("a1, white, marked")


@SCENES.add
def study_two(page: Page) -> None:
    visit(page, "/study/two")
    BoardOnPage(page).play_some(3)


@SCENES.add
def study_offline(page: Page) -> None:
    visit(page, "/study/offline")
    expect(page.get_by_role("heading", name="This works")).to_be_visible()
