"""A board as a screen reader finds it: a grid of squares whose names say what is there."""

import re
from random import Random

from browser.new_pages import TIMEOUT_MILLISECONDS
from playwright.sync_api import Error, Locator, Page, expect

import obversi as ob
from obversi.rules import Rules

_ATTEMPTS = 3
_CELLS = {"black": "X", "white": "O", "empty": "-"}
# Without the marks of tests/browser/test_languages.py, as Playwright reads names too.
_PLAIN = "replace(/[\\u200b\\u00ad]/g, '')"
_NAMES = f"squares => squares.map(square => square.getAttribute('aria-label').{_PLAIN})"

# Resolves once the board is called something else, and can be played on or is that of a game which
# is over. Polling from outside would be slower, and could miss short states.
_NEXT_TURN = f"""
([before, timeout]) => new Promise((resolve, reject) => {{
  const labelOf = (element) => element?.getAttribute("aria-label")?.{_PLAIN} ?? "";
  const look = () => {{
    const grid = document.querySelector("[role=grid]");
    const label = labelOf(grid);
    if (!label || label === before) return;
    const squares = [...grid.querySelectorAll("[data-square]")];
    const isLegal = (square) => labelOf(square).includes(", legal");
    if (!label.includes("game over") && !squares.some(isLegal)) return;
    observer.disconnect();
    clearTimeout(timer);
    resolve();
  }};
  const timer = setTimeout(() => reject(new Error("the board did not change")), timeout);
  const observer = new MutationObserver(look);
  observer.observe(document, {{ subtree: true, childList: true, attributes: true }});
  look();
}})
"""


class BoardOnPage:
    """The board of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.grid = page.get_by_role("grid")
        self.over = page.get_by_role("grid", name="game over")
        self.legal = self._named(r", legal\b")
        self.valued = self._named(r", value [+−]?\d")
        self.best = self._named(r", value .*\bbest\b")
        self.exact = self._named(r", value .*\bexact\b")

    def _named(self, pattern: str) -> Locator:
        return self.grid.get_by_role("button", name=re.compile(pattern))

    def square(self, name: str) -> Locator:
        return self._named(rf"^{name},")

    def names(self) -> list[str]:
        """Return what the squares are called, row by row."""
        names: list[str] = self.grid.locator("[data-square]").evaluate_all(_NAMES)
        return names

    def cells(self) -> str:
        """Return the squares row by row: X black, O white, - empty."""
        return "".join(_CELLS[name.split(", ")[1]] for name in self.names())

    def position(self, rules: Rules) -> ob.Board:
        """Return the position that is shown."""
        mover = "O" if "white to move" in self.label() else "X"
        return ob.Board.parse(f"{self.cells()} {mover}", rules)

    def legal_squares(self) -> list[str]:
        return [name.partition(",")[0] for name in self.names() if ", legal" in name]

    def values(self) -> dict[str, int]:
        """Return the values that squares show."""
        found = (re.match(r"(..),.*, value ([+−]?\d+)", name) for name in self.names())
        return {match[1]: int(match[2].replace("−", "-")) for match in found if match}

    def label(self) -> str:
        """Return what the whole board is called: the discs, and who is to move."""
        return re.sub("[\u200b\u00ad]", "", self.grid.get_attribute("aria-label") or "")

    def wait_for_turn(self, after: str = "") -> None:
        """Wait until something can be played, or the game is over; `after` is an older label."""
        for attempt in range(_ATTEMPTS):
            try:
                self._page.evaluate(_NEXT_TURN, [after, TIMEOUT_MILLISECONDS])
                return
            except Error as error:
                # The browser loses a promise now and then.
                if "garbage collected" not in str(error) or attempt == _ATTEMPTS - 1:
                    raise

    def play(self, square: str) -> None:
        """Click a square, and wait until another can be played, or the game is over."""
        before = self.label()
        self.square(square).click()
        self.wait_for_turn(before)

    def play_some(self, moves: int, seed: int = 1) -> int:
        """Play some legal moves, and return their number.

        On 6×6 there is no pass within the first six moves, whatever an opponent plays; on 4×4
        there can be one after four.
        """
        random = Random(seed)
        self.wait_for_turn()
        for played in range(moves):
            squares = self.legal_squares()
            if not squares:
                return played
            self.play(random.choice(squares))
        return moves

    def play_to_the_end(self, seed: int = 1) -> int:
        """Play until the game is over, and return how many moves it were."""
        moves = self.play_some(64, seed)
        expect(self.over).to_be_visible()
        return moves
