"""The search tree of Study: choosing a search, its steps, and the picture of it."""

import re

import pytest
from browser.analyse_page import AnalysePage
from browser.board import BoardOnPage
from browser.links import game_hash
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Locator, Page, expect

from obversi import Board
from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.report import tree_svg
from obversi.textbook.tracing.trace import Trace


class TreePage:
    """The page of the search tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = BoardOnPage(page)
        self.step = page.get_by_role("region", name="This step")
        self.steps = page.get_by_role("region", name="Steps")
        self.picture = page.get_by_role("img")
        self.counts = page.get_by_role("region", name="Counts")

    def open(self, link: str = "") -> None:
        visit(self.page, f"/study/tree{link}")
        self.board.wait_for_turn()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def search(self, **settings: str) -> None:
        for name, value in settings.items():
            self.page.get_by_role("combobox", name=re.compile(name, re.I)).select_option(value)
        self.button("Show the search").click()
        expect(self.steps).to_contain_text("Step 0 of")

    def expect_step(self, trace: Trace, step: int) -> None:
        """Expect the text, the counts and the nodes of a step."""
        shown = trace.steps[step]
        expect(self.steps).to_contain_text(f"Step {step} of {len(trace.steps) - 1}")
        expect(self.step).to_contain_text(shown.text)
        row = self.counts.get_by_role("row").nth(1)
        expect(row).to_contain_text(f"{shown.nodes:,}")
        expect(row).to_contain_text(f"{shown.evaluations:,}")
        states = trace.states_at(step)
        expect(self.picture.locator(".tree-name")).to_have_count(len(states))
        names = sorted(trace.nodes[index].name for index in states)
        assert sorted(self.picture.locator(".tree-name").all_text_contents()) == names
        values = sorted(state.value for state in states.values() if state.value)
        assert sorted(self.picture.locator(".tree-value").all_text_contents()) == values


@pytest.mark.few_cases
def test_steps_of_alpha_beta_forward_and_back(page: Page) -> None:
    tree = TreePage(page)
    tree.open(game_hash("reversed", 6, moves="c2b2"))
    tree.search(depth="2", evaluation="r2")
    board = Board(6, "reversed")
    for move in ("c2", "b2"):
        board.push(move)
    trace = trace_search(board, "alpha-beta", "r2", 2)
    last = len(trace.steps) - 1
    tree.expect_step(trace, 0)
    for step in (1, 2, 3):
        tree.button("Forward").click()
        tree.expect_step(trace, step)
    tree.button("Back").click()
    tree.expect_step(trace, 2)
    tree.button("Last").click()
    tree.expect_step(trace, last)
    expect(tree.picture.locator(".tree-edge-line")).to_have_count(2)
    expect(tree.counts).to_contain_text(f"minimax in all{trace.minimax.nodes}")
    tree.button("First").click()
    tree.expect_step(trace, 0)
    [first, *_] = [step for step, each in enumerate(trace.steps) if each.cut]
    tree.button("Next cut-off").click()
    tree.expect_step(trace, first)
    expect(tree.picture.locator("text.tree-cut")).to_have_text(str(trace.steps[first].cut))
    expect(tree.counts).to_contain_text(f"minimax so far{trace.steps[first].minimax_nodes}")


def test_keys_and_the_slider(wide_page: Page) -> None:
    page = wide_page
    tree = TreePage(page)
    tree.open(game_hash(size=4))
    tree.search(depth="2")
    trace = trace_search(Board(4), "alpha-beta", "r4", 2)
    last = len(trace.steps) - 1
    page.keyboard.press("ArrowRight")
    tree.expect_step(trace, 1)
    page.keyboard.press("End")
    tree.expect_step(trace, last)
    page.keyboard.press("ArrowLeft")
    tree.expect_step(trace, last - 1)
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    tree.expect_step(trace, 0)
    page.keyboard.press("PageUp")
    expect(tree.steps).not_to_contain_text("Step 0 of")
    expect(tree.step).to_contain_text(re.compile("After [a-d]"))


@pytest.mark.long
def test_the_steps_play_by_themselves_until_the_end(phone_page: Page) -> None:
    page = phone_page
    tree = TreePage(page)
    tree.open(game_hash(size=4))
    tree.search(depth="2")
    trace = trace_search(Board(4), "alpha-beta", "r4", 2)
    page.get_by_role("combobox", name="Speed").select_option("very fast")
    tree.button("Play").click()
    expect(tree.button("Play")).to_be_visible()  # it was Pause meanwhile
    tree.expect_step(trace, len(trace.steps) - 1)
    # From the end it begins again; every other control pauses.
    page.get_by_role("combobox", name="Speed").select_option("slow")
    tree.button("Play").click()
    tree.expect_step(trace, 0)
    expect(tree.button("Pause")).to_be_visible()
    tree.button("Forward").click()
    expect(tree.button("Play")).to_be_visible()
    tree.button("Play").click()
    tree.button("Pause").click()
    expect(tree.button("Play")).to_be_visible()


def test_monte_carlo_tree_search(wide_page: Page) -> None:
    page = wide_page
    tree = TreePage(page)
    tree.open(game_hash("reversed"))
    page.get_by_role("radio", name="MCTS").check()
    page.get_by_role("textbox", name="Exploration").fill("0.9")
    tree.search(playouts="25")
    trace = trace_mcts(Board(rules="reversed"), 25, 1, 0.9)
    page.keyboard.press("End")
    tree.expect_step(trace, len(trace.steps) - 1)
    selection = max(step for step, each in enumerate(trace.steps) if each.table)
    for _ in range(len(trace.steps) - 1 - selection):
        page.keyboard.press("ArrowLeft")
    tree.expect_step(trace, selection)
    table = trace.steps[selection].table
    assert table is not None
    expect(tree.step.get_by_role("row")).to_have_count(len(table.rows) + 1)
    expect(tree.step.get_by_role("row").nth(1)).to_have_text("".join(table.rows[0]))


def test_maximax_with_own_weights_after_moves_from_a_text(wide_page: Page) -> None:
    page = wide_page
    tree = TreePage(page)
    tree.open()
    page.get_by_role("textbox", name=re.compile("^Moves or a board")).fill("f5d6c3")
    tree.button("Set up").click()
    expect(tree.board.grid).to_have_accessible_name(re.compile("black 5, white 2, white to move"))
    page.get_by_role("radio", name="Maximax").check()
    page.get_by_role("combobox", name="Evaluation").select_option("own")
    weights = page.get_by_role("textbox", name=re.compile("^Weights of a1"))
    weights.fill("1, 2, 3")
    tree.button("Show the search").click()
    expect(page.get_by_role("alert")).to_contain_text("Own weights must be ten numbers")
    weights.fill("9 1 2 3 4 5 6 7 8 0")
    tree.search(depth="2")
    expect(tree.steps).to_contain_text("maximax, depth 2, evaluation own weights")
    tree.button("Change the search").click()
    expect(weights).to_have_value("9 1 2 3 4 5 6 7 8 0")
    expect(tree.board.grid).to_be_visible()


def test_the_position_is_played_on_the_board(phone_page: Page) -> None:
    tree = TreePage(phone_page)
    tree.open()
    tree.board.play("f5")
    tree.search(depth="1")
    board = Board()
    board.push("f5")
    tree.expect_step(trace_search(board, "alpha-beta", "r4", 1), 0)


def test_the_picture_is_downloaded(wide_page: Page) -> None:
    page = wide_page
    tree = TreePage(page)
    tree.open(game_hash(size=4))
    tree.search(depth="3")
    trace = trace_search(Board(4), "alpha-beta", "r4", 3)
    page.keyboard.press("ArrowRight")
    for key, name, step in (
        ("", "obversi-alpha-beta-1.svg", 1),
        ("End", "obversi-alpha-beta.svg", None),
    ):
        if key:
            page.keyboard.press(key)
            tree.expect_step(trace, len(trace.steps) - 1)
        with page.expect_download() as download:
            tree.button("Download SVG").click()
        assert download.value.suggested_filename == name
        assert download.value.path().read_text(encoding="utf-8") == tree_svg(trace, step)


@pytest.mark.long
def test_a_search_that_is_too_large_is_explained(new_pages: NewPages, kind: str) -> None:
    page = new_pages.open()
    if kind == "server":
        new_pages.expect_problem(page, "400")
    tree = TreePage(page)
    tree.open()
    page.get_by_role("combobox", name="Depth").select_option("8")
    tree.button("Show the search").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "alpha-beta to depth 8 opens more than 1,000 nodes here: choose a smaller depth"
    )
    page.get_by_role("textbox", name=re.compile("^Moves or a board")).fill("a letter to my aunt")
    tree.button("Set up").click()
    expect(page.get_by_role("alert")).not_to_contain_text("1,000 nodes")
    page.get_by_role("combobox", name="Depth").select_option("2")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.long
def test_from_study_and_from_an_analysed_position(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study")
    page.get_by_role("link", name=re.compile("Search tree")).click()
    tree = TreePage(page)
    tree.board.wait_for_turn()
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", moves="f5d6"))
    analyse.tab("Features")
    page.get_by_role("link", name="Search tree").click()
    expect(tree.button("Show the search")).to_be_visible()
    expect(page.get_by_text("Reversed: fewest discs win")).to_be_visible()
    expect(tree.board.grid).to_have_accessible_name(re.compile("black 3, white 3, black to move"))
