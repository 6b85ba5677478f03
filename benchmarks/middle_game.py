"""Time and nodes to a depth from the start position, on one thread with an empty table."""

from typing import Any

from measure import options, report

import obversi as ob
from obversi.rules import Rules

DEPTHS = (12, 16, 20)
HASH_MB = 256


def main() -> None:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="take the fastest of this number (3)")
    arguments = parser.parse_args()
    found = [
        searched(rules, depth, arguments.rounds)
        for rules in ("normal", "reversed")
        for depth in DEPTHS
    ]
    report("middle_game", {"threads": 1, "hash_mb": HASH_MB, "searches": found}, arguments.save)


def searched(rules: Rules, depth: int, rounds: int) -> dict[str, Any]:
    with ob.Engine(hash_mb=HASH_MB) as engine:
        analyses = []
        for _ in range(rounds):
            engine.clear()
            analyses.append(engine.analyse(ob.Board(rules=rules), ob.Limit(depth=depth)))
    fastest = min(analyses, key=lambda analysis: analysis.seconds)
    return {
        "rules": rules,
        "depth": depth,
        "margin": fastest.margin,
        "selectivity": fastest.selectivity,
        "nodes": fastest.nodes,
        "seconds": round(fastest.seconds, 3),
        "million_nodes_per_second": round(fastest.nodes / fastest.seconds / 1e6, 2),
    }


if __name__ == "__main__":
    main()
