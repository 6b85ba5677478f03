"""A match on a Dask cluster: two workers against one, and one of two killed in the middle.

The scheduler and the workers are processes of their own, as on other machines. Agents think to
fixed depths, so that every run has the same games, and whether it has is looked at.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measure import options, report

from obversi.arena import Match, PlayersInProcesses, play_tournament, random_openings
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.cluster import ClusterPlayers
from obversi.arena.playing.players import Players
from obversi.cli.progress import progress

SECONDS_TO_START = 60.0

# Enough games that the processes which play them are there.
WARM_UP_PAIRS = 3


@dataclass(slots=True)
class Run:
    """The games of a run as they ended, and what they took."""

    games: list[PlayedGame]
    seconds: float

    def moves(self) -> dict[int, str]:
        """Return the moves of each game by its number."""
        return {
            game.number: " ".join(str(played.move) for played in game.record.moves)
            for game in self.games
        }

    def figures(self, planned: int) -> dict[str, Any]:
        """Return how it went; `twice` are games that were handed out more than once."""
        numbers = Counter(game.number for game in self.games)
        return {
            "seconds": round(self.seconds, 2),
            "games_per_second": round(len(self.games) / self.seconds, 2),
            "games": len(numbers),
            "missing": planned - len(numbers),
            "twice": sum(count > 1 for count in numbers.values()),
            "failures": sum(game.failure is not None for game in self.games),
            "by_place": dict(sorted(Counter(game.place for game in self.games).items())),
        }


def main() -> None:
    parsed = parsed_options()
    planned = 2 * parsed.pairs
    with progress("runs", 5) as step:

        def done(run: Run) -> Run:
            step()
            return run

        runs = {
            "one_process": done(play(parsed, PlayersInProcesses(1))),
            "two_processes": done(play(parsed, PlayersInProcesses(2))),
            "one_worker": done(on_cluster(parsed, ["first"])),
            "two_workers": done(on_cluster(parsed, ["first", "second"])),
            "one_of_two_killed": done(on_cluster(parsed, ["first", "second"], kill=planned // 2)),
        }
    by_run = {name: run.figures(planned) for name, run in runs.items()}
    expected = runs["one_process"].moves()
    figures = {
        "agents": [parsed.a, parsed.b],
        "planned": planned,
        "speed_up_of_two_workers": speed_up(runs["two_workers"], runs["one_worker"]),
        "speed_up_of_two_processes": speed_up(runs["two_processes"], runs["one_process"]),
        "same_games_everywhere": all(run.moves() == expected for run in runs.values()),
        **by_run,
    }
    report("arena_cluster", figures, parsed.save)
    whole = all(not each["missing"] and not each["twice"] for each in by_run.values())
    sys.exit(not (whole and figures["same_games_everywhere"]))


def speed_up(run: Run, over: Run) -> float:
    return round(over.seconds / run.seconds, 3)


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=100, help="of games (%(default)s)")
    parser.add_argument("--a", default="engine:depth=10", help="an agent (%(default)s)")
    parser.add_argument("--b", default="engine:depth=9", help="another (%(default)s)")
    parser.add_argument("--rules", default="normal", help="(%(default)s)")
    parser.add_argument("--size", type=int, default=8, help="(%(default)s)")
    return parser.parse_args()


def on_cluster(parsed: argparse.Namespace, names: list[str], kill: int | None = None) -> Run:
    """Play on workers of these names; after some games the first of them is killed."""
    with cluster(names) as (address, workers):
        warm_up = argparse.Namespace(**{**vars(parsed), "pairs": WARM_UP_PAIRS * len(names)})
        play(warm_up, ClusterPlayers(address))
        return play(parsed, ClusterPlayers(address), workers[0], kill)


def play(
    parsed: argparse.Namespace,
    players: Players,
    victim: subprocess.Popen[bytes] | None = None,
    kill: int | None = None,
) -> Run:
    openings = random_openings(parsed.pairs, size=parsed.size, rules=parsed.rules, seed=1)
    tournament = Match(parsed.a, parsed.b, openings, parsed.pairs, seed=1).tournament()
    games: list[PlayedGame] = []
    begin = time.perf_counter()
    for finished in play_tournament(tournament, players):
        games += finished
        if victim is not None and kill is not None and len(games) >= kill:
            victim.kill()
    return Run(games, time.perf_counter() - begin)


@contextmanager
def cluster(names: list[str]) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and workers of one thread each, and end them."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as processes:
        scheduler_file = Path(folder) / "scheduler.json"
        here = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(scheduler_file))
        processes.enter_context(dask("scheduler", "--port", "0", *here))
        wait_until(scheduler_file.exists)
        alone = ("--nthreads", "1", "--no-nanny", "--local-directory", folder)
        workers = [
            processes.enter_context(dask("worker", "--name", name, *alone, *here)) for name in names
        ]
        yield json.loads(scheduler_file.read_text())["address"], workers


@contextmanager
def dask(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command of Dask's as long as it is needed."""
    command = [sys.executable, "-m", "dask", *arguments]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not what():
        if time.monotonic() > deadline:
            sys.exit("the Dask scheduler does not start")
        time.sleep(0.05)


if __name__ == "__main__":
    main()
