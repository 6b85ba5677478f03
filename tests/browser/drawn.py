"""The board as it is seen: what is drawn, and on which squares."""

from playwright.sync_api import Page

# The squares over whose middle the parts of a drawing are seen, each with what the part says.
_SEEN = """
(selector) => {
  const squares = [...document.querySelectorAll("[role=grid] [data-square]")];
  const isOver = (square, part) => {
    const [place, drawn] = [square, part].map((one) => one.getBoundingClientRect());
    const x = (drawn.left + drawn.right) / 2;
    const y = (drawn.top + drawn.bottom) / 2;
    return place.left < x && x < place.right && place.top < y && y < place.bottom;
  };
  return [...document.querySelectorAll(`.drawing ${selector}`)]
    .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((part) => [squares.find((square) => isOver(square, part))?.dataset.square, part]);
}
"""


def drawn(page: Page, selector: str) -> set[str]:
    """Return the squares on which something is drawn."""
    seen = f"(selector) => ({_SEEN})(selector).map(([square]) => square)"
    squares: list[str] = page.evaluate(seen, selector)
    return set(squares)


def drawn_texts(page: Page, selector: str) -> dict[str, str]:
    """Return what is written on squares."""
    seen = f"(selector) => ({_SEEN})(selector).map(([square, part]) => [square, part.textContent])"
    return dict(page.evaluate(seen, selector))


def boldness(page: Page, selector: str) -> set[int]:
    """Return how heavy the letters of some texts are."""
    weights: list[str] = page.locator(f".drawing {selector}").evaluate_all(
        "texts => texts.map(text => getComputedStyle(text).fontWeight)"
    )
    return {int(weight) for weight in weights}
