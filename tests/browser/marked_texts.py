"""Marks around all texts of the catalogues: what a page shows without marks is not translated."""

import json
import re
from functools import cache
from typing import Any

from app_texts import script_texts, texts
from playwright.sync_api import Page

from obversi.openings import OPENINGS
from obversi.web.api.evaluations import EVALUATION_WORDS
from obversi.web.runs.models import AGENTS

# Neither has a width, and Playwright ignores both: scenes find texts with these marks around them.
_BEGIN, _END = "\u200b", "\u00ad"

# What is the same in every language: notation, formats, and names.
_NAMES = """
    Obversi MCTS GGF SGF OBF PGN PNG SVG JSON CSV WTHOR HTML URL Elo UTC αβ
    English Deutsch Français
"""

# The default name of a player is sent to the server, which accepts no invisible letters.
_UNCHANGED = "Guest"

# What scenes and the files of tests write.
_WRITTEN = (
    *("Ann", "Ben", "W" * 40),
    *("Evening", "Morning", "Next", "Three agents", "Reversed", "What the lab found", "line 1,"),
    *("The quiet one", "A quiet move:\nsee d2.", "Answers to the tiger"),
    *("one", 'two; "quoted", <b>]', "três ●"),
)

# English has no catalogue of its own, so that this one takes its place.
_MARK = "globalThis.obversiTexts = Promise.resolve(%s);"

_UNMARKED = """
({ names, identifiers, written }) => {
  const strip = (text) =>
    text
      .replace(/\\u200b[^\\u00ad]*(\\u00ad|$)/g, " ")
      .replace(/^[^\\u200b]*\\u00ad/, " ")
      .replace(/\\b\\w+:\\w+=[\\w.]+/g, " ") // agents
      .replace(/\\bobversi( [\\w-]+)+/g, " ") // commands
      .replace(/\\b[A-Z][a-z]{2} \\d+, \\d{4}(, \\d+:\\d\\d\\s[AP]M)?/g, " ") // dates
      .replace(/\\b([a-h][1-8])+\\b/g, " ");
  const found = new Set();
  const check = (text, where) => {
    let rest = text ?? "";
    for (const each of written) {
      const [before, ...after] = rest.split(each);
      if (after.length && !/\\w$/.test(before)) rest = [before, ...after].join(" ");
    }
    rest = strip(rest);
    if (rest.split(/[,:\\s]+/).every((word) => !word || identifiers.includes(word))) return;
    const words = rest.match(/\\p{L}{2,}/gu) ?? [];
    if (words.some((word) => !names.includes(word))) found.add(`${where}: ${text}`);
  };
  const isOther = (element) => {
    const spoken = element.closest("[lang]");
    return spoken !== null && spoken !== document.documentElement;
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { data, parentElement } = nodes.currentNode;
    if (parentElement.closest("script, style, noscript, code") || isOther(parentElement)) continue;
    check(data, parentElement.localName + "." + parentElement.className);
  }
  for (const element of document.querySelectorAll("*")) {
    if (isOther(element)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "label"]) {
      if (element.hasAttribute(name)) check(element.getAttribute(name), name);
    }
  }
  check(document.title, "title");
  return [...found];
}
"""


def mark_texts(page: Page) -> None:
    """Let a page show its texts with marks from the next time it is loaded."""
    page.add_init_script(_MARK % json.dumps(_catalogue()))


def unmarked_texts(page: Page) -> list[str]:
    """Return what a page shows, says or is called that is in no catalogue."""
    known = {
        "names": [*_NAMES.split(), _UNCHANGED, *_opening_names()],
        "identifiers": [*AGENTS, *EVALUATION_WORDS],
        "written": _WRITTEN,
    }
    found: list[str] = page.evaluate(_UNMARKED, known)
    return found


def _marked(text: str) -> str:
    """Put marks around a text, but not around its values: these come with their own."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(
        part if part[:1] == "{" or not part else f"{_BEGIN}{part}{_END}" for part in parts
    )


@cache
def _catalogue() -> dict[str, Any]:
    _, plural = script_texts()
    forms = {many: {"one": _marked(one), "other": _marked(many)} for many, one in plural.items()}
    return {text: _marked(text) for text in texts() - {_UNCHANGED}} | forms


@cache
def _opening_names() -> frozenset[str]:
    words = {word for one in OPENINGS for word in re.findall(r"[^\W\d_]+", one.name)}
    return frozenset(words | {word.lower() for word in words})
