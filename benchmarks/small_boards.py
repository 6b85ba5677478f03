"""The games that can be solved from their start, 4×4 and 6×6 by both rules, and what that takes."""

import argparse
import sys
from itertools import product
from typing import Any

from measure import options, peak_megabytes, report

import obversi as ob
from obversi.cli.progress import progress
from obversi.rules import Rules

# For black, who moves first.
KNOWN = {(4, "normal"): -10, (4, "reversed"): 4, (6, "normal"): -4, (6, "reversed"): 2}


def main() -> None:
    arguments = parsed_options()
    games = list(product(arguments.size, arguments.rules))
    found = []
    with progress("solving", len(games)) as step:
        for size, rules in games:
            found.append(solved(size, rules, arguments.threads, arguments.hash_mb))
            step()
    settings = {"threads": arguments.threads, "hash_mb": arguments.hash_mb}
    figures = {**settings, "peak_megabytes": round(peak_megabytes(), 1), "games": found}
    report("small_boards", figures, arguments.save)
    sys.exit(not all(game["agrees"] for game in found))


def parsed_options() -> argparse.Namespace:
    parser = options(__doc__)
    parser.add_argument("--size", type=int, nargs="+", choices=(4, 6), default=(4, 6))
    both = ("normal", "reversed")
    parser.add_argument("--rules", nargs="+", choices=both, default=both)
    parser.add_argument("--threads", type=int, default=2, help="cores to search on (%(default)s)")
    parser.add_argument("--hash-mb", type=int, default=1024, help="for the table (%(default)s)")
    return parser.parse_args()


def solved(size: int, rules: Rules, threads: int, hash_mb: int) -> dict[str, Any]:
    board = ob.Board(size, rules)
    with ob.Engine(threads, hash_mb) as engine:
        analysis = engine.solve(board)
    end = board.copy()
    for move in analysis.pv:
        end.push(move)
    return {
        "size": size,
        "rules": rules,
        "margin": analysis.margin,
        "agrees": analysis.margin == KNOWN[size, rules],
        "line": " ".join(analysis.pv),
        "line_ends_the_game": end.is_over,
        "line_margin": end.margin(board.turn),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "million_nodes_per_second": round(analysis.nodes / analysis.seconds / 1e6, 2),
        "notes": analysis.notes,
    }


if __name__ == "__main__":
    main()
