"""A whole class judged by one command: how long it takes, and what three `kill -9` do to it.

The contest is run once undisturbed, then again with kills at random moments, if any. A third has
the same files under other names, in another order and one game at a time. All games of the round
robin have to be the same in all of them; the third has no other games.
"""

import argparse
import csv
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from class_of_agents import write_class
from measure import options, report

from obversi.arena.store.store import Store
from obversi.cli.progress import progress
from obversi.errors import ObversiError

COMMAND = [sys.executable, "-m", "obversi"]

# What of a row of grades does not depend on how long anything took.
COLUMNS = ("place", "grade", "boards_right", "round_robin_points", "failures", "problem")

# Kills come within this share of the time of an undisturbed contest.
SHARE_KILLED = 0.8

# How many seconds processes may outlive their parent.
LONGEST_AFTERLIFE = 30.0

# The moves and the result of a game, by the file of black and that of white.
Games = dict[tuple[str, str], tuple[str, object]]


@dataclass(frozen=True, slots=True)
class Kill:
    """When a contest was killed, in seconds after its command, and how many games it had then.

    Its other processes were there for `afterlife` seconds more.
    """

    after: float
    games: int
    afterlife: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What a contest came to: its games, and a row of grades for each file."""

    games: Games
    grades: Mapping[str, Mapping[str, str]]
    seconds: float


def main() -> None:
    arguments = parsed_options()
    with tempfile.TemporaryDirectory() as folder, progress("contests", 3) as step:
        place = Path(folder)
        playing = write_class(place / "class", arguments.students, arguments.broken, arguments.seed)
        preset = place / "class.toml"
        preset.write_text(preset_text(arguments, arguments.race_rounds))
        alone = judged(preset, place / "class", place / "alone", arguments.concurrency)
        step()
        kills = killed(arguments, preset, place, alone.seconds)
        after_kills = alone
        if arguments.kills:
            after_kills = judged(preset, place / "class", place / "killed", arguments.concurrency)
        step()
        renamed = write_renamed(place / "class", place / "renamed")
        preset.write_text(preset_text(arguments, race_rounds=0))
        reordered = judged(preset, place / "renamed", place / "reordered", 1)
        step()
    in_order = with_names(reordered, renamed)
    planned = len(playing) * (len(playing) - 1)
    figures = {
        "students": arguments.students,
        "broken": arguments.broken,
        "move_seconds": arguments.seconds,
        "size": arguments.size,
        "rules": arguments.rules,
        "concurrency": arguments.concurrency,
        "games": len(alone.games),
        "planned": planned,
        "seconds": round(alone.seconds, 1),
        "games_per_second": round(len(alone.games) / alone.seconds, 2),
        "seconds_after_last_kill": round(after_kills.seconds, 1),
        "kills": [asdict(kill) for kill in kills],
        "other_games_after_kills": differences(alone.games, after_kills.games),
        "other_grades_after_kills": differences(alone.grades, after_kills.grades),
        "other_games_in_other_order": differences(alone.games, in_order.games),
        "lost_by_failure": sum(bool(row["failures"]) for row in alone.grades.values()),
    }
    report("judge_class", figures, arguments.save)
    whole = len(alone.games) == planned and len(alone.grades) == arguments.students
    sys.exit(not whole or any(figures[name] for name in figures if name.startswith("other_")))


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--students", type=int, default=30, help="(%(default)s)")
    parser.add_argument("--broken", type=int, default=2, help="files of them (%(default)s)")
    parser.add_argument("--kills", type=int, default=3, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.05, help="a move (%(default)s)")
    parser.add_argument("--race-rounds", type=int, default=3, help="(%(default)s)")
    parser.add_argument("--boards", type=int, default=10, help="of usability (%(default)s)")
    parser.add_argument("--rules", default="reversed", help="(%(default)s)")
    parser.add_argument("--size", type=int, default=8, help="(%(default)s)")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count(), help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of class and kills (%(default)s)")
    return parser.parse_args()


def preset_text(arguments: argparse.Namespace, race_rounds: int) -> str:
    """Return the rules of the course; what is not said is as in cs303."""
    return f"""
name = "class"
size = {arguments.size}
rules = "{arguments.rules}"
[time]
move_seconds = {arguments.seconds}
[contest]
usability_boards = {arguments.boards}
race_rounds = {race_rounds}
"""


def command(
    preset: Path, files: Path, results: Path, concurrency: int, *more: str
) -> subprocess.Popen[bytes]:
    """Start the one command that judges a class, with more options if wanted."""
    words = [*COMMAND, "judge", "run", str(files), "--out", str(results)]
    words += ["--preset", str(preset), "--concurrency", str(concurrency), *more]
    with results.with_suffix(".log").open("ab") as log:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log
        )


def judged(preset: Path, files: Path, results: Path, concurrency: int) -> Judged:
    """Run a contest to its end."""
    begin = time.perf_counter()
    with command(preset, files, results, concurrency) as process:
        process.wait()
    seconds = time.perf_counter() - begin
    if process.returncode != 0:
        last = results.with_suffix(".log").read_text().splitlines()[-5:]
        sys.exit(f"the command failed with status {process.returncode}: {' '.join(last)}")
    return Judged(stored_games(results), grades(results), seconds)


def killed(arguments: argparse.Namespace, preset: Path, place: Path, seconds: float) -> list[Kill]:
    """Run a contest again and again, and kill it each time at some moment."""
    random = Random(arguments.seed)
    results, kills, seen = place / "killed", list[Kill](), Games()
    for _ in range(arguments.kills):
        begin = time.perf_counter()
        with command(preset, place / "class", results, arguments.concurrency) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(random.uniform(0, 2 * SHARE_KILLED * seconds / arguments.kills))
            if process.poll() is not None:
                break
            after = time.perf_counter() - begin
            others = descendants(process.pid)
            process.kill()
            process.wait()
        afterlife = seconds_until_gone(others)
        games = stored_games(results)
        if any(games.get(who) != game for who, game in seen.items()):
            sys.exit("a game that was stored is gone or has changed")
        seen = games
        kills.append(Kill(round(after, 2), game_count(results), round(afterlife, 3)))
    return kills


def stored_games(results: Path) -> Games:
    """Return the games of the round robin that are stored."""
    found: Games = {}
    try:
        with Store.open(results / "games.db", create=False) as store:
            for stored in store.tournaments():
                if stored.name != "round robin":
                    continue
                for game in store.games(stored.number):
                    moves = "".join(str(played.move) for played in game.record.moves)
                    if (
                        found.setdefault(stored.labels(game), (moves, game.record.result))[0]
                        != moves
                    ):
                        sys.exit("a game is stored twice")
    except ObversiError:
        return {}
    return found


def game_count(results: Path) -> int:
    """Return how many games of both stages are stored."""
    try:
        with Store.open(results / "games.db", create=False) as store:
            return sum(len(store.games(stored.number)) for stored in store.tournaments())
    except ObversiError:
        return 0


def grades(results: Path) -> dict[str, dict[str, str]]:
    """Return what of the grades does not depend on how long anything took."""
    with (results / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        return {
            row["student"]: {name: row[name] for name in COLUMNS} for row in csv.DictReader(file)
        }


def write_renamed(files: Path, folder: Path) -> dict[str, str]:
    """Write the same files in the other order, and return whose each name was."""
    folder.mkdir()
    names = sorted(path.stem for path in files.iterdir())
    before = {f"other{number:02}": name for number, name in enumerate(reversed(names))}
    for name, was in before.items():
        (folder / f"{name}.py").write_bytes((files / f"{was}.py").read_bytes())
    return before


def with_names(judged: Judged, names: Mapping[str, str]) -> Judged:
    """Return a contest under the names that its students had before."""
    games = {(names[black], names[white]): game for (black, white), game in judged.games.items()}
    return Judged(games, {names[name]: row for name, row in judged.grades.items()}, judged.seconds)


def differences(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> int:
    return sum(one.get(key) != other.get(key) for key in one.keys() | other.keys())


def descendants(process: int) -> set[int]:
    """Return the processes that a process has begun, and those that these have."""
    children = {pid for pid, parent in living_processes() if parent == process}
    return children.union(*map(descendants, children))


def living_processes() -> Iterable[tuple[int, int]]:
    """Return all processes with their parents, but none that is dead and only not buried yet."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    )
    for pid, parent, state in map(str.split, listed.stdout.splitlines()):
        if not state.startswith("Z"):
            yield int(pid), int(parent)


def seconds_until_gone(processes: set[int]) -> float:
    begin = time.perf_counter()
    while processes & {pid for pid, _ in living_processes()}:
        if time.perf_counter() - begin > LONGEST_AFTERLIFE:
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            sys.exit(f"a contest was killed {LONGEST_AFTERLIFE} s ago and has processes still")
        time.sleep(0.01)
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
