"""Modules of the pages, called in a browser by what they export."""

from typing import Any

from browser.new_pages import NO_ENGINE
from playwright.sync_api import Page


class Modules:
    """Calls what modules export; the page around them does not matter."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.add_init_script(NO_ENGINE)
        page.goto("/study")

    def run(self, module: str, body: str, *, more: str = "") -> Any:
        """Return what a function body returns; `the` has the exports of a module.

        `more` names another module, whose exports are in `other`.
        """
        paths = [f"/static/js/{name}.js" for name in (module, more or module)]
        call = f"""async (paths) => {{
          const [the, other] = await Promise.all(paths.map((path) => import(path)));
          {body}
        }}"""
        return self._page.evaluate(call, paths)
