"""Perfect play on small boards."""

import re

from browser.board import BoardOnPage
from browser.links import game_hash
from browser.visitors import Visitors
from playwright.sync_api import Page, expect

import obversi as ob


def exact_values(board: ob.Board) -> dict[str, int]:
    with ob.Engine(threads=1, hash_mb=8) as engine:
        lines = engine.solve(board, top="all").lines
    return {str(line.move): line.margin for line in lines}


def test_every_move_has_its_value_until_the_end(phone_page: Page) -> None:
    page = phone_page
    page.goto("/study/perfect" + game_hash(size=4))
    board = BoardOnPage(page)
    expect(board.valued).to_have_count(4)
    margin = max(board.values().values())
    assert board.values() == exact_values(ob.Board(4))
    expect(board.best.first).to_be_visible()
    # Whatever is perfect keeps the margin to the last move.
    for _ in range(16):
        if board.over.is_visible():
            break
        expect(board.valued.or_(board.over).first).to_be_visible()
        before = board.label()
        page.get_by_role("button", name="Perfect move").click()
        expect(board.grid).not_to_have_attribute("aria-label", before)
        board.wait_for_turn()
    expect(board.over).to_be_visible()
    expect(page.get_by_text(f"The game is over: white wins by {abs(margin)}")).to_be_visible()


def test_the_other_rules_judge_the_other_way(wide_page: Page) -> None:
    page = wide_page
    page.goto("/study/perfect" + game_hash(size=4, moves="b1"))
    board = BoardOnPage(page)
    for rules in ("normal", "reversed"):
        page.get_by_role("radio", name=rules.capitalize()).check()
        position = ob.Board(4, rules)
        position.push("b1")
        expected = exact_values(position)
        expect(page.get_by_text(f"{rules.capitalize()}: ")).to_be_visible()
        expect(board.valued).to_have_count(len(expected))
        assert board.values() == expected


def test_6x6_from_the_start(wide_page: Page) -> None:
    page = wide_page
    page.goto("/study/perfect")
    board = BoardOnPage(page)
    expect(board.grid).to_have_accessible_name(
        "Board, 6 by 6: black 2, white 2, black to move, 4 moves"
    )
    expect(board.valued).to_have_count(4)
    assert set(board.values().values()) == {-4}
    page.get_by_role("radio", name="Reversed").check()
    expect(board.square("b3")).to_have_accessible_name("b3, empty, legal, turns 1, value +2, best")


def test_beyond_the_table_a_search_is_shown(phone_page: Page) -> None:
    page = phone_page
    page.goto("/study/perfect" + game_hash("reversed", size=6, moves="c2b2a2d2e2b4e5f1"))
    board = BoardOnPage(page)
    expect(page.get_by_text("The moves are not solved yet")).to_be_visible()
    expect(page.get_by_text(re.compile("^The search is .* deep and sees"))).to_be_visible()
    estimate = board.grid.get_by_role("button", name=re.compile(", value ≈[+−]?[0-9]+$"))
    expect(estimate).to_have_count(6)
    expect(board.best).to_have_count(0)
    expect(page.get_by_role("button", name="Perfect move")).to_be_disabled()


def test_a_search_that_ends_is_as_good_as_the_table(wide_page: Page) -> None:
    page = wide_page
    moves = "e4c5b5e5b3b4a5d2e3e2d5b2e1d1f2"
    page.goto("/study/perfect" + game_hash(size=6, moves=moves))
    board = BoardOnPage(page)
    position = ob.Board(6)
    for start in range(0, len(moves), 2):
        position.push(moves[start : start + 2])
    expect(board.best.first).to_be_visible()
    assert board.values() == exact_values(position)


def test_a_link_to_no_game_leads_to_the_start(visitors: Visitors) -> None:
    page = visitors.come()
    visitors.expect_problem(page, "400")
    page.goto("/study/perfect" + game_hash(size=4, moves="a1"))
    expect(page.get_by_role("alert")).to_contain_text("a1")
    page.get_by_role("button", name="From the start").click()
    expect(BoardOnPage(page).valued).to_have_count(4)
