"""Playouts a second of the Monte Carlo tree search, on one thread."""

from random import Random

from measure import options, report, seconds_of

import obversi as ob
from obversi.cli.progress import progress
from obversi.rules import Rules
from obversi.textbook import mcts

PLAYOUTS = 200_000
EMPTIES = (60, 40, 30, 20)


def position(rules: Rules, empties: int) -> ob.Board:
    """Return a position of a random 8×8 game."""
    choose = Random(1)
    board = ob.Board(rules=rules)
    while len(board.empty) > empties:
        board.push(choose.choice(board.legal_moves))
    return board


def playouts_per_second(board: ob.Board) -> int:
    seconds = seconds_of(lambda: mcts(board, PLAYOUTS, seed=1), rounds=3)
    return round(PLAYOUTS / seconds)


def main() -> None:
    save = options(__doc__).parse_args().save
    figures = {}
    with progress("playing", 2 * len(EMPTIES)) as step:
        for rules in ("normal", "reversed"):
            for empties in EMPTIES:
                speed = playouts_per_second(position(rules, empties))
                figures[f"{rules}_with_{empties}_empty"] = speed
                step()
    report("monte_carlo", {"playouts": PLAYOUTS, "playouts_per_second": figures}, save)


if __name__ == "__main__":
    main()
