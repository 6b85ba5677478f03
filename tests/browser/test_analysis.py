"""What the engine says of positions, while it looks at them and afterwards."""

import re
from random import Random

import pytest
from browser.analyse_page import AnalysePage
from browser.drawn import boldness, drawn, drawn_texts
from browser.links import game_hash
from playwright.sync_api import Page, expect

import obversi as ob
from obversi.rules import Rules


def late_game(rules: Rules, size: int = 8, empties: int = 8, seed: int = 3) -> ob.Board:
    """Return a random game with this number of empty squares and several legal moves."""
    for number in range(seed, seed + 100):
        random, board = Random(number), ob.Board(size, rules)
        while not board.is_over and len(board.empty) > empties:
            board.push(random.choice(board.legal_moves))
        if len(board.legal_moves) > 2:
            return board
    raise AssertionError("there is no such game")


def transcript(board: ob.Board) -> str:
    return "".join(str(move) for move in board.move_stack if not move.is_pass)


def assert_values_are_drawn(page: Page, values: dict[str, int]) -> None:
    """Each value stands on its square, and the best ones are bold."""
    texts = {square: text.replace("−", "-") for square, text in drawn_texts(page, ".value").items()}
    assert {square: int(text) for square, text in texts.items()} == values
    best = {square for square, value in values.items() if value == max(values.values())}
    assert drawn(page, ".best-frame") == best
    if best != set(values):
        assert min(boldness(page, ".value.best")) > max(boldness(page, ".value:not(.best)"))


def black_part(page: Page) -> float:
    """Return how much of the evaluation bar is black."""
    black, whole = (page.locator(part).bounding_box() for part in (".bar-black", ".bar-white"))
    assert black is not None
    assert whole is not None
    return black["width"] * black["height"] / (whole["width"] * whole["height"])


def exact_values(board: ob.Board) -> dict[str, int]:
    with ob.Engine(threads=1, hash_mb=8) as engine:
        lines = engine.solve(board, top="all").lines
    return {str(line.move): line.margin for line in lines}


@pytest.mark.few_cases
def test_analysis_values_get_deeper(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6"), load=True)
    analyse.wait_for_values()
    expect(analyse.board.best.first).to_be_visible()
    values = analyse.board.values()
    assert all(-64 <= value <= 64 for value in values.values())
    analyse.tab("Engine")
    # In the end the page shows the last report, which is deeper than the first.
    expect(analyse.engine.get_by_role("button", name="Search longer")).to_be_visible()
    depths = [report["depth"] for report in analyse.reports]
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]
    expect(analyse.engine).to_contain_text(f"depth {depths[-1]}")
    reply = {line["move"]: line["margin"] for line in analyse.reports[-1]["lines"]}
    assert analyse.board.values() == reply
    best = {move for move, margin in reply.items() if margin == max(reply.values())}
    expect(analyse.board.best).to_have_count(len(best))
    assert_values_are_drawn(page, reply)
    assert drawn(page, ".exact") == set()


@pytest.mark.few_cases
@pytest.mark.parametrize(("device", "rules"), [("desktop", "normal"), ("phone", "reversed")])
def test_values_are_exact_near_the_end(page: Page, rules: Rules) -> None:
    board = late_game(rules)
    analyse = AnalysePage(page)
    analyse.open(game_hash(rules, moves=transcript(board)))
    expect(analyse.board.exact).to_have_count(len(board.legal_moves))
    assert analyse.board.values() == exact_values(board)
    worth = max(analyse.board.values().values())
    analyse.tab("Engine")
    expect(analyse.engine).to_contain_text("solved ✓")
    mover, other = ("Black", "White") if board.turn == ob.BLACK else ("White", "Black")
    words = f"{mover if worth > 0 else other} wins by {abs(worth)}" if worth else "Draw"
    expect(page.get_by_role("img", name=f"Evaluation: {words}")).to_be_visible()
    black = worth if board.turn == ob.BLACK else -worth
    assert (black_part(page) > 0.5) == (black > 0)
    assert_values_are_drawn(page, analyse.board.values())
    assert drawn(page, ".exact") == set(analyse.board.values())


def test_other_rules_change_the_values(phone_page: Page) -> None:
    page = phone_page
    board = late_game("normal", 6)
    other = ob.Board.parse(board.to_string(), "reversed")
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=6, moves=transcript(board)))
    expect(page.get_by_text("Normal: most discs win")).to_be_visible()
    expect(analyse.board.exact).to_have_count(len(board.legal_moves))
    assert analyse.board.values() == exact_values(board)
    page.get_by_role("button", name="Switch to the other rules").click()
    expect(page.get_by_text("Reversed: fewest discs win")).to_be_visible()
    expect(page).to_have_url(re.compile("rules=reversed"))
    for square, value in exact_values(other).items():
        sign = "+" if value > 0 else "−" if value < 0 else ""
        expect(analyse.board.square(square)).to_have_accessible_name(
            re.compile(rf", value {re.escape(sign)}{abs(value)}\b.*\bexact\b")
        )


def test_principal_variation_can_be_previewed_and_played(wide_page: Page) -> None:
    page = wide_page
    board = late_game("normal", 6)
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=6, moves=transcript(board)))
    expect(analyse.board.exact.first).to_be_visible()
    expect(analyse.engine).to_contain_text("solved")
    steps = analyse.engine.get_by_role("listitem").first.get_by_role("button")
    before = analyse.board.cells()
    second = steps.nth(1).inner_text()
    steps.nth(1).hover()
    expect(page.get_by_text("Preview: ")).to_be_visible()
    expect(analyse.board.square(second)).to_have_accessible_name(re.compile("last move"))
    page.mouse.move(0, 0)
    expect(page.get_by_text("Preview: ")).to_have_count(0)
    assert analyse.board.cells() == before
    steps.nth(1).click()
    expect(analyse.board.square(second)).to_have_accessible_name(re.compile("last move"))
    expect(page.get_by_role("button", name=re.compile(rf"^\d+, \w+ {second}\b"))).to_be_visible()


@pytest.mark.long
def test_variations_form_a_tree(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6c3d3c4"))
    expect(page.get_by_text("Tiger", exact=True)).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(analyse.board.square("d3")).to_have_accessible_name(re.compile("last move"))
    assert drawn(page, ".ghost.ahead.black") == {"c4"}, "what was played next"
    analyse.board.play("e3")
    analyse.tab("Moves")
    variation = page.get_by_role("group", name="Variation")
    expect(variation.get_by_role("button", name=re.compile("^5, black e3"))).to_have_attribute(
        "aria-current", "true"
    )
    expect(analyse.move("5, black c4")).to_be_visible()
    page.get_by_role("button", name="Make main line").click()
    expect(variation.get_by_role("button", name=re.compile("^5, black c4"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"tree=f5d6c3d3e3\.4c4$"))
    page.reload()
    expect(variation.get_by_role("button", name=re.compile("^5, black c4"))).to_be_visible()
    expect(analyse.move("5, black e3")).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Delete from here").click()
    expect(variation).to_have_count(0)
    expect(analyse.move("5, black c4")).to_be_visible()


@pytest.mark.long
def test_engine_output_can_be_hidden(wide_page: Page) -> None:
    page = wide_page
    analyse = AnalysePage(page)
    analyse.open()
    analyse.wait_for_values()
    page.keyboard.press("z")
    expect(analyse.board.valued).to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("^Evaluation"))).to_have_count(0)
    page.keyboard.press("z")
    analyse.wait_for_values()
    page.keyboard.press("v")
    expect(analyse.board.valued).to_have_count(0)
    page.keyboard.press("v")
    analyse.wait_for_values()
    page.keyboard.press("l")
    expect(analyse.engine).to_contain_text("Engine off. Turn it on")
    page.keyboard.press("l")
    analyse.wait_for_values()
    before = analyse.board.label()
    page.keyboard.press("Space")
    analyse.board.wait_for_turn(before)


@pytest.mark.few_cases
@pytest.mark.on_site
def test_the_features_of_a_reports_evaluation(phone_page: Page) -> None:
    page = phone_page
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6c3"))
    analyse.tab("Features")
    page.get_by_role("combobox", name="Evaluation").select_option("r2")
    table = page.get_by_role("table")
    expect(table.get_by_role("row").nth(1)).to_be_visible()
    expect(page.get_by_text("for White, who is to move")).to_be_visible()
    shown = [_points(cell) for cell in table.locator("tr td:nth-child(4)").all_inner_texts()]
    assert sum(shown[:-1]) == pytest.approx(shown[-1], abs=1e-9)  # the last row is the sum
    expect(table).to_contain_text("weights of the squares to move to")
    assert "_" not in table.inner_text()
    page.get_by_role("checkbox", name="Show its values on the board").check()
    choice = page.get_by_role("button", name=re.compile(r"^Play .*its choice$")).first
    square = (choice.get_attribute("aria-label") or "").split()[1].rstrip(",")
    expect(analyse.board.square(square)).to_have_accessible_name(re.compile(r"value .*\bbest\b"))
    choice.click()
    expect(analyse.board.square(square)).to_have_accessible_name(re.compile("last move"))


def _points(text: str) -> float:
    return float(text.replace("−", "-").replace("+", ""))


@pytest.mark.needs_server
def test_the_features_of_the_engine(wide_page: Page) -> None:
    analyse = AnalysePage(wide_page)
    analyse.open(game_hash(moves="f5d6c3"))
    analyse.tab("Features")
    wide_page.get_by_role("combobox", name="Evaluation").select_option("the engine's own")
    expect(wide_page.get_by_role("table")).to_contain_text("learned patterns")
