"""Discs are seen turning, quickly, unless somebody would rather not."""

import pytest
from browser.play_page import PlayPage
from browser.visitors import Visitors
from playwright.sync_api import Page, expect

LONGEST = 0.2

# Each animation or transition that begins, with its length in seconds.
NOTE_MOTION = """
window.motions = [];
for (const kind of ["animationstart", "transitionrun"]) {
  document.addEventListener(kind, (event) => {
    const style = getComputedStyle(event.target, event.pseudoElement || null);
    const lengths = kind === "animationstart" ? style.animationDuration : style.transitionDuration;
    const longest = Math.max(...lengths.split(",").map(parseFloat));
    window.motions.push([event.animationName ?? event.propertyName, longest]);
  }, true);
}
"""


def motions_of_a_move(page: Page) -> list[tuple[str, float]]:
    """Play a move, and return what moved on the screen."""
    play = PlayPage(page)
    page.add_init_script(NOTE_MOTION)
    play.open()
    play.wish(size=4, white="me")
    play.begin()
    play.board.wait_for_turn()
    page.evaluate("window.motions.length = 0")
    play.board.play("b1")
    # What is drawn next comes after whatever this move has begun.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    motions: list[tuple[str, float]] = page.evaluate("window.motions")
    return motions


def test_discs_turn_quickly(visitors: Visitors) -> None:
    motions = motions_of_a_move(visitors.come())
    assert {"turned", "placed"} <= {name for name, _ in motions}
    assert max(seconds for _, seconds in motions) <= LONGEST


@pytest.mark.parametrize("how", ["system", "settings"])
def test_nothing_moves_for_who_does_not_want_it(visitors: Visitors, how: str) -> None:
    page = visitors.come(still=how == "system")
    if how == "settings":
        page.goto("/")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("checkbox", name="Discs are seen turning").uncheck()
        expect(page.locator("html.still")).to_have_count(1)
    assert motions_of_a_move(page) == []
