"""How punctual the engine is: the wall time of many moves while other processes want the cores.

The engine plays itself on 8×8 from random openings, in both games by turns. Moves without a choice
are played but not counted. Ctrl-C reports on the moves so far.
"""

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import cycle
from multiprocessing import get_context
from statistics import fmean
from typing import Any

from measure import options, report

import obversi as ob
from obversi.arena import random_openings
from obversi.cli.progress import Steps, progress
from obversi.machine import core_count
from obversi.rules import Rules

# A move is late if it takes this much longer than its limit.
LATE = 1.2
OPENINGS = 200
PERCENTILES = (50, 90, 99, 99.9)
LATEST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class TimedMove:
    """How long a move took, and where: `number` counts the timed moves from 1."""

    seconds: float
    number: int
    rules: Rules
    empties: int


def main() -> None:
    arguments = parsed_options()
    times: list[TimedMove] = []
    failures: list[str] = []
    interrupted = False
    with ob.Engine(arguments.threads, arguments.hash_mb) as engine, busy_processes(arguments.busy):
        try:
            with progress("moves", arguments.moves) as step:
                soak(engine, arguments, times, failures, step)
        except KeyboardInterrupt:
            interrupted = True
        settings = {"threads": engine.threads, "hash_mb": engine.hash_mb, "notes": engine.notes}
    whole = {
        "limit_seconds": arguments.seconds,
        "busy_processes": arguments.busy,
        "cores": core_count(),
    }
    found = {**whole, **settings, "interrupted": interrupted, "failures": failures}
    report(
        "soak", {**found, **(figures(times, arguments.seconds) if times else {})}, arguments.save
    )
    sys.exit(128 + signal.SIGINT if interrupted else bool(failures))


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--moves", type=int, default=2_000, help="to be timed (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move (%(default)s)")
    parser.add_argument(
        "--busy", type=int, default=core_count(), metavar="N", help="other processes (%(default)s)"
    )
    parser.add_argument("--threads", type=int, default=1, help="of the engine (%(default)s)")
    parser.add_argument("--hash-mb", type=int, default=64, help="for the table (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (%(default)s)")
    return parser.parse_args()


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Keep cores busy with other processes during the block."""
    context = get_context("spawn")
    others = [context.Process(target=stay_busy, args=(os.getpid(),)) for _ in range(count)]
    try:
        for other in others:
            other.start()
        yield
    finally:
        for other in others:
            if other.is_alive():
                other.terminate()
                other.join()


def stay_busy(parent: int) -> None:
    """Compute until the parent ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C, and ends this one
    while os.getppid() == parent:
        sum(range(10_000))


def soak(
    engine: ob.Engine,
    arguments: argparse.Namespace,
    times: list[TimedMove],
    failures: list[str],
    step: Steps,
) -> None:
    """Play games until there are enough times, and note every answer that is not a legal move."""
    limit = ob.Limit(seconds=arguments.seconds)
    for opening in openings(arguments.seed):
        board = opening.copy()
        while not board.is_over:
            if len(times) == arguments.moves:
                return
            begin = time.perf_counter()
            try:
                move = engine.play(board, limit)
            except Exception as error:  # whatever goes wrong, the others are still timed
                failures.append(f"{board.to_string()}: {error}")
                break
            elapsed = time.perf_counter() - begin
            if not board.is_legal(move):
                failures.append(f"{board.to_string()}: {move} is not legal")
                break
            if len(board.legal_moves) > 1:
                where = (len(times) + 1, board.rules, len(board.empty))
                times.append(TimedMove(round(elapsed, 4), *where))
                step()
            board.push(move)


def openings(seed: int) -> Iterator[ob.Board]:
    """Go through random openings without end, of both games by turns."""
    normal, other = (
        random_openings(OPENINGS, rules=rules, seed=seed).boards for rules in ("normal", "reversed")
    )
    return cycle(board for pair in zip(normal, other, strict=True) for board in pair)


def figures(moves: list[TimedMove], limit: float) -> dict[str, Any]:
    """Return the statistics of moves, at least one."""
    latest_first = sorted(moves, key=lambda move: -move.seconds)
    ordered = [move.seconds for move in reversed(latest_first)]
    late = [move for move in latest_first if move.seconds > LATE * limit]
    return {
        "moves": len(moves),
        "moves_ready_in_half_the_time": sum(seconds < limit / 2 for seconds in ordered),
        "late_means_seconds": round(LATE * limit, 6),
        "late": len(late),
        "share_late": len(late) / len(moves),
        "latest_seconds": ordered[-1],
        "mean_seconds": round(fmean(ordered), 4),
        "percentiles": {
            str(share): ordered[min(int(len(ordered) * share / 100), len(ordered) - 1)]
            for share in PERCENTILES
        },
        "late_moves": [asdict(move) for move in late[:LATEST_SHOWN]],
    }


if __name__ == "__main__":
    main()
