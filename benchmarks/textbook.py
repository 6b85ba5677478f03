"""The textbook searches: nodes a second of alpha-beta, and the depth of deepening in its time.

All positions are from random games on 8×8, of both rule sets by turns. Alpha-beta judges by R4's
evaluation; deepening by R2's, with the time that R2 had for a move.
"""

import argparse
import random
from collections.abc import Iterator
from itertools import cycle, islice
from statistics import fmean
from typing import Any

from measure import options, report

import obversi as ob
from obversi.cli.progress import Steps, progress
from obversi.rules import RULES, Rules
from obversi.textbook import alpha_beta, deepening

# By the discs on the board. R2 calls 25 to 52 the middle game; in the endgame here, most searches
# come near the end without seeing all of it.
MIDDLE_GAME = range(25, 45)
ENDGAME = range(45, 53)


def main() -> None:
    arguments = parsed_options()
    with progress("searching", 3 * arguments.positions) as step:
        figures = {
            "seed": arguments.seed,
            "positions": arguments.positions,
            "alpha_beta": alpha_beta_figures(arguments, step),
            "deepening_seconds": arguments.seconds,
            "deepening": {
                "middle_game": deepening_figures(arguments, MIDDLE_GAME, step),
                "endgame": deepening_figures(arguments, ENDGAME, step),
            },
        }
    report("textbook", figures, arguments.save)


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=10, help="of each kind (%(default)s)")
    parser.add_argument("--depth", type=int, default=8, help="of alpha-beta (%(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="to deepen (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (%(default)s)")
    return parser.parse_args()


def some_positions(arguments: argparse.Namespace, discs: range) -> Iterator[ob.Board]:
    choose = random.Random(arguments.seed)
    games = (board_with(choose, rules, choose.choice(discs)) for rules in cycle(RULES))
    return islice((board for board in games if board is not None), arguments.positions)


def board_with(choose: random.Random, rules: Rules, discs: int) -> ob.Board | None:
    """Return a board with this number of discs from a random game, or None if it ended before."""
    board = ob.Board(rules=rules)
    while 64 - len(board.empty) < discs or board.must_pass:
        if board.is_over:
            return None
        board.push(choose.choice(board.legal_moves))
    return None if board.is_over else board


def alpha_beta_figures(arguments: argparse.Namespace, step: Steps) -> dict[str, Any]:
    nodes = evaluations = 0
    seconds = 0.0
    for board in some_positions(arguments, MIDDLE_GAME):
        found = alpha_beta(board, "r4", arguments.depth)
        nodes, evaluations = nodes + found.nodes, evaluations + found.evaluations
        seconds += found.seconds
        step()
    return {
        "depth": arguments.depth,
        "nodes": nodes,
        "evaluations": evaluations,
        "seconds": round(seconds, 3),
        "million_nodes_per_second": round(nodes / seconds / 1e6, 2),
        "million_evaluations_per_second": round(evaluations / seconds / 1e6, 2),
    }


def deepening_figures(arguments: argparse.Namespace, discs: range, step: Steps) -> dict[str, Any]:
    depths, seconds, evaluations = [], [], 0
    for board in some_positions(arguments, discs):
        found = deepening(board, "r2", arguments.seconds)
        depths.append(found.depth)
        seconds.append(found.seconds)
        evaluations += found.evaluations
        step()
    return {
        "discs": [discs.start, discs.stop - 1],
        "mean_depth": round(fmean(depths), 2),
        "depths": depths,
        "mean_seconds": round(fmean(seconds), 3),
        "longest_seconds": round(max(seconds), 3),
        "million_evaluations_per_second": round(evaluations / sum(seconds) / 1e6, 2),
    }


if __name__ == "__main__":
    main()
