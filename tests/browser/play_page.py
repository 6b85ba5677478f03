"""Drives the Play page in tests."""

from browser.board import BoardOnPage
from browser.navigation import visit
from playwright.sync_api import Page, expect

from obversi.rules import Rules


class PlayPage:
    """Drives the Play page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = BoardOnPage(page)
        self.standing = page.get_by_role("region", name="Game status")
        self.moves = page.get_by_role("list", name="Moves").get_by_role("button")

    def open(self, place: str = "/play") -> None:
        visit(self.page, place)
        expect(self.board.grid).to_be_visible()

    def set_up(
        self,
        rules: Rules = "normal",
        size: int | None = None,
        *,
        black: str = "me",
        white: str = "engine:level=1",
    ) -> None:
        """Choose the rules, the size and the players."""
        page = self.page
        page.get_by_role("radio", name=rules.capitalize()).check()
        if size is not None:
            page.get_by_role("radio", name=f"{size}×{size}").check()
        page.get_by_role("combobox", name="Black").select_option(black)
        page.get_by_role("combobox", name="White").select_option(white)

    def set_clock(self, words: str = "3 min + 2 s") -> None:
        """Choose a clock."""
        self.page.get_by_role("combobox", name="Clock").select_option(label=words)

    def begin(self, *, button: str = "Start") -> None:
        self.page.get_by_role("button", name=button, exact=True).click()
        expect(self.standing).to_be_visible()

    def start(self, rules: Rules = "normal", size: int | None = None, **players: str) -> None:
        """Start a game on the first page."""
        self.open()
        self.set_up(rules, size, **players)
        self.begin()

    def invite(self, rules: Rules = "normal", *, size: int = 4) -> str:
        """Ask for a game with another person, and return the link to it."""
        self.open()
        self.set_up(rules, size, white="link")
        self.button("Get the link")
        return self.link()

    def link(self) -> str:
        """Return the link of a game that waits for an opponent."""
        return self.page.get_by_role("textbox", name="Link to the game").input_value()

    def seat(self, color: str, who: str) -> None:
        """Let another player continue with a colour."""
        chosen = self.page.get_by_role("combobox", name=f"{color} is played by")
        chosen.select_option(who)

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
