"""The engine in the page: the same searches as on the server, which gets no request then."""

import json
from pathlib import Path
from typing import Any

import pytest
from browser.navigation import visit
from browser.new_pages import KEEP_WORKERS, NewPages
from playwright.sync_api import Page, Route, expect

from obversi.cli.bench import FixedSearch, fixed_searches
from obversi.color import BLACK

pytestmark = pytest.mark.needs_server

SIGNATURE = Path(__file__).parents[1] / "data" / "search_signature.json"

# The others take as long as all of these.
MOST_NODES = 1_000_000

LOAD = """
async (game) => {
  const { loadEngine } = await import("/static/js/engine/analyses.js");
  if ((await loadEngine(game)) === null) throw new Error("the engine cannot be loaded");
}
"""

SEARCH = """
async (tasks) => {
  const { startEngine } = await import("/static/js/engine/local_engine.js");
  const engine = startEngine({ threads: 1, hashBytes: 16 * 1024 * 1024 });
  const reports = [];
  for (const { rules, own, opp, ...task } of tasks) {
    await engine.prepare(rules, task.size);
    await engine.clear();
    const isReversed = rules === "reversed";
    const position = { own: BigInt(own), opp: BigInt(opp), isReversed };
    reports.push(await engine.search({ ...task, ...position, seconds: 0, nodes: 0, lines: 1 }));
  }
  engine.close();
  return reports;
}
"""


# Many short searches of one position, as in a page that cannot share memory.
SLICES = """
async () => {
  const { engineFor } = await import("/static/js/engine/device.js");
  const engine = await engineFor({ rules: "normal", size: 8 });
  const reports = [];
  const message = { rules: "normal", size: 8, moves: "f5d6c3d3c4", limit: {}, top: 1 };
  const { answered, stop } = engine.analyse(message, (report) => {
    reports.push(report);
    if (report.seconds > 1) stop();
  });
  await answered;
  return [crossOriginIsolated, reports];
}
"""

STOP = """
async () => {
  const { engineFor } = await import("/static/js/engine/device.js");
  const engine = await engineFor({ rules: "normal", size: 8 });
  const finals = [];
  for (const moves of ["f5", "f5d6", "f5d6c3"]) {
    const message = { rules: "normal", size: 8, moves, limit: {}, top: 1 }; // without an end
    const running = engine.analyse(message, ({ final, depth }) => {
      if (final) finals.push(moves);
      else if (depth > 3) running.stop();
    });
    await running.answered;
  }
  return finals;
}
"""

DIE = """
async () => {
  const { engineFor } = await import("/static/js/engine/device.js");
  const message = { rules: "normal", size: 8, moves: "f5", limit: { depth: 4 }, top: 1 };
  const depths = [];
  for (const dies of [false, true, false]) {
    const engine = await engineFor(message);
    const { answered } = engine.analyse(message, ({ final, depth }) => final && depths.push(depth));
    if (dies) window.started.at(-1).onerror(new ErrorEvent("error", { message: "it died" }));
    await answered.catch((error) => depths.push(error.message));
  }
  return [depths, window.started.length];
}
"""

BREAK_SEARCHES = """
const send = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  if (message.action === "search") throw new Error("the worker is broken");
  send.call(this, message, ...more);
};
"""


def without_isolation(route: Route) -> None:
    """Answer as a plain file server does, which sends no headers for isolation."""
    response = route.fetch()
    headers = {
        name: value for name, value in response.headers.items() if "embedder" not in name.lower()
    }
    route.fulfill(response=response, headers=headers)


def task_of(search: FixedSearch) -> dict[str, Any]:
    board = search.board
    bits = board.black_bits, board.white_bits
    own, opp = bits if board.turn == BLACK else reversed(bits)
    depth = 0 if search.depth is None else search.depth
    return {
        **{"rules": board.rules, "size": board.size, "own": str(own), "opp": str(opp)},
        **{"depth": depth, "isExact": search.depth is None},
    }


def sent_requests(page: Page) -> list[str]:
    """Return a list that gets the types of all requests of a page."""
    types: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda text: types.append(json.loads(text)["type"])),
    )
    return types


def load(page: Page, rules: str, size: int) -> None:
    """Load the engine; otherwise the server gets the requests while that takes long."""
    page.evaluate(LOAD, {"rules": rules, "size": size})


def test_the_page_searches_the_same_nodes_as_the_server(new_pages: NewPages) -> None:
    known = json.loads(SIGNATURE.read_text())["nodes"]
    searches = [search for search in fixed_searches() if known[str(search)] < MOST_NODES]
    page = new_pages.open(on_device=True)
    page.goto("/study/rules")
    reports = page.evaluate(SEARCH, [task_of(search) for search in searches])
    nodes = {str(search): report["nodes"] for search, report in zip(searches, reports, strict=True)}
    assert nodes == {str(search): known[str(search)] for search in searches}


@pytest.mark.long
def test_a_position_is_analysed_without_the_server(new_pages: NewPages) -> None:
    page = new_pages.open(on_device=True)
    requests = sent_requests(page)
    page.goto("/study/rules")
    load(page, "normal", 8)
    visit(page, "/analyse#moves=f5d6c3d3c4")
    expect(page.get_by_title("on this device")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_title("on this device")).to_be_visible()
    assert "analyse" not in requests


@pytest.mark.long
def test_the_engine_loads_again_for_the_other_rules(new_pages: NewPages) -> None:
    page = new_pages.open(on_device=True)
    page.goto("/study/rules")
    load(page, "normal", 4)
    load(page, "reversed", 6)
    visit(page, "/analyse#rules=reversed&size=6&moves=b3")
    expect(page.get_by_title("on this device")).to_be_visible()


@pytest.mark.few_cases
@pytest.mark.parametrize("missing", ["**/static/engine/**", "**/static/weights/**"])
def test_the_server_analyses_if_the_engine_cannot_be_loaded(
    new_pages: NewPages, missing: str
) -> None:
    page = new_pages.open(on_device=True)
    new_pages.expect_problem(page, "404|Failed to fetch|ERR_FAILED|engine")
    page.route(missing, lambda route: route.fulfill(status=404, body=""))
    requests = sent_requests(page)
    page.goto("/analyse#moves=f5d6")
    engine = page.get_by_role("region", name="Engine", exact=True)
    expect(engine).to_contain_text("nodes")
    expect(page.get_by_title("on this device")).to_have_count(0)
    assert "analyse" in requests


@pytest.mark.long
def test_a_setting_leaves_the_analysis_to_the_server(new_pages: NewPages) -> None:
    page = new_pages.open(on_device=True)
    page.goto("/study/rules")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Analyse on this device").uncheck()
    requests = sent_requests(page)
    page.goto("/analyse#moves=f5d6")
    expect(page.get_by_role("region", name="Engine", exact=True)).to_contain_text("nodes")
    assert "analyse" in requests


@pytest.mark.long
def test_a_search_without_end_can_be_stopped(new_pages: NewPages) -> None:
    page = new_pages.open(on_device=True)
    page.goto("/study/rules")
    assert page.evaluate(STOP) == ["f5", "f5d6", "f5d6c3"]


@pytest.mark.long
def test_without_shared_memory_a_search_has_many_parts(new_pages: NewPages) -> None:
    page = new_pages.open(on_device=True)
    new_pages.expect_problem(page, "LOCAL_NETWORK_ACCESS")  # of a page that the test has answered
    page.route("**/study/rules", without_isolation)
    page.goto("/study/rules")
    is_isolated, reports = page.evaluate(SLICES)
    assert not is_isolated
    depths = [report["depth"] for report in reports]
    assert depths == sorted(depths), "a part that begins anew reports nothing that is known"
    assert [report["final"] for report in reports] == [*[False] * (len(reports) - 1), True]
    assert depths[-1] > 8


@pytest.mark.long
def test_an_engine_that_died_is_started_again(new_pages: NewPages) -> None:
    page = new_pages.open(on_device=True)
    page.add_init_script(KEEP_WORKERS)
    page.goto("/study/rules")
    assert page.evaluate(DIE) == [[4, "it died", 4], 2]


@pytest.mark.long
def test_the_server_goes_on_if_the_engine_fails_later(new_pages: NewPages) -> None:
    page = new_pages.open(on_device=True)
    page.add_init_script(BREAK_SEARCHES)
    requests = sent_requests(page)
    page.goto("/study/rules")
    load(page, "normal", 8)
    visit(page, "/analyse#moves=f5d6")
    expect(page.get_by_role("region", name="Engine", exact=True)).to_contain_text("nodes")
    assert "analyse" in requests
