"""Arena: tournaments and experiments that run."""

import re
from typing import Any

from browser.navigation import visit
from browser.scenes.scene import TIGER, SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


_RUN: dict[str, Any] = {
    "kind": "tournament",
    "share": 0.4,
    "text": "",
    "tournament": 1,
    "game": None,
}
_RUNS = [
    {
        **_RUN,
        "id": 5,
        "title": "random, greedy",
        "state": "waiting",
        "share": 0,
        "tournament": None,
    },
    {
        **_RUN,
        "id": 4,
        "title": "2026-11",
        "state": "running",
        "game": {
            "number": 5,
            "black": "greedy",
            "white": "random",
            "rules": "normal",
            "size": 8,
            "position": "",
            "moves": TIGER,
        },
    },
    {
        **_RUN,
        "id": 3,
        "title": "How many moves there are to choose from",
        "kind": "lab",
        "state": "finished",
        "share": 1,
        "tournament": None,
    },
    {
        **_RUN,
        "id": 2,
        "title": "random, greedy, random, greedy, random, greedy, random, greedy",
        "state": "failed",
        "text": "its process ended unexpectedly; what was played is stored",
    },
    {
        **_RUN,
        "id": 1,
        "title": "2026-10",
        "state": "interrupted",
        "text": "the server ended before it was finished",
    },
]


@SCENES.add
def arena_runs_live(page: Page) -> None:
    # Runs of every kind, without any work for them.
    answer = {**page.request.get("/api/runs").json(), "runs": _RUNS}
    page.route("**/api/runs", lambda route: route.fulfill(json=answer))
    visit(page, "/arena/runs")
    live = page.get_by_role("region", name="The running game")
    expect(live.get_by_role("grid")).to_have_accessible_name(re.compile("black"))


@SCENES.add
def arena_runs(page: Page) -> None:
    visit(page, "/arena/runs")
    page.get_by_role("combobox", name="Experiment").select_option("breadth")
    expect(page.get_by_role("button", name="Run the experiment")).to_be_enabled()
