"""Perfect play on small boards."""

import re

import pytest
from browser.board import BoardOnPage
from browser.links import game_hash
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect

import obversi as ob


def exact_values(board: ob.Board) -> dict[str, int]:
    with ob.Engine(threads=1, hash_mb=8) as engine:
        lines = engine.solve(board, top="all").lines
    return {str(line.move): line.margin for line in lines}


@pytest.mark.few_cases
@pytest.mark.on_site
def test_every_move_has_its_value_until_the_end(phone_page: Page) -> None:
    page = phone_page
    visit(page, "/study/perfect" + game_hash(size=4))
    board = BoardOnPage(page)
    expect(board.valued).to_have_count(4)
    margin = max(board.values().values())
    assert board.values() == exact_values(ob.Board(4))
    expect(board.best.first).to_be_visible()
    # Perfect moves preserve the margin to the end.
    for _ in range(16):
        if board.over.is_visible():
            break
        expect(board.valued.or_(board.over).first).to_be_visible()
        before = board.label()
        page.get_by_role("button", name="Perfect move").click()
        expect(board.grid).not_to_have_attribute("aria-label", before)
        board.wait_for_turn()
    expect(board.over).to_be_visible()
    verdict = page.locator(".perfect-verdict")
    expect(verdict).to_contain_text(f"The game is over, White wins by {abs(margin)}")


def test_other_rules_have_other_values(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/study/perfect" + game_hash(size=4, moves="b1"))
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
    visit(page, "/study/perfect")
    board = BoardOnPage(page)
    expect(board.grid).to_have_accessible_name(
        "Board, 6 by 6: black 2, white 2, black to move, 4 moves"
    )
    expect(board.valued).to_have_count(4)
    assert set(board.values().values()) == {-4}
    page.get_by_role("radio", name="Reversed").check()
    expect(board.square("b3")).to_have_accessible_name("b3, empty, legal, flips 1, value +2, best")


def test_search_values_are_shown_beyond_the_table(phone_page: Page) -> None:
    page = phone_page
    visit(page, "/study/perfect" + game_hash("reversed", size=6, moves="c2b2a2d2e2b4e5f1"))
    board = BoardOnPage(page)
    expect(page.get_by_text("The moves are not solved yet")).to_be_visible()
    expect(page.get_by_text(re.compile("^The search is .* deep and sees"))).to_be_visible()
    estimate = board.grid.get_by_role("button", name=re.compile(", value ≈[+−]?[0-9]+$"))
    expect(estimate).to_have_count(6)
    expect(board.best).to_have_count(0)
    expect(page.get_by_role("button", name="Perfect move")).to_be_disabled()


@pytest.mark.few_cases
@pytest.mark.on_site
def test_finished_search_shows_exact_values(wide_page: Page) -> None:
    page = wide_page
    moves = "e4c5b5e5b3b4a5d2e3e2d5b2e1d1f2"
    visit(page, "/study/perfect" + game_hash(size=6, moves=moves))
    board = BoardOnPage(page)
    position = ob.Board(6)
    for start in range(0, len(moves), 2):
        position.push(moves[start : start + 2])
    expect(board.best.first).to_be_visible()
    assert board.values() == exact_values(position)


@pytest.mark.long
def test_invalid_link_leads_to_the_start(new_pages: NewPages) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "400")
    visit(page, "/study/perfect" + game_hash(size=4, moves="a1"))
    expect(page.get_by_role("alert")).to_contain_text("a1")
    page.get_by_role("button", name="From the start").click()
    expect(BoardOnPage(page).valued).to_have_count(4)
