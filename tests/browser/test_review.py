"""The review of a game: its graph, its mistakes, and how one learns from them."""

import re

import pytest
from browser.analyse_page import AnalysePage
from browser.drawn import drawn
from browser.links import game_hash
from playwright.sync_api import Locator, Page, expect

# On 4×4: white's b4 is a blunder, d2 and b1 are mistakes; black's a1 is inaccurate, d4 a mistake.
GAME = "d3b4a1d2d4b1d1a2a4c1c4"

# Discs lost, inaccuracies, mistakes, blunders.
LOSSES = {"Black": ["12", "1", "1", "0"], "White": ["38", "0", "2", "1"]}


def reviewed(page: Page) -> AnalysePage:
    """Paste the game, and have it reviewed."""
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=4))
    analyse.open_text(GAME)
    analyse.tab("Moves")
    analyse.move("11, black c4").click()
    expect(analyse.board.over).to_be_visible()
    analyse.tab("Review")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    return analyse


def press_over(whole: Locator, part: Locator) -> None:
    """Press something where a part of it is, whatever lies over that."""
    outer, inner = whole.bounding_box(), part.bounding_box()
    assert outer is not None
    assert inner is not None
    x = inner["x"] + inner["width"] / 2 - outer["x"]
    y = inner["y"] + inner["height"] / 2 - outer["y"]
    whole.click(position={"x": x, "y": y})


@pytest.mark.few_cases
@pytest.mark.on_site
def test_a_game_is_pasted_and_reviewed(page: Page) -> None:
    analyse = reviewed(page)
    for color, losses in LOSSES.items():
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=color))
        expect(row.get_by_role("cell")).to_have_text([re.compile(r"^\d+ %$"), *losses])
    page.reload()
    analyse.tab("Review")
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    expect(analyse.graph).to_have_accessible_name("Margin over the game")
    expect(analyse.graph).to_have_attribute(
        "aria-valuetext", re.compile(r"^11 c4: Black wins by 16")
    )

    for grade, count in (("inaccuracy", 1), ("mistake", 3), ("blunder", 1)):
        expect(analyse.graph.locator(f".grade.{grade}")).to_have_count(count)

    page.keyboard.press("Home")
    page.keyboard.press("b")
    expect(page.get_by_text("?? b4 lost 22 discs")).to_be_visible()
    expect(page.locator(".sign-badge")).to_have_text("??")
    assert drawn(page, ".sign-badge circle") == {"b4"}
    expect(analyse.graph).to_have_attribute("aria-valuenow", "2")
    for square in ("d2", "d4", "b1"):
        page.keyboard.press("m")
        expect(page.get_by_text(f"? {square} lost 8 discs")).to_be_visible()
    page.keyboard.press("Shift+M")
    expect(page.get_by_text("? d4 lost 8 discs")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("i")
    expect(page.get_by_text("?! a1 lost 4 discs")).to_be_visible()
    analyse.tab("Moves")
    expect(analyse.move("2, white b4, blunder, lost 22 discs")).to_be_visible()
    expect(analyse.move("black passes").or_(analyse.move("white passes")).first).to_be_visible()


@pytest.mark.long
def test_graph_click_goes_to_the_move(page: Page) -> None:
    analyse = reviewed(page)
    # Clicking the mark of a move goes to that move.
    for grade, ply in (("inaccuracy", "3"), ("blunder", "2")):
        press_over(analyse.graph, analyse.graph.locator(f".grade.{grade}"))
        expect(analyse.graph).to_have_attribute("aria-valuenow", ply)
    expect(analyse.board.square("b4")).to_have_accessible_name(re.compile("last move"))
    analyse.graph.press("Home")
    expect(analyse.graph).to_have_attribute("aria-valuenow", "0")
    expect(analyse.board.grid).to_have_accessible_name(re.compile("black 2, white 2"))
    analyse.graph.press("ArrowRight")
    expect(analyse.board.square("d3")).to_have_accessible_name(re.compile("last move"))
    page.get_by_role("button", name="Graph of the discs lost").click()
    expect(analyse.graph).to_have_accessible_name("Discs lost over the game")
    for color, (lost, *_) in LOSSES.items():
        expect(analyse.graph.get_by_text(f"{color} {lost}", exact=True)).to_be_visible()


@pytest.mark.long
def test_mistakes_can_be_retried(phone_page: Page) -> None:
    page = phone_page
    analyse = reviewed(page)
    page.get_by_role("button", name="Learn from black’s 2 mistakes").click()
    learn = page.get_by_role("region", name="Learn from mistakes")
    expect(learn).to_contain_text("Black played a1 here, which lost 4 discs. Find a better move.")
    assert analyse.board.values() == {}
    analyse.board.square("a1").click()
    expect(learn).to_contain_text("a1 was played in the game")
    learn.get_by_role("button", name="Show solution").click()
    expect(learn).to_contain_text("was better: it keeps")
    learn.get_by_role("button", name="Next").click()
    expect(learn).to_contain_text("Black played d4 here")
    learn.get_by_role("button", name="Skip").click()
    expect(learn).to_contain_text("0 of 2 solved at the first try")
    learn.get_by_role("button", name="Back to analysis").click()
    expect(learn).to_have_count(0)


@pytest.mark.long
def test_a_whole_game_of_8x8_is_reviewed_by_steps(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6c3d3c4f4c5b3c2e3d2c6b4"))
    analyse.tab("Review")
    review_seconds = page.get_by_role("combobox", name="Seconds per move in the review")
    review_seconds.select_option("2")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("progressbar", name="Review progress")).to_be_visible()
    page.get_by_role("button", name="Stop the review").click()
    expect(page.get_by_text(re.compile(r"^Stopped after \d+ of 14 positions\.$"))).to_be_visible()
    review_seconds.select_option("0.1")
    page.get_by_role("button", name="Review again").click()
    expect(page.get_by_text("Stopped after")).to_have_count(0)
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Accuracy")).to_be_visible()


@pytest.mark.long
def test_each_game_has_its_own_review(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6c3d3c4f4c5b3c2e3d2c6b4"))
    analyse.tab("Review")
    page.get_by_role("combobox", name="Seconds per move in the review").select_option("2")
    other_rules = page.get_by_role("button", name="Switch to the other rules")
    progress = page.get_by_role("progressbar", name="Review progress")
    page.get_by_role("button", name="Review the game").click()
    expect(progress).to_be_visible()
    other_rules.click()
    # One review at a time: the first one is stopped by the second.
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_text(re.compile(r"^[1-9]\d* of 14$"))).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    other_rules.click()
    expect(page.get_by_text(re.compile(r"^Stopped after \d+ of 14 positions\.$"))).to_be_visible()
    other_rules.click()
    expect(progress).to_be_visible()


def test_accuracy_is_explained(wide_page: Page) -> None:
    reviewed(wide_page)
    expect(wide_page.get_by_text("Accuracy: the mean over all moves")).to_be_visible()


def test_graph_joins_only_positions_that_were_evaluated(wide_page: Page) -> None:
    analyse = AnalysePage(wide_page)
    analyse.open(game_hash(size=4, moves=GAME[:8], ply=0))
    analyse.wait_for_values()
    wide_page.keyboard.press("End")
    analyse.wait_for_values()
    expect(analyse.graph.locator(".point")).to_have_count(2)
    expect(analyse.graph.locator(".worth")).to_have_count(0)
    wide_page.keyboard.press("ArrowLeft")
    analyse.wait_for_values()
    expect(analyse.graph.locator(".point")).to_have_count(1)
    expect(analyse.graph.locator(".worth")).to_have_count(1)


def test_all_values_are_for_the_same_player(wide_page: Page) -> None:
    """White is to move: by default numbers are white's, else black's, on squares, bar and lines."""
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=4, moves="d3"))
    analyse.wait_for_the_last_value()
    engine, bar = analyse.engine, page.locator(".bar-number")

    def shown() -> tuple[int, int, int]:
        texts = [engine.locator(".line-value").first.inner_text(), bar.inner_text()]
        line, whole = (int(re.sub("[^+−0-9]", "", text).replace("−", "-")) for text in texts)
        values = analyse.board.values()
        best = re.match("..", analyse.board.best.first.get_attribute("aria-label") or "")
        assert best is not None
        return values[best[0]], line, whole

    white = shown()
    assert len(set(white)) == 1
    assert white[0] != 0
    expect(engine.get_by_role("button", name="Values for White")).to_be_visible()
    page.keyboard.press("g")
    expect(engine.get_by_role("button", name="Values for Black")).to_be_visible()
    assert shown() == tuple(-value for value in white)
    analyse.tab("Moves")
    worth = page.locator(".move-worth").first
    black = worth.inner_text()
    page.keyboard.press("g")
    expect(worth).to_have_text(black)  # black moved: the same by both conventions
