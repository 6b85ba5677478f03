"""Endgame puzzles: chosen, tried, helped with, and counted."""

import re

import pytest
from browser.board import BoardOnPage
from browser.navigation import visit
from browser.new_pages import NewPages
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect

import obversi as ob
from obversi.puzzles import shipped_puzzles, shipped_set
from obversi.rules import Rules


def best_moves(board: ob.Board) -> tuple[set[str], set[str]]:
    """Return the moves that keep the margin, and those that do not."""
    with ob.Engine(threads=1, hash_mb=8) as engine:
        lines = engine.solve(board, top="all").lines
    best = {str(line.move) for line in lines if line.margin == lines[0].margin}
    return best, {str(line.move) for line in lines} - best


@pytest.mark.few_cases
@pytest.mark.on_site
@pytest.mark.parametrize(("device", "rules"), [("desktop", "normal"), ("phone", "reversed")])
def test_a_puzzle_is_solved_with_hints(page: Page, rules: Rules) -> None:
    visit(page, "/study/puzzles")
    page.get_by_role("radio", name=rules.capitalize()).check()
    page.get_by_role("list", name="Puzzles").get_by_role("link").first.click()
    board = BoardOnPage(page)
    puzzle = page.get_by_role("region", name="The puzzle")
    expect(page.get_by_text(f"{rules.capitalize()}: ")).to_be_visible()
    expect(page.get_by_text("10 of 10 points left")).to_be_visible()
    board.wait_for_turn()
    for step in (1, 2, 3):
        puzzle.get_by_role("button", name=f"Hint {step} of 3").click()
        expect(puzzle.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(step)
    expect(puzzle.get_by_role("button", name="No more hints")).to_be_disabled()
    expect(page.get_by_text("3 of 10 points left")).to_be_visible()

    hinted = board.grid.get_by_role("button", name=re.compile(r"\bhinted\b")).first
    assert hinted.get_attribute("data-square") in best_moves(board.position(rules))[0]
    solve(page, board, rules)
    expect(page.get_by_text("3 points of 10")).to_be_visible()

    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=re.compile(r"Puzzle 1, .*, 3 points"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name=re.compile(r"Puzzle 1, .*, 3 points"))).to_be_visible()


def solve(page: Page, board: BoardOnPage, rules: Rules) -> None:
    """Play best moves until the puzzle says that it is solved."""
    done = page.get_by_role("button", name="Try again")
    while True:
        expect(board.legal.first.or_(done)).to_be_visible()
        if done.is_visible():
            return
        before = board.cells()
        best, _ = best_moves(board.position(rules))
        board.square(min(best)).click()
        # The replies are shown one by one; then the solver may move, or the puzzle is done.
        page.wait_for_function(_MOVED, arg=before)


_MOVED = """
(before) => {
  const squares = [...document.querySelectorAll("[role=grid] [data-square]")];
  const names = squares.map((square) => square.getAttribute("aria-label").split(", ")[1]);
  const cells = names.map((name) => ({ black: "X", white: "O", empty: "-" })[name]).join("");
  const buttons = [...document.querySelectorAll("button")];
  const isDone = buttons.some((button) => button.textContent === "Try again");
  const isLegal = document.querySelector("[role=grid] [aria-label*=', legal']") !== null;
  return cells !== before && (isDone || isLegal);
}
"""


@pytest.mark.long
def test_a_wrong_move_is_named_and_costs_points(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study/puzzles")
    page.get_by_role("list", name="Puzzles").get_by_role("link").nth(1).click()
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_text("Puzzle 1 of ")).to_be_visible()
    expect(page.get_by_role("link", name="Previous")).to_have_count(0)
    board = BoardOnPage(page)
    board.wait_for_turn()
    _, wrong = best_moves(board.position("normal"))
    square = board.square(min(wrong))
    square.click()
    expect(square).to_have_accessible_name(re.compile(r"wrong, loses \d+"))
    expect(page.get_by_text("8 of 10 points left")).to_be_visible()
    page.get_by_role("button", name="Hint 1 of 3").click()
    expect(page.get_by_text("7 of 10 points left")).to_be_visible()

    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=re.compile(r"^Puzzle 1, .*, begun"))).to_be_visible()
    page.reload()
    page.get_by_role("link", name=re.compile(r"^Puzzle 1, .*, begun")).click()
    expect(page.get_by_text("7 of 10 points left")).to_be_visible()
    expect(square).to_have_accessible_name(re.compile(r"wrong, loses \d+"))
    hints = page.get_by_role("list", name="Hints").get_by_role("listitem")
    expect(hints).to_have_count(1)
    # Hints that were paid for stay, also after a restart.
    page.get_by_role("button", name="From the start").click()
    expect(square).not_to_have_accessible_name(re.compile("wrong"))
    expect(hints).to_have_count(1)
    expect(page.get_by_role("button", name="Hint 2 of 3")).to_be_visible()
    expect(page.get_by_text("7 of 10 points left")).to_be_visible()

    page.get_by_role("button", name="Show solution").click()
    expect(page.get_by_text("0 points of 10")).to_be_visible()
    page.get_by_role("button", name="Last").click()
    expect(board.over).to_be_visible()


@pytest.mark.long
@pytest.mark.needs_server
def test_unknown_puzzle_shows_an_error(new_pages: NewPages) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "404")
    visit(page, "/study/puzzles/nothing")
    expect(page.get_by_role("alert")).to_contain_text("nothing")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("list", name="Puzzles")).to_be_visible()


# What a screen reader finds, by keys alone.


@pytest.mark.long
def test_a_puzzle_by_a_screen_reader(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study/puzzles")
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
    for name in ("Puzzle of the day", "Your rating", "From my mistakes", "Choose a puzzle"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    chooser = page.get_by_role("region", name="Choose a puzzle")
    normal = chooser.get_by_role("group", name="Rules").get_by_role("radio", name="Normal")
    normal.focus()
    page.keyboard.press("ArrowRight")
    expect(chooser.get_by_role("radio", name="Reversed")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    theme = chooser.get_by_role("combobox", name="Theme")
    theme.focus()
    page.keyboard.type("Corner")
    expect(theme).to_have_value("corner")
    number = sum("corner" in puzzle.themes for puzzle in shipped_set("normal", 8))
    expect(chooser.get_by_role("status")).to_have_text(f"{number} puzzles")

    first = chooser.get_by_role("list", name="Puzzles").get_by_role("link").first
    name = first.get_attribute("aria-label") or ""
    assert re.fullmatch(r"Puzzle 1, \d+ empty squares, rating \d+, not tried", name)
    first.focus()
    page.keyboard.press("Enter")
    puzzle = shipped_puzzles()[page.url.rpartition("/")[2]]
    expect(page.get_by_role("heading", level=1)).to_have_text(puzzle.task)
    expect(page.get_by_role("region", name="The puzzle")).to_be_visible()
    expect(page.get_by_role("region", name="Points")).to_be_visible()
    expect(page.get_by_role("navigation", name="Other puzzles")).to_be_visible()
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_have_role("status")

    board = BoardOnPage(page)
    board.wait_for_turn()
    assert "black to move" in board.label() or "white to move" in board.label()
    right = puzzle.solution[0]
    wrong = next(move for move in puzzle.start.legal_moves if move != right)
    board.square(wrong).focus()
    page.keyboard.press("Enter")
    expect(live).to_have_text(re.compile(rf"^{wrong} loses \d+ discs: .*Try again\.$"))
    expect(board.square(wrong)).to_have_accessible_name(re.compile("wrong, loses"))
    page.keyboard.press("h")
    expect(live).to_have_text(re.compile("(can win by|can reach a draw|loses by) ?"))
    page.keyboard.press("h")
    expect(live).to_have_text(re.compile("Corner: the move takes a corner"))
    page.keyboard.press("h")
    expect(live).to_have_text(f"The best move is {right}.")
    expect(board.square(right)).to_have_accessible_name(re.compile("hinted"))
    for move in puzzle.solution[::2]:
        expect(board.square(move)).to_have_accessible_name(re.compile(", legal"))
        board.square(move).focus()
        page.keyboard.press("Enter")
        expect(live).to_have_text(re.compile(rf"^Right: {move} keeps"))
    expect(live).to_have_text(re.compile(r"Corner: .* Your rating is \d+ \(−\d+\)\.$"))
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("to move, most discs win"))
    assert not page.url.endswith(f"/{puzzle.name}")


@pytest.mark.long
def test_the_rating_adapts_to_the_first_try(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study/puzzles/r6-1")
    board = BoardOnPage(page)
    points = page.get_by_role("region", name="Points")
    expect(points).to_contain_text("Your rating (reversed): 1000 ± 686")
    solve(page, board, "reversed")
    expect(points).to_contain_text(re.compile(r"1\d\d\d ± \d+ \(\+\d+\)"))
    rating = points.get_by_text("Your rating").inner_text().partition(" (+")[0]
    # The second try counts neither for the points nor for the rating.
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Show solution").click()
    puzzle = page.get_by_role("region", name="The puzzle")
    expect(puzzle).to_contain_text("Step through the solution")
    expect(points.get_by_text("Your rating")).to_have_text(rating)
    visit(page, "/study/puzzles")
    expect(page.get_by_role("region", name="Your rating")).to_contain_text("1 in a row")


@pytest.mark.long
def test_the_puzzle_of_the_day_makes_a_streak(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study/puzzles")
    card = page.get_by_role("region", name="Puzzle of the day")
    card.get_by_role("link", name="Solve today's puzzle").click()
    expect(page.get_by_text("Puzzle of the day, ")).to_be_visible()
    puzzle = shipped_puzzles()[page.url.rpartition("/")[2]]
    solve(page, BoardOnPage(page), puzzle.start.rules)
    page.get_by_role("link", name="All puzzles").click()
    expect(card).to_contain_text("Solved. The next one comes at midnight")
    expect(card).to_contain_text("1 day in a row (longest 1).")


# In this game of 4×4 black misses the only best move at ply 5.
@pytest.mark.long
@pytest.mark.on_site
def test_mistakes_of_own_games_become_puzzles(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study")
    game = {
        **{"id": "g-1", "rules": "normal", "size": 4, "position": "", "yours": ["black"]},
        **{"moves": "b1a1a2c1d3b4c4d4", "ending": {"reason": "resigned"}, "names": {}},
    }
    store = "(games) => localStorage.setItem('obversi.games', JSON.stringify(games))"
    page.evaluate(store, [game])
    visit(page, "/study/puzzles")
    card = page.get_by_role("region", name="From my mistakes")
    expect(card.get_by_role("status")).to_have_text("1 puzzle from your games, 1 unsolved.")
    card.get_by_role("link", name="Solve my mistakes").click()
    expect(page.get_by_text("Puzzle from your games 1 of 1")).to_be_visible()
    expect(page.get_by_text("In your game a move here lost 4 discs.")).to_be_visible()
    board = BoardOnPage(page)
    board.wait_for_turn()
    board.square("d3").click()
    expect(board.square("d3")).to_have_accessible_name(re.compile("wrong, loses 4"))
    board.square("d4").click()
    expect(page.get_by_text("In your game you played d3, which lost 4 discs.")).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    expect(card.get_by_role("status")).to_have_text("1 puzzle from your games, 0 unsolved.")


@pytest.mark.long
def test_played_games_keep_their_moves_for_puzzles(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.start(size=4, white="engine:level=1")
    play.board.play_to_the_end()
    expect(play.standing).to_be_visible()
    [game] = wide_page.evaluate("() => JSON.parse(localStorage['obversi.games'])")
    record = ob.Board(4)
    for place in range(0, len(game["moves"]), 2):
        if record.must_pass:
            record.push("pass")
        record.push(game["moves"][place : place + 2])
    assert record.is_over
    assert game["yours"] == ["black"]
