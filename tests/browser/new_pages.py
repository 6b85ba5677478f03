"""Pages in browser contexts of their own, which share no storage."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from browser.page_problems import PageProblems
from playwright.sync_api import Browser, Page

Device = Literal["desktop", "phone", "large", "landscape"]
Theme = Literal["light", "dark"]

_TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}

#: The screens that pages are looked at on.
SCREENS: dict[Device, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, **_TOUCH},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "landscape": {"viewport": {"width": 844, "height": 390}, **_TOUCH},
}

#: Those that tests of features run on.
DEVICES: tuple[Device, ...] = ("desktop", "phone")

# Keep the workers that a page starts in `started`.
KEEP_WORKERS = """
window.started = [];
window.Worker = class extends Worker {
  constructor(...options) {
    super(...options);
    window.started.push(this);
  }
};
"""

#: Without this the engine cannot unpack its weights: positions are analysed on the server.
NO_ENGINE = "delete globalThis.DecompressionStream"

# Long enough for a busy machine: only a hanging page fails.
TIMEOUT_MILLISECONDS = 20_000


class NewPages:
    """Opens the pages of a test, and collects their problems."""

    def __init__(self, browser: Browser, address: str, *, on_device: bool = False) -> None:
        self._browser, self._address = browser, address
        self._on_device = on_device
        self._problems: dict[Page, PageProblems] = {}

    def open(
        self,
        device: Device = "desktop",
        theme: Theme = "light",
        *,
        at: str = "",
        still: bool = False,
        kept: bool = False,
        locale: str = "en-US",
        on_device: bool = False,
    ) -> Page:
        """Open an empty page in a new context, for the app at another address if one is given.

        Only if it is `kept`, a service worker keeps the app: that loads all of its files. Only
        `on_device` the page analyses positions itself: that loads the weights of the engine. On a
        site without a server it always does.
        """
        context = self._browser.new_context(
            base_url=at or self._address,
            color_scheme=theme,
            reduced_motion="reduce" if still else "no-preference",
            permissions=["clipboard-read", "clipboard-write"],
            service_workers="allow" if kept else "block",
            locale=locale,
            **SCREENS[device],
        )
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
        if not (on_device or self._on_device):
            context.add_init_script(NO_ENGINE)
        problems = PageProblems(context, at or self._address)
        page = context.new_page()
        self._problems[page] = problems
        return page

    def expect_problem(self, page: Page, pattern: str) -> None:
        """Ignore problems that the test causes itself."""
        self._problems[page].expect(pattern)

    def new_problems(self) -> list[str]:
        """Return the problems since the last call."""
        return [text for problems in self._problems.values() for text in problems.new_problems()]

    def close(self) -> list[str]:
        """Close all pages, and return their problems."""
        for page in self._problems:
            page.context.close()
        return self.new_problems()


@contextmanager
def checked_pages(browser: Browser, address: str, *, on_device: bool = False) -> Iterator[NewPages]:
    """Yield a page opener, and check at the end that no page had a problem."""
    new_pages = NewPages(browser, address, on_device=on_device)
    yield new_pages
    problems = new_pages.close()
    assert not problems, "\n".join(problems)
