"""When a page could be played on, by the page's own clock."""

from browser.board import BoardOnPage
from playwright.sync_api import Page

_NOTE = """
new MutationObserver((changes, observer) => {
  if (!document.querySelector("[role=grid] button[aria-label*=', legal']")) return;
  window.playableAt = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


def milliseconds_to_playable(page: Page, address: str) -> float:
    """Open an address, and return after how long the first square could be played."""
    page.add_init_script(_NOTE)
    page.goto(address)
    BoardOnPage(page).wait_for_turn()
    milliseconds: float = page.evaluate("window.playableAt")
    return milliseconds
