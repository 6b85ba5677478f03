"""The app without a network: kept by a service worker, and replaced by a new version."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from browser.app_process import AppProcess
from browser.board import BoardOnPage
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect

import obversi as ob
from obversi.rules import RULES, Rules
from obversi.web.http.static_files import STATIC

_EDITED_APP = str(Path(__file__).parent / "edited_app.py")

# Resolves when the worker gets the requests of the page, and both packs of puzzles are kept.
_KEPT = """
() => new Promise((resolve) => {
  const look = async () => {
    await navigator.serviceWorker.ready;
    const packs = await (await caches.open("obversi-puzzles")).keys();
    if (navigator.serviceWorker.controller && packs.length === 2) resolve();
    else setTimeout(look, 100);
  };
  look();
})
"""

_BOTH_LINES = """
async (games) => {
  const { line } = await import("/static/js/core/api.js");
  const { localLine } = await import("/static/js/offline/line.js");
  const plain = ({ position, nodes }) => JSON.stringify({
    position,
    nodes: nodes.map(({ text, opening, end, ...node }) => ({
      ...node,
      end: end && [end.winner, end.margin],
    })),
  }, (key, value) => value && !Array.isArray(value) && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).sort())
    : value);
  const different = [];
  for (const game of games) {
    const server = plain(await line(game));
    const own = plain(localLine(game));
    if (server !== own) different.push([game, server, own]);
  }
  return different.slice(0, 1);
}
"""


def random_game(size: int, rules: Rules, random: Random) -> dict[str, object]:
    board = ob.Board(size, rules)
    for _ in range(random.choice((5, 20, 80))):
        if board.is_over:
            break
        board.push(random.choice(board.legal_moves))
    start = board.to_string() if random.random() < 0.3 else ""
    moves = "" if start else "".join(move for move in board.move_stack if not move.is_pass)
    return {"rules": rules, "size": size, "position": start, "moves": moves}


def test_rules_without_the_server_are_those_of_the_server(wide_page: Page) -> None:
    random = Random(5)
    games = [random_game(size, rules, random) for size in (4, 6, 8) for rules in RULES] * 1
    games += [random_game(size, rules, random) for size in (4, 6, 8) for rules in RULES]
    games += [random_game(4, rules, random) for rules in RULES for _ in range(10)]
    wide_page.goto("/study")
    assert wide_page.evaluate(_BOTH_LINES, games) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(STATIC, tmp_path / "static"))


@pytest.fixture
def edited_app(tmp_path: Path, folder: Path) -> Iterator[AppProcess]:
    app = AppProcess(tmp_path / "games.db", program=(sys.executable, _EDITED_APP, str(folder)))
    try:
        yield app
    finally:
        app.kill()


@pytest.mark.long
def test_app_opens_without_a_network_and_shows_a_new_version(
    new_pages: NewPages, edited_app: AppProcess, folder: Path
) -> None:
    page = new_pages.open(at=edited_app.address, kept=True)
    new_pages.expect_problem(page, "ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|WebSocket")
    page.goto("/study")
    expect(page.get_by_role("heading", name="Study")).to_be_visible()
    page.evaluate(_KEPT)
    page.context.set_offline(True)
    page.reload()

    # A lesson.
    expect(page.get_by_role("alert")).to_contain_text("Connection lost.")
    page.get_by_role("link", name="What works now").click()
    page.get_by_role("link", name="Lessons on strategy").click()
    page.get_by_role("link", name=re.compile("Corners and edges")).first.click()
    board = BoardOnPage(page)
    board.wait_for_turn()
    board.square("a8").click()
    lesson = page.get_by_role("region", name="The lesson")
    expect(lesson).to_contain_text("The corner is yours for good")

    # A puzzle: the list has those that are kept.
    page.goto("/study/puzzles")
    puzzles = page.get_by_role("list", name="Puzzles").get_by_role("link")
    expect(puzzles).not_to_have_count(0)
    puzzles.first.click()
    board.wait_for_turn()
    page.get_by_role("button", name="Show solution").click()
    expect(page.get_by_role("region", name="The puzzle")).to_contain_text("Step through")

    # A puzzle that is not kept, and a game for two.
    page.goto("/study/puzzles/r4-7")
    expect(page.get_by_role("alert").last).to_contain_text("it is not kept on this device")
    page.goto("/study/two")
    board.play_some(6)
    page.reload()
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(6)

    # Another version, and the network is back.
    menu = folder / "js/study/menu.js"
    menu.write_text(menu.read_text().replace('t("Study")', '"Study, another version"'))
    page.context.set_offline(False)
    version = page.get_by_role("status").filter(has_text="There is a new version of the app.")
    expect(version).to_be_visible()
    version.get_by_role("button", name="Reload").click()
    page.goto("/study")
    expect(page.get_by_role("heading", name="Study, another version")).to_be_visible()
    names = page.evaluate("caches.keys()")
    assert sorted(name.partition("-")[0] for name in names) == ["obversi", "obversi"]
    assert "obversi-puzzles" in names
