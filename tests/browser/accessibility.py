"""What can be measured of a page that everybody is to be able to use."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from browser.navigation import focus_nothing
from playwright.sync_api import Page

_GRAVE = ("serious", "critical")
_USUAL = {"resultTypes": ["violations"]}
_RUN = "async (options) => (await axe.run(document, options)).violations"

#: What a finger needs in both directions, in CSS pixels.
TOUCH = 44

# The squares of a board are as large as the page is wide; who presses a label presses its control.
_SMALL_TARGETS = """
(least) => {
  const top = document.querySelector("dialog[open]") ?? document;
  const kinds = "button, a[href], select, textarea, summary, input, [role=tab], [role=slider]";
  const targets = [...top.querySelectorAll(kinds)]
    .filter((target) => !target.closest("[role=grid]"))
    .map((target) => target.matches("input") ? target.closest("label") ?? target : target);
  const small = [];
  for (const target of new Set(targets)) {
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { width, height, bottom } = target.getBoundingClientRect();
    if (bottom <= 0 || (width <= 1 && height <= 1)) continue;
    if (width < least - 0.5 || height < least - 0.5) {
      const name = target.getAttribute("aria-label") ?? target.textContent.trim();
      small.push(`${target.localName} ${name}: ${width.toFixed(1)} × ${height.toFixed(1)}`);
    }
  }
  return small;
}
"""

# Words of a control or of a drawing that are outside of it, other than those that an ellipsis cuts.
_CUT_TEXTS = """
() => {
  const top = document.querySelector("dialog[open]") ?? document;
  const cut = [];
  const check = (element, inner, outer) => {
    if (inner.width <= 1 || outer.width <= 1) return;
    const over = Math.max(outer.left - inner.left, inner.right - outer.right);
    if (over > 1.5) cut.push(`${element.textContent.trim()}: ${over.toFixed(1)} pixels`);
  };
  for (const element of top.querySelectorAll("button, .options label, .badge, a.button, summary")) {
    if (!element.checkVisibility() || getComputedStyle(element).overflowX !== "visible") continue;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const around = texts.currentNode.parentElement.getBoundingClientRect();
      if (around.width <= 1) continue; // only for screen readers
      const words = document.createRange();
      words.selectNodeContents(texts.currentNode);
      check(element, words.getBoundingClientRect(), element.getBoundingClientRect());
    }
  }
  for (const text of top.querySelectorAll("svg text")) {
    const frame = text.closest(".tag")?.querySelector("rect") ?? text.ownerSVGElement;
    if (text.checkVisibility()) {
      check(text, text.getBoundingClientRect(), frame.getBoundingClientRect());
    }
  }
  return cut;
}
"""

_FOCUS = """
() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const shown = [focused, focused.closest("label")].some((element) => {
    if (!element) return false;
    const style = getComputedStyle(element);
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return outlined && style.opacity !== "0";
  });
  const { width, height } = focused.getBoundingClientRect();
  const name = focused.getAttribute("aria-label") ?? focused.textContent.trim();
  return {
    name: `${focused.localName} ${name}`.slice(0, 80),
    shown,
    seen: width > 1 && height > 1,
  };
}
"""


def grave_violations(page: Page) -> list[str]:
    """Return the violations that axe calls serious or critical."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(_RUN, _USUAL)
    return [
        f"{violation['id']}: {violation['help']}: {_places(violation)}"
        for violation in found
        if violation["impact"] in _GRAVE
    ]


def _places(violation: dict[str, Any]) -> str:
    return "; ".join(f"{node['html']} {node.get('failureSummary')}" for node in violation["nodes"])


def small_targets(page: Page) -> list[str]:
    """Return what can be pressed, of the page or the dialog over it, but not easily by a finger."""
    found: list[str] = page.evaluate(_SMALL_TARGETS, TOUCH)
    return found


def cut_texts(page: Page) -> list[str]:
    """Return texts that are wider than their control or drawing."""
    found: list[str] = page.evaluate(_CUT_TEXTS)
    return found


def hidden_focuses(page: Page, most: int = 200) -> tuple[list[str], list[str]]:
    """Go through a page by Tab; return all that had the focus, and what of it was not visible."""
    visited: list[str] = []
    hidden: list[str] = []
    focus_nothing(page)
    for _ in range(most):
        page.keyboard.press("Tab")
        focus = page.evaluate(_FOCUS)
        if focus is None:  # the browser's own parts come after the page's
            break
        visited.append(focus["name"])
        if not (focus["shown"] and focus["seen"]):
            hidden.append(focus["name"])
    return visited, hidden


def sideways(page: Page) -> bool:
    """Whether one has to scroll to the side to see all of a page."""
    wider: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wider
