"""The engine in a page beside the same search outside it: FFO 40 and 6×6, on one thread each.

Both solve the same positions in turn, so that a busy machine slows both.
"""

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from app_browser import app_process, started_browser
from measure import options, report

import obversi as ob
from obversi.engine import Engine
from obversi.formats import obf

HASH_MB = 256

SOLVE = """
async ({ own, opp, size, isReversed, rules, hashBytes }) => {
  const { startEngine } = await import("/static/js/engine/local_engine.js");
  const engine = startEngine({ threads: 1, hashBytes });
  await engine.prepare(rules, size);
  const task = { own: BigInt(own), opp: BigInt(opp), size, isReversed, isExact: true };
  const begin = performance.now();
  const found = await engine.search({ ...task, seconds: 0, depth: 0, nodes: 0, lines: 1 });
  engine.close();
  const { margin, exact } = found.lines[0];
  return { margin, exact, nodes: found.nodes, seconds: (performance.now() - begin) / 1000 };
}
"""


def in_page(page: Any, board: ob.Board) -> dict[str, Any]:
    own, opp = board.bits
    task = {
        "own": str(own),
        "opp": str(opp),
        "size": board.size,
        "isReversed": board.rules == "reversed",
        "rules": board.rules,
        "hashBytes": HASH_MB << 20,
    }
    found: dict[str, Any] = page.evaluate(SOLVE, task)
    return found


def outside(board: ob.Board) -> dict[str, Any]:
    with Engine(1, HASH_MB) as engine:
        engine.evaluate(board)
        begin = time.perf_counter()
        found = engine.solve(board)
        seconds = time.perf_counter() - begin
    return {"margin": found.margin, "exact": found.exact, "nodes": found.nodes, "seconds": seconds}


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("suite", type=Path, help="the file with FFO 40 as its first position")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with arguments.suite.open(encoding="utf-8") as file:
        ffo = next(obf.read(file)).start
    figures = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        app_process(Path(folder) / "games.db") as app,
        started_browser() as browser,
    ):
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(f"{app.address}/study")
        for name, board in (("FFO 40", ffo), ("6×6 normal", ob.Board(6))):
            rounds = []
            for _ in range(arguments.rounds):
                rounds.append({"outside": outside(board), "page": in_page(page, board)})
                print(name, rounds[-1], file=sys.stderr)
            best = {side: min(one[side]["seconds"] for one in rounds) for side in rounds[0]}
            figures[name] = {
                **{side: rounds[0][side] | {"seconds": round(best[side], 2)} for side in best},
                "share_of_speed": round(best["outside"] / best["page"], 2),
            }
    report("page_engine", {"threads": 1, "hash_mb": HASH_MB, **figures}, arguments.save)


if __name__ == "__main__":
    main()
