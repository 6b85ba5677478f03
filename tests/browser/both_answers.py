"""Answers to the same request: of the page of a site without a server, and of the server."""

import json
import urllib.request
from typing import Any

from browser.app_process import AppProcess
from playwright.sync_api import Page

_ASK = """
async ([path, questions]) => {
  const { get, post } = await import("/static/js/core/api.js");
  return Promise.all(questions.map((one) => (one ? post(path, one) : get(path))));
}
"""


def answers_of_page(page: Page, path: str, questions: list[Any]) -> Any:
    """Return what the page answers to requests: to GET where the question is None."""
    return page.evaluate(_ASK, [path, questions])


def answer_of_server(app: AppProcess, path: str, question: dict[str, Any] | None) -> Any:
    """Return what the server answers to a request, to GET without a question."""
    data = None if question is None else json.dumps(question).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(app.address + path, data, headers)
    with urllib.request.urlopen(request) as found:
        return json.load(found)
