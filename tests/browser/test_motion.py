"""Discs are animated, quickly, unless the user switched that off."""

import pytest
from browser.new_pages import NewPages
from browser.play_page import PlayPage
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
    page.goto("/play")
    play.set_up(size=4, white="me")
    play.begin()
    play.board.wait_for_turn()
    page.evaluate("window.motions.length = 0")
    play.board.play("b1")
    # The next frame comes after the animations of this move have begun.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    motions: list[tuple[str, float]] = page.evaluate("window.motions")
    return motions


def test_flip_animation_is_short(new_pages: NewPages) -> None:
    motions = motions_of_a_move(new_pages.open())
    assert {"turned", "placed"} <= {name for name, _ in motions}
    assert max(seconds for _, seconds in motions) <= LONGEST


@pytest.mark.few_cases
@pytest.mark.parametrize("how", ["system", "settings"])
def test_nothing_moves_if_animation_is_off(new_pages: NewPages, how: str) -> None:
    page = new_pages.open(still=how == "system")
    if how == "settings":
        page.goto("/")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("checkbox", name="Animate discs").uncheck()
        expect(page.locator("html.still")).to_have_count(1)
    assert motions_of_a_move(page) == []
