"""The most memory a process has resident that plays whole games with a small table.

The games are played in a process of their own, which loads nothing else: both games on all sizes.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from multiprocessing import get_context

from measure import options, peak_megabytes, report

import obversi as ob
from obversi.rules import RULES, Rules


def main() -> None:
    # The process that plays loads this file too, and does without what a bar needs.
    from obversi.cli.progress import progress

    args = parsed_options()
    games = [*product(ob.SIZES, RULES)] * args.rounds
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as player,
        progress("games", 1 + len(games)) as step,
    ):
        before = player.submit(peak_megabytes).result()
        step()
        moves, peak = 0, before
        for size, rules in games:
            game = player.submit(play, size, rules, args.seconds, args.threads, args.hash_mb)
            plies, peak = game.result()
            moves += plies
            step()
    settings = {
        "threads": args.threads,
        "hash_mb": args.hash_mb,
        "limit_seconds": args.seconds,
    }
    found = {"megabytes_before_the_first_game": round(before, 1), "peak_megabytes": round(peak, 1)}
    report("memory", {**settings, "games": len(games), "moves": moves, **found}, args.save)


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--hash-mb", type=int, default=16, help="for the table (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="cores to search on (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move (%(default)s)")
    parser.add_argument("--rounds", type=int, default=2, help="games of each kind (%(default)s)")
    return parser.parse_args()


@cache
def engine(threads: int, hash_mb: int) -> ob.Engine:
    return ob.Engine(threads, hash_mb)


def play(size: int, rules: Rules, seconds: float, threads: int, hash_mb: int) -> tuple[int, float]:
    """Play a game to its end, and return its plies and the most memory there was until then."""
    board = ob.Board(size, rules)
    while not board.is_over:
        board.push(engine(threads, hash_mb).play(board, ob.Limit(seconds=seconds)))
    return board.ply, peak_megabytes()


if __name__ == "__main__":
    main()
