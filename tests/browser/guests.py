"""People who come again and again: a browser that has the app already is quicker."""

from browser.visitors import DEVICES, Device, Visitors
from playwright.sync_api import Browser, Page


class Guests:
    """One for each size of screen, for tests that need no browser of their own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._visitors = Visitors(browser, address)
        self._pages = {device: self._visitors.come(device) for device in DEVICES}

    def come(self, device: Device, *, still: bool = False) -> Page:
        """Return a page that knows nothing of what was there before."""
        page = self._pages[device]
        page.set_viewport_size(DEVICES[device]["viewport"])
        page.emulate_media(
            color_scheme="light", reduced_motion="reduce" if still else "no-preference"
        )
        return page

    def leave(self) -> list[str]:
        """Leave nothing behind, and return the problems that pages had."""
        for page in self._pages.values():
            for other in page.context.pages:
                if other is not page:
                    other.close()
            if page.url != "about:blank":
                page.evaluate("localStorage.clear(); sessionStorage.clear();")
                page.goto("about:blank")
        return self._visitors.new_problems()
