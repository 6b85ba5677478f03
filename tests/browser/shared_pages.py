"""Pages that many tests use one after the other: a browser that has loaded the app is faster."""

from urllib.parse import urlsplit

from browser.navigation import is_loaded, keep_socket, reconnect, reset
from browser.new_pages import DEVICES, SCREENS, Device, NewPages
from playwright.sync_api import Browser, Page

# The points of puzzles are read once. A page for frames is not the app.
_LOADED_AGAIN = ("/study/puzzles", "/embed")


class SharedPages:
    """One page for each screen size, for tests that do not need a new browser context."""

    def __init__(self, browser: Browser, address: str, *, has_server: bool = True) -> None:
        self._new_pages = NewPages(browser, address, on_device=not has_server)
        self._pages = {device: self._new_pages.open(device) for device in DEVICES}
        self._has_server = has_server
        for page in self._pages.values() if has_server else ():
            keep_socket(page)

    def open(self, device: Device, *, still: bool = False) -> Page:
        """Return the page of a device, without the state of earlier tests."""
        page = self._pages[device]
        page.set_viewport_size(SCREENS[device]["viewport"])
        page.emulate_media(
            color_scheme="light", reduced_motion="reduce" if still else "no-preference"
        )
        return page

    def reset(self) -> list[str]:
        """Remove the state of a test, and return the problems of its pages."""
        for page in self._pages.values():
            for other in page.context.pages:
                if other is not page:
                    other.close()
            page.unroute_all()
            if not is_loaded(page):
                continue
            path = urlsplit(page.url).path
            reset(page)
            if path.startswith(_LOADED_AGAIN):
                page.goto("about:blank")
            elif path.startswith("/play") and self._has_server:
                reconnect(page)
        return self._new_pages.new_problems()
