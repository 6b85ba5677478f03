"""How quickly a server answers while many games are played at once.

One process has all the players, each with a connection and a game of its own, half of them in the
reversed game. They move at random and at once, so that the server never has a moment of rest;
`--pause 1` lets them think for a second on average, as quick people do. An answer is what happens
between a move and the next turn.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from game_clients import Player, Served, Tally, percentile, resident_megabytes, serving
from measure import options, report

from obversi.cli.progress import progress
from obversi.machine import core_count, processor_seconds

PERCENTILES = (50, 90, 95, 99, 99.9)

# Who waits longer notices it.
LIMIT_SECONDS = 0.3
SHARE_WITHIN = 0.95


def main() -> None:
    arguments = parsed_options()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "games.db") as served:
        begin = time.perf_counter()
        asyncio.run(play(arguments, served, tally))
        elapsed = time.perf_counter() - begin
        memory = resident_megabytes(served.process.pid)
        processor = processor_seconds(served.process.pid)
    within = sum(answer <= LIMIT_SECONDS for answer in tally.answers) / len(tally.answers)
    figures: dict[str, Any] = {
        "cores": core_count(),
        "games": arguments.games,
        "against": arguments.against,
        "size": arguments.size,
        "pause_seconds": arguments.pause,
        "ended": tally.ended,
        "errors": tally.errors[:10],
        "answers": len(tally.answers),
        "seconds": round(elapsed, 2),
        "answers_a_second": round(len(tally.answers) / elapsed, 1),
        "share_within_0.3_s": round(within, 4),
        "percentiles": {str(share): percentile(tally.answers, share) for share in PERCENTILES},
        "slowest": round(max(tally.answers), 4),
        "server_processor_seconds": round(processor or 0, 2),
        "server_megabytes": memory,
    }
    report("server_games", figures, arguments.save)
    whole = tally.ended == {"finished": arguments.games} and not tally.errors
    sys.exit(not (whole and within >= SHARE_WITHIN))


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="at once (%(default)s)")
    parser.add_argument("--against", default="level=3", help="(%(default)s)")
    parser.add_argument("--size", type=int, default=8, help="(%(default)s)")
    parser.add_argument(
        "--pause", type=float, default=0.0, help="before a move, in s (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the players (%(default)s)")
    return parser.parse_args()


async def play(arguments: argparse.Namespace, served: Served, tally: Tally) -> None:
    """Play all games at once, to their end."""
    players = []
    for number in range(arguments.games):
        rules = ("normal", "reversed")[number % 2]
        join = {
            "type": "join",
            "against": arguments.against,
            "rules": rules,
            "size": arguments.size,
        }
        players.append(Player(join, Random(f"{arguments.seed} {number}"), tally, arguments.pause))
    with progress("games", arguments.games) as step:
        for done in asyncio.as_completed(
            [player.play(served.host, served.port) for player in players]
        ):
            await done
            step()


if __name__ == "__main__":
    main()
