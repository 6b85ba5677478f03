"""Drives the Analyse page in tests."""

import json
import re
from typing import Any

from browser.board import BoardOnPage
from browser.navigation import visit
from playwright.sync_api import Locator, Page, WebSocket, expect


class AnalysePage:
    """Drives the analysis page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = BoardOnPage(page)
        self.engine = page.get_by_role("region", name="Engine")
        self.graph = page.get_by_role("slider")
        #: The reports of the server on positions, oldest first.
        self.reports: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "analysis":
            self.reports.append(message)

    def open(self, game: str = "", *, load: bool = False) -> None:
        """Open the page with a game; without one, or with `load`, the app is loaded anew."""
        if load or not game:
            self.page.goto(f"/analyse{game}")
        else:
            visit(self.page, f"/analyse{game}")
        expect(self.board.grid).to_be_visible()

    def tab(self, name: str) -> None:
        """Open a tab, if it is one at this size."""
        expect(self.page.get_by_role("tablist")).to_be_visible()
        tab = self.page.get_by_role("tab", name=name)
        if tab.count():
            tab.click()

    def menu(self, name: str) -> None:
        """Choose what is to be done with the game."""
        self.tab("Game")
        self.page.get_by_role("group", name="Game").get_by_role("button", name=name).click()

    def move(self, name: str) -> Locator:
        """Return a move of the list, by its number, colour and square."""
        return self.page.get_by_role("button", name=re.compile(rf"^{name}\b"))

    def wait_for_values(self) -> None:
        """Wait until each square that can be played has a value."""
        self.board.wait_for_turn()
        expect(self.board.valued).to_have_count(len(self.board.legal_squares()))

    def wait_for_the_last_value(self) -> None:
        """Wait until the engine looks no deeper, where it is seen."""
        self.wait_for_values()
        longer = self.engine.get_by_role("button", name="Search longer")
        expect(longer.or_(self.engine.get_by_text("solved"))).to_be_visible()

    def open_text(self, text: str) -> None:
        """Put a text into the dialog that reads games."""
        self.menu("Open")
        dialog = self.page.get_by_role("dialog", name="Open a game")
        dialog.get_by_role("textbox").fill(text)
        dialog.get_by_role("button", name="Import").click()
