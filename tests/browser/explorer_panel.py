"""The opening explorer on a page, and what it should say."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import httpx
from browser.app_process import AppProcess
from playwright.sync_api import Locator, Page, expect


def reply(app: AppProcess, path: str = "/api/explorer", **game: object) -> dict[str, Any]:
    """Ask the app itself: the tests of the API check that it is right."""
    response = httpx.post(app.address + path, json=game)
    assert response.status_code == 200
    found: dict[str, Any] = response.json()
    return found


def signed(number: float, digits: int = 0) -> str:
    text = Decimal(abs(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{text}"


def row_texts(move: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return what the row of a move says, cell by cell."""
    book = move["book"]
    is_named = move["opening"] is not None and move["opening"] != found["opening"]
    cells = [f"{move['move']}{move['opening'] if is_named else ''}"]
    if book is None:
        cells.append("–not in the book")
    else:
        shown = signed(book["value"]) if book["expanded"] else f"({signed(book['value'])})"
        percent = f", {book['selectivity']} %" if book["selectivity"] < 100 else ""
        certainty = "exact" if book["exact"] else f"depth {book['depth']}{percent}"
        score = ""
        if book["games"]:
            games = "1 game" if book["games"] == 1 else f"{book['games']:,} games"
            score = f"{int(100 * book['points'] / book['games'] + 0.5)} % of {games}"
        cells.append(f"{shown}{', best' if move['best'] else ''}{certainty}{score}")
    return [*cells, *result_texts(move["played"])] if found["games"] else cells


def result_texts(played: dict[str, Any]) -> list[str]:
    mean = played["mean_margin"]
    games = f"{played['games']}" + ("" if mean is None else f"mean margin {signed(mean, 1)}")
    counts = [played[name] for name in ("wins", "draws", "losses")]
    if not sum(counts):
        return [games, ""]
    won, not_lost = (
        int(100 * count / sum(counts) + 0.5) for count in (counts[0], counts[0] + counts[1])
    )
    even, lost = not_lost - won, 100 - not_lost
    return [games, f"{won} / {even} / {lost}{won} % won, {even} % drawn, {lost} % lost"]


class Explorer:
    """The panel on a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.panel = page.get_by_role("region", name="Opening explorer")
        self.rows = self.panel.get_by_role("row")

    def button(self, move: str) -> Locator:
        return self.panel.get_by_role("button", name=f"Play {move}", exact=True)

    def row(self, move: str) -> Locator:
        button = self._page.get_by_role("button", name=f"Play {move}", exact=True)
        return self.rows.filter(has=button)

    def expect_reply(self, found: dict[str, Any]) -> None:
        """Wait until each row says what the app has replied, in the same order."""
        expect(self.rows).to_have_count(len(found["moves"]) + 1)
        for place, move in enumerate(found["moves"], start=1):
            cells = self.rows.nth(place).locator("th, td")
            expect(cells).to_have_text(row_texts(move, found))

    def line(self, name: str) -> Locator:
        return self.panel.get_by_role("toolbar", name=name).get_by_role("button")
