"""Tournaments and experiments that are started from the browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.app_process import AppProcess, app_process
from browser.new_pages import NewPages
from playwright.sync_api import expect

pytestmark = pytest.mark.needs_server


@pytest.fixture
def running_app(tmp_path: Path) -> Iterator[AppProcess]:
    files = ("--arena", str(tmp_path / "arena.db"), "--lab", str(tmp_path / "lab"))
    with app_process(tmp_path / "games.db", *files, "--allow-runs") as app:
        yield app


@pytest.mark.long
def test_tournament_runs_with_a_live_board_and_can_be_cancelled(
    new_pages: NewPages, running_app: AppProcess
) -> None:
    page = new_pages.open(at=running_app.address)
    page.goto("/arena")
    page.get_by_role("link", name=re.compile("^Run a tournament")).click()
    form = page.get_by_role("region", name="Tournament", exact=True)
    for agent in ("engine:level=1", "engine:level=3", "greedy"):
        form.get_by_role("checkbox", name=agent, exact=True).uncheck()
    play = form.get_by_role("button", name="Play the tournament")
    expect(play).to_be_disabled()
    for agent in ("engine", "mcts"):
        form.get_by_role("checkbox", name=agent, exact=True).check()
    form.get_by_role("textbox", name="Name").fill("<b>Evening</b>")
    form.get_by_role("combobox", name="Seconds per move").select_option("0.5")
    expect(form.get_by_role("status")).to_have_text("4 games, at most 400.")
    play.click()

    live = page.get_by_role("region", name="The running game")
    expect(live.get_by_role("heading")).to_have_text(re.compile("^<b>Evening</b>: game 1$"))
    expect(live).to_contain_text("engine (black) against mcts (white)")
    grid = live.get_by_role("grid")
    before = grid.get_attribute("aria-label") or ""
    expect(grid).not_to_have_attribute("aria-label", before)  # it goes on
    runs = page.get_by_role("region", name="Runs")
    runs.get_by_role("button", name="Cancel <b>Evening</b>").click()
    expect(runs).to_contain_text("cancelled; what was played is stored")
    expect(live).to_have_count(0)
    expect(runs.get_by_role("button", name="Resume <b>Evening</b>")).to_be_visible()

    # A short one, to its end, which the arena then shows.
    for agent in ("engine", "mcts"):
        form.get_by_role("checkbox", name=agent, exact=True).uncheck()
    for agent in ("greedy", "random"):
        form.get_by_role("checkbox", name=agent, exact=True).check()
    form.get_by_role("textbox", name="Name").fill("Short")
    form.get_by_role("radio", name="4×4").check()
    form.get_by_role("combobox", name="Pairs").select_option("1")
    play.click()
    short = runs.get_by_role("listitem").filter(has_text="Short")
    expect(short).to_contain_text("finished")
    short.get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", name="Short")).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("^Games"))).to_be_visible()
