"""Whether a tournament that is killed again and again has the games of one that was left alone.

The same command is run once undisturbed, and once with `kill -9` at random moments: by turns of all
its processes, and of the first one alone, which the others have to notice. After each kill the
games that are stored are looked at, and in the end all games, one by one.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from measure import options, report

from obversi.arena.game.played import PlayedGame
from obversi.arena.store.store import Store
from obversi.cli.progress import Steps, progress
from obversi.errors import ObversiError

# Quick ones, whose moves depend on nothing but their seeds.
AGENTS = ("random", "greedy", "r4:depth=4", "r3:depth=4", "engine:depth=8")

# Games of everyone against everyone, for each pair of games that two have.
GAMES_FOR_A_PAIR = len(AGENTS) * (len(AGENTS) - 1)

# The share of kills before a run has stored a game.
SHARE_EARLY = 0.25

# The mean share of the tournament that is left after the last kill.
SHARE_LEFT = 0.25

# How many seconds processes may outlive their parent.
LONGEST_AFTERLIFE = 60.0

ALL, FIRST = "all processes", "the first process"

Games = dict[int, PlayedGame]


@dataclass(frozen=True, slots=True)
class Kill:
    """Whom it killed, how many seconds after the command, and how many games were stored then.

    The other processes of the command were there for `afterlife` seconds more.
    """

    of: str
    after: float
    games: int
    afterlife: float


@dataclass(slots=True)
class Killed:
    """The kills of a tournament, the games it had after the last, and those that had changed."""

    kills: list[Kill] = field(default_factory=list)
    games: Games = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)

    def look(self, games: Games) -> None:
        """Compare what is stored now with what was stored before."""
        self.changed |= {number for number, game in self.games.items() if games.get(number) != game}
        self.games = games


def main() -> None:
    arguments = parsed_options()
    with tempfile.TemporaryDirectory() as folder, progress("runs", arguments.kills + 2) as step:
        left_alone, killed = (Path(folder) / name for name in ("alone.db", "killed.db"))
        to_begin, to_play = undisturbed(arguments, left_alone)
        step()
        between = 2 * (1 - SHARE_LEFT) * to_play / max(arguments.kills, 1)
        history = disturbed(arguments, killed, to_begin, between, step)
        _, to_end = undisturbed(arguments, killed)
        step()
        expected, found = stored_games(left_alone), stored_games(killed)
    history.look(found)
    compared = comparison(expected, found)
    figures = {
        "agents": AGENTS,
        "rules": arguments.rules,
        "size": arguments.size,
        "concurrency": arguments.concurrency,
        **compared,
        "changed_after_they_were_stored": len(history.changed),
        "kills": len(history.kills),
        "kills_between_first_and_last_game": sum(
            0 < kill.games < len(expected) for kill in history.kills
        ),
        "longest_afterlife": max((kill.afterlife for kill in history.kills), default=None),
        "seconds_to_first_game": round(to_begin, 2),
        "seconds_of_games": round(to_play, 2),
        "seconds_of_games_after_last_kill": round(to_end, 2),
        "moments": [asdict(kill) for kill in history.kills],
    }
    report("arena_kills", figures, arguments.save)
    whole = compared["games"] == compared["same"] == len(found) == arguments.games
    sys.exit(not whole or bool(history.changed))


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=500, help="of the tournament (%(default)s)")
    parser.add_argument("--kills", type=int, default=20, help="(%(default)s)")
    parser.add_argument("--rules", default="normal", help="(%(default)s)")
    parser.add_argument("--size", type=int, default=8, help="(%(default)s)")
    parser.add_argument("--concurrency", type=int, default=2, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of games and kills (%(default)s)")
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.games % GAMES_FOR_A_PAIR:
        parser.error(f"--games has to be a multiple of {GAMES_FOR_A_PAIR}")
    return arguments


def undisturbed(arguments: argparse.Namespace, path: Path) -> tuple[float, float]:
    """Run the command to its end: the seconds to the first new game, and from there to the end."""
    begin = time.perf_counter()
    with started(arguments, path) as process:
        wait_for_new_game(process, path)
        first = time.perf_counter()
        process.wait()
    check_ended_well(process, path)
    return first - begin, time.perf_counter() - first


def disturbed(
    arguments: argparse.Namespace, path: Path, to_begin: float, to_play: float, step: Steps
) -> Killed:
    """Run the command again and again, and kill it each time, before its first game or after."""
    random = Random(arguments.seed)
    history = Killed()
    for number in range(arguments.kills):
        early = random.random() < SHARE_EARLY
        timeout = random.uniform(0, to_begin if early else to_play)
        begin = time.perf_counter()
        with started(arguments, path) as process:
            if not early:
                wait_for_new_game(process, path)
            try:
                process.wait(timeout)
            except subprocess.TimeoutExpired:
                of = (ALL, FIRST)[number % 2]
                after = time.perf_counter() - begin
                afterlife = kill(process, of)
                games = stored_games(path)
                history.kills.append(Kill(of, round(after, 3), len(games), round(afterlife, 3)))
                history.look(games)
            else:
                check_ended_well(process, path)
        step()
    return history


def kill(process: subprocess.Popen[bytes], of: str) -> float:
    """Kill a command, and return the seconds until the processes are gone that it had begun."""
    others = descendants(process.pid)
    for killed in (process.pid, *(others if of == ALL else ())):
        with suppress(ProcessLookupError):
            os.kill(killed, signal.SIGKILL)
    process.wait()
    return seconds_until_gone(others)


def wait_for_new_game(process: subprocess.Popen[bytes], path: Path) -> None:
    """Wait until a command has stored a game, or ends without one."""
    before = len(stored_games(path))
    while process.poll() is None and len(stored_games(path)) == before:
        time.sleep(0.02)


def started(arguments: argparse.Namespace, path: Path) -> subprocess.Popen[bytes]:
    """Start the command."""
    command = [sys.executable, "-m", "obversi", "arena", "run", *AGENTS]
    settings = {
        "pairs": arguments.games // GAMES_FOR_A_PAIR,
        "rules": arguments.rules,
        "size": arguments.size,
        "seed": arguments.seed,
        "time": 60,  # more than any game needs, so that none is lost on time
        "concurrency": arguments.concurrency,
        "db": path,
    }
    command += [text for name, value in settings.items() for text in (f"--{name}", str(value))]
    with log_of(path).open("ab") as log:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )


def check_ended_well(process: subprocess.Popen[bytes], path: Path) -> None:
    if process.returncode != 0:
        last = log_of(path).read_text().splitlines()[-1:]
        sys.exit(f"the command failed with status {process.returncode}: {' '.join(last)}")


def log_of(path: Path) -> Path:
    return path.with_suffix(".log")


def descendants(process: int) -> set[int]:
    """Return the processes that a process has begun, and those that these have."""
    children = {pid for pid, parent in living_processes().items() if parent == process}
    return children.union(*map(descendants, children))


def living_processes() -> dict[int, int]:
    """Return all processes with their parents, but none that is dead and only not buried yet."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    )
    lines = [line.split() for line in listed.stdout.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in lines if not state.startswith("Z")}


def seconds_until_gone(processes: set[int]) -> float:
    begin = time.perf_counter()
    while processes & living_processes().keys():
        if time.perf_counter() - begin > LONGEST_AFTERLIFE:
            sys.exit(f"a command was killed {LONGEST_AFTERLIFE} s ago and has processes still")
        time.sleep(0.01)
    return time.perf_counter() - begin


def stored_games(path: Path) -> Games:
    """Return the games of the one tournament in a file; none if the command came not so far."""
    try:
        with Store.open(path, create=False) as store:
            if len(store.tournaments()) > 1:
                sys.exit("the same command has begun a second tournament")
            games = store.games(1)
    except ObversiError:
        return {}
    by_number = {game.number: game for game in games}
    if len(by_number) < len(games):
        sys.exit("a game is stored twice")
    return by_number


def comparison(expected: Games, found: Games) -> dict[str, int]:
    """Count the games that are the same in both, and those that are not."""
    both = expected.keys() & found.keys()
    same = sum(essence(expected[number]) == essence(found[number]) for number in both)
    return {
        "games": len(expected),
        "same": same,
        "different": len(both) - same,
        "missing": len(expected.keys() - found.keys()),
        "not_expected": len(found.keys() - expected.keys()),
    }


def essence(game: PlayedGame) -> tuple[object, ...]:
    """Return what of a game is the same whenever it is played."""
    record = game.record
    moves = [(played.move, played.value) for played in record.moves]
    who = (game.pair, game.round, game.a, game.b, game.a_color, record.black, record.white)
    return (*who, record.start, moves, record.result, game.ending, game.depths, game.nodes)


if __name__ == "__main__":
    main()
