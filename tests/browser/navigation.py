"""Navigation inside the app without loading it again, which takes a second of CPU time."""

from playwright.sync_api import Page

_NAVIGATE = """
(place) => {
  history.pushState(null, "", place);
  dispatchEvent(new PopStateEvent("popstate"));
}
"""

# An address without a page: it closes the page that was open.
_RESET = """
async () => {
  const { DEFAULTS, settings } = await import("/static/js/core/settings.js");
  settings.change(DEFAULTS);
  history.pushState(null, "", "/nowhere");
  dispatchEvent(new PopStateEvent("popstate"));
  localStorage.clear();
  sessionStorage.clear();
}
"""


def is_loaded(page: Page) -> bool:
    """Whether the page shows the app."""
    return page.url.startswith("http")


def visit(page: Page, place: str) -> None:
    """Go to a path of the app; load the app first if necessary."""
    if is_loaded(page):
        page.evaluate(_NAVIGATE, place)
    else:
        page.goto(place)


def reset(page: Page) -> None:
    """Close the open page of the app, and clear its settings and storage."""
    page.evaluate(_RESET)
