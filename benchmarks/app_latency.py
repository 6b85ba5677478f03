"""How long the app lets people wait: on the wire, and in a real browser.

On the wire: the time from the message of a move in the analysis to the first values of the new
position, under both rule sets. In a browser: the time from an address to a board that can be
played, and from a click in the analysis until the first value stands on a square. Each is measured
alone, and while three others analyse without end and one plays against the clock, whose clock has
to show what he took, and nothing of what the others want.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from app_browser import (
    AppProcess,
    BoardOnPage,
    app_process,
    milliseconds_to_playable,
    started_browser,
)
from app_clients import Analyst, TimedPlayer, first_waits
from measure import options, report
from playwright.sync_api import Browser, ViewportSize

from obversi.machine import core_count

_SIZE: ViewportSize = {"width": 1280, "height": 800}

# Click a square, and return after how many milliseconds the first and all values were shown.
_CLICK = """
async (square) => {
  const grid = document.querySelector("[role=grid]");
  const before = grid.getAttribute("aria-label");
  const named = (words) => grid.querySelectorAll(`button[aria-label*="${words}"]`).length;
  const began = performance.now();
  grid.querySelector(`[data-square=${square}]`).click();
  let first = null;
  return await new Promise((resolve) => {
    const look = () => {
      const label = grid.getAttribute("aria-label");
      if (label === before) return;
      if (label.includes("game over")) resolve(null);
      if (first === null && named(", value ") > 0) first = performance.now() - began;
      if (first !== null && named(", value ") >= named(", legal")) {
        observer.disconnect();
        resolve({ first_ms: first, all_ms: performance.now() - began });
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(grid, { subtree: true, childList: true, attributes: true });
    look();
  });
}
"""


def main() -> None:
    args = parsed_options()
    figures: dict[str, Any] = {"cores": core_count(), "load": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder, app_process(Path(folder) / "games.db") as app:
        figures["first_values_after_start_ms"] = milliseconds(first_waits(app.address, "normal", 1))
        on_wire = [first_values_on_wire(app, args.moves)]
        player = TimedPlayer(app.address, args.against, args.think)
        with crowd(app, player, args.others):
            on_wire.append(first_values_on_wire(app, args.moves))
            while len(player.excesses) < args.moves:
                if not player.is_here:
                    raise RuntimeError("the player who is to be measured is gone")
                time.sleep(0.1)
        figures["others"] = args.others
        figures["first_values_on_wire_ms"] = {"alone": on_wire[0], "beside_others": on_wire[1]}
        figures["player"] = {
            "against": args.against,
            "clock_beyond_own_time_ms": summary(milliseconds(player.excesses)),
            "answers_ms": summary(milliseconds(player.answers)),
        }
        if not args.no_browser:
            figures["in_browser"] = figures_in_browser(app, args)
    figures["load_at_end"] = os.getloadavg()[0]
    report("app_latency", figures, args.save)


def figures_in_browser(app: AppProcess, args: argparse.Namespace) -> dict[str, Any]:
    """Return what a browser shows, and when."""
    with started_browser() as browser:
        figures = {
            "first_page_ms": summary(first_pages(browser, app, args.pages)),
            "values_alone": first_values(browser, app, args.moves),
        }
        with crowd(app, TimedPlayer(app.address, args.against, args.think), args.others):
            figures["values_beside_others"] = first_values(browser, app, args.moves)
    return figures


@contextmanager
def crowd(app: AppProcess, player: TimedPlayer, others: int) -> Iterator[None]:
    """Have a player and others who analyse without end, until the end of the block."""
    with ExitStack() as clients:
        clients.enter_context(player)
        for _ in range(others):
            clients.enter_context(Analyst(app.address))
        time.sleep(1)  # so that all of them are at it
        yield


def first_values_on_wire(app: AppProcess, moves: int) -> dict[str, Any]:
    """Go through positions of both games."""
    return {
        rules: summary(milliseconds(first_waits(app.address, rules, moves)))
        for rules in ("normal", "reversed")
    }


def milliseconds(seconds: list[float]) -> list[float]:
    """Return times as they are reported."""
    return [round(1000 * each, 1) for each in seconds]


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, default=10, help="opened (%(default)s)")
    parser.add_argument("--moves", type=int, default=30, help="of the analysis (%(default)s)")
    parser.add_argument("--others", type=int, default=3, help="who analyse (%(default)s)")
    parser.add_argument("--no-browser", action="store_true", help="measure on the wire alone")
    parser.add_argument("--against", default="level=12", help="of the player (%(default)s)")
    parser.add_argument(
        "--think", type=float, default=0.3, help="of the player, in s (%(default)s)"
    )
    return parser.parse_args()


def first_pages(browser: Browser, app: AppProcess, number: int) -> list[float]:
    """Open the app in browsers that have nothing of it yet; return milliseconds."""
    times = []
    for _ in range(number):
        with browser.new_context(base_url=app.address, viewport=_SIZE) as context:
            times.append(milliseconds_to_playable(context.new_page(), "/"))
    return times


def first_values(browser: Browser, app: AppProcess, moves: int) -> dict[str, Any]:
    """Play random moves in the analysis, each as soon as the values of the last are there."""
    random = Random(1)
    waits: list[dict[str, float]] = []
    with browser.new_context(base_url=app.address, viewport=_SIZE) as context:
        page = context.new_page()
        board = BoardOnPage(page)
        while len(waits) < moves:
            page.goto("about:blank")
            page.goto("/analyse")
            board.valued.first.wait_for()
            while len(waits) < moves and (squares := board.legal_squares()):
                wait = page.evaluate(_CLICK, random.choice(squares))
                if wait is None:  # the game is over
                    break
                waits.append(wait)
    return {kind: summary([wait[kind] for wait in waits]) for kind in ("first_ms", "all_ms")}


def summary(times: list[float]) -> dict[str, float]:
    """Return what a list of times says."""
    return {
        "number": len(times),
        "median": round(statistics.median(times), 1),
        "p95": round(statistics.quantiles(times, n=20, method="inclusive")[-1], 1),
        "worst": round(max(times), 1),
    }


if __name__ == "__main__":
    main()
