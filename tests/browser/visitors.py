"""People with a browser of their own: what one keeps, another one does not have."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from browser.watching import Watch
from playwright.sync_api import Browser, Page

Device = Literal["desktop", "phone"]
Theme = Literal["light", "dark"]

DEVICES: dict[Device, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}

# What hangs is a failure; what is slow is not.
PATIENCE_MILLISECONDS = 20_000


class Visitors:
    """All who come to the app during a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._watched: dict[Page, Watch] = {}

    def come(
        self,
        device: Device = "desktop",
        theme: Theme = "light",
        *,
        at: str = "",
        still: bool = False,
    ) -> Page:
        """Open a browser, and the app at a place of its own if there is one."""
        context = self._browser.new_context(
            base_url=at or self._address,
            color_scheme=theme,
            reduced_motion="reduce" if still else "no-preference",
            permissions=["clipboard-read", "clipboard-write"],
            **DEVICES[device],
        )
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        watch = Watch(context, at or self._address)
        page = context.new_page()
        self._watched[page] = watch
        return page

    def expect_problem(self, page: Page, pattern: str) -> None:
        """Let pass what a test brings about itself."""
        self._watched[page].expect(pattern)

    def new_problems(self) -> list[str]:
        """Return the problems that pages had since this was asked last."""
        return [problem for watch in self._watched.values() for problem in watch.new_problems()]

    def go(self) -> list[str]:
        """Close all browsers, and return the problems that their pages had."""
        for page in self._watched:
            page.context.close()
        return self.new_problems()


@contextmanager
def watched_visitors(browser: Browser, address: str) -> Iterator[Visitors]:
    """Have visitors until the end of the block, whose pages must not have had any problem."""
    visitors = Visitors(browser, address)
    yield visitors
    problems = visitors.go()
    assert not problems, "\n".join(problems)
