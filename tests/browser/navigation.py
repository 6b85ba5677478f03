"""Navigation inside the app without loading it again, which takes a second of CPU time."""

from browser.new_pages import TIMEOUT_MILLISECONDS
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
  const { person } = await import("/static/js/core/person.js");
  settings.change(DEFAULTS);
  history.pushState(null, "", "/nowhere");
  dispatchEvent(new PopStateEvent("popstate"));
  if (person.state.key) person.change({ key: "" });
  localStorage.clear();
  sessionStorage.clear();
}
"""

# A blur alone leaves Tab where the last focus was, even if that element is gone.
_FOCUS_NOTHING = """
() => {
  getSelection().removeAllRanges();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}
"""

# `reconnect` needs the connection of the app.
_KEEP_SOCKET = """
globalThis.WebSocket = class extends WebSocket {
  constructor(...place) {
    super(...place);
    globalThis.lastSocket = this;
  }
};
"""

# The app opens a connection at once if the browser says that it is online again.
_RECONNECT = """
(timeout) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("there is no new connection")), timeout);
  const open = () => {
    dispatchEvent(new Event("online"));
    lastSocket.addEventListener("message", resolve, { once: true });
  };
  lastSocket.addEventListener("close", open, { once: true });
  if (lastSocket.readyState === WebSocket.CLOSED) open();
  else lastSocket.close();
})
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
    """Close the open page of the app, and clear its settings, storage and focus."""
    page.evaluate(_RESET)
    focus_nothing(page)


def focus_nothing(page: Page) -> None:
    """Let the next Tab go to the beginning of the page."""
    page.evaluate(_FOCUS_NOTHING)


def keep_socket(page: Page) -> None:
    """Let the pages of the app that are loaded from now on `reconnect`."""
    page.add_init_script(_KEEP_SOCKET)


def reconnect(page: Page) -> None:
    """Replace the connection of the app: the server counts games by connection."""
    page.evaluate(_RECONNECT, TIMEOUT_MILLISECONDS)
