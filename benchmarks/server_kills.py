"""Whether games outlive a server that is killed again and again.

Many games are played at once against agents of the server, with `kill -9` at random moments. After
each of them the server is started again with the same file, and the players come back with their
tokens: each compares what it received before with the state of the game now. In the end all games
are finished, and the file has all of them.
"""

import argparse
import asyncio
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from game_clients import Player, Served, Tally, serving
from measure import options, report

from obversi.cli.progress import progress
from obversi.net.store import GameStore

AGENTS = ("level=1", "level=3", "level=6", "greedy")

# The mean time of a move, so that games last while the server is killed.
PAUSE_SECONDS = 0.5

# The longest life of a server before it is killed.
LONGEST_LIFE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Kill:
    """How long the server had lived, and how many games went on without it."""

    after: float
    games: int


def main() -> None:
    arguments = parsed_options()
    tally = Tally()
    kills: list[Kill] = []
    random = Random(arguments.seed)
    players = [
        Player(
            {
                "type": "join",
                "against": AGENTS[number % len(AGENTS)],
                "rules": ("normal", "reversed")[number % 2],
                "size": arguments.size,
            },
            Random(f"{arguments.seed} {number}"),
            tally,
            PAUSE_SECONDS,
        )
        for number in range(arguments.games)
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        progress("servers", arguments.kills + 1) as step,
    ):
        database, log = Path(folder) / "games.db", Path(folder) / "log"
        for number in range(arguments.kills + 1):
            life = random.uniform(0.5, LONGEST_LIFE_SECONDS) if number < arguments.kills else None
            with serving(database, "--rate", "100", log=log) as served:
                asyncio.run(play(players, served, life))
            if life is not None:
                alive = sum(not player.is_over for player in players)
                kills.append(Kill(round(life, 2), alive))
            step()
        with GameStore.open(database, to_serve=False) as store:
            stored = sum(1 for _ in store.records())
        failures = log.read_text().count("Traceback")
    figures = {
        "games": arguments.games,
        "size": arguments.size,
        "agents": AGENTS,
        "kills": [asdict(kill) for kill in kills],
        "returns": tally.returns,
        "lost_moves": tally.lost,
        "ended": tally.ended,
        "errors": tally.errors[:10],
        "games_in_the_file": stored,
        "failures_of_the_server": failures,
    }
    report("server_kills", figures, arguments.save)
    whole = tally.ended == {"finished": arguments.games} and stored == arguments.games
    sys.exit(not whole or bool(tally.lost or tally.errors or failures))


async def play(players: list[Player], served: Served, life: float | None) -> None:
    """Let all play whose games are not over, until they are, or the life of the server ends."""
    games = [
        asyncio.create_task(player.play(served.host, served.port))
        for player in players
        if not player.is_over
    ]
    await asyncio.wait(games, timeout=life)
    if life is not None:
        served.process.kill()
    await asyncio.gather(*games)


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=50, help="at once (%(default)s)")
    parser.add_argument("--kills", type=int, default=5, help="(%(default)s)")
    parser.add_argument("--size", type=int, default=8, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of players and kills (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
