"""A class with zips, folders, copies and broken files: one row each, five `kill -9`, late files.

The contest is killed at five points of its way, and then run to its end. Then one file is replaced,
and `--update` may play the games of this student only. At last one student is added.
"""

import argparse
import csv
import sys
import tempfile
import time
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from class_of_agents import BROKEN, write_class
from judge_class import command, descendants, game_count, preset_text, seconds_until_gone
from measure import options, report

from obversi.arena.store.store import Store
from obversi.cli.progress import progress

# Of six hand-ins that play: two files, two zips, a folder, a copy of another one.
KINDS = ("file", "zip", "folder", "file", "copy", "zip with a report")

LARGEST_PAGE_MB = 5.0
SECONDS_BETWEEN_LOOKS = 0.2

# Stage, round, and the players of a game, with its moves.
Games = dict[tuple[str, int, str, str], str]


@dataclass(frozen=True, slots=True)
class HandIns:
    """The names of students whose submissions can be played, of copies, and of broken ones."""

    playing: list[str]
    copies: list[str]
    broken: list[str]

    @property
    def all(self) -> list[str]:
        """All students."""
        return [*self.playing, *self.broken]


def main() -> None:
    arguments = parsed_options()
    with tempfile.TemporaryDirectory() as folder, progress("contests", 3) as step:
        place = Path(folder)
        made = write_hand_ins(place, arguments.students, arguments.broken, arguments.seed)
        preset = place / "class.toml"
        preset.write_text(preset_text(arguments, arguments.race_rounds))
        started = time.perf_counter()
        kills = killed(arguments, place, preset, len(made.playing))
        judged(place, preset, arguments.concurrency)
        seconds = time.perf_counter() - started
        step()
        rows, games = grades(place / "results"), stored_games(place / "results")
        pages = [path.stat().st_size / 1e6 for path in (place / "results").rglob("*.html")]
        replaced = made.playing[0]
        replace_submission(place / "class", replaced)
        seconds_of_update = judged(place, preset, arguments.concurrency, "--update")
        step()
        after, games_after = grades(place / "results"), stored_games(place / "results")
        (place / "class" / "late-newcomer.py").write_text(agent_text(arguments.seed + 2))
        judged(place, preset, arguments.concurrency, "--update")
        step()
        rows_at_last, games_at_last = grades(place / "results"), stored_games(place / "results")
    of_replaced = {key for key in games if replaced in key}
    figures: dict[str, Any] = {
        "students": arguments.students,
        "broken": len(made.broken),
        "copies": len(made.copies),
        "move_seconds": arguments.seconds,
        "size": arguments.size,
        "concurrency": arguments.concurrency,
        "kills_at_games": kills,
        "seconds": round(seconds, 1),
        "rows": len(rows),
        "rows_with_a_problem": sum(bool(row["problem"]) for row in rows.values()),
        "copies_pointed_out": sum(bool(rows[name]["similar_to"]) for name in made.copies),
        "games": len(games),
        "pages": len(pages),
        "largest_page_mb": round(max(pages), 2),
        "lost_by_failure": sum(int(row["lost_by_failures"]) for row in rows.values()),
        "update_seconds": round(seconds_of_update, 1),
        "games_of_the_replaced_student": len(of_replaced),
        "other_encounters_after_the_update": len(games.keys() ^ games_after.keys()),
        "other_games_after_the_update": sum(
            games_after.get(key) != moves for key, moves in games.items() if key not in of_replaced
        ),
        "other_games_after_a_late_student": sum(
            games_at_last.get(key) != moves for key, moves in games_after.items()
        ),
        "largest_change_of_a_grade": round(
            max(
                abs(float(after[name]["grade"]) - float(row["grade"]))
                for name, row in rows.items()
                if name != replaced
            ),
            2,
        ),
    }
    report("judge_hand_ins", figures, arguments.save)
    planned = len(made.playing) * (len(made.playing) - 1)
    planned += 2 * arguments.race_rounds * (len(made.playing) - 1)
    sys.exit(
        set(rows) != set(made.all)
        or {name for name, row in rows.items() if row["problem"]} != set(made.broken)
        or set(rows_at_last) != {*made.all, "late-newcomer"}
        or len(games) != planned
        or len(kills) != arguments.kills
        or figures["copies_pointed_out"] != len(made.copies)
        or max(pages) > LARGEST_PAGE_MB
        or any(figures[name] for name in figures if name.startswith("other_"))
    )


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--students", type=int, default=60, help="(%(default)s)")
    parser.add_argument("--broken", type=int, default=12, help="of them (%(default)s)")
    parser.add_argument("--kills", type=int, default=5, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.05, help="a move (%(default)s)")
    parser.add_argument("--race-rounds", type=int, default=3, help="(%(default)s)")
    parser.add_argument("--boards", type=int, default=10, help="of usability (%(default)s)")
    parser.add_argument("--rules", default="reversed", help="(%(default)s)")
    parser.add_argument("--size", type=int, default=8, help="(%(default)s)")
    parser.add_argument("--concurrency", type=int, default=2, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    return parser.parse_args()


def agent_text(seed: int) -> str:
    """Return the text of an agent that no other seed has."""
    with tempfile.TemporaryDirectory() as folder:
        write_class(Path(folder), 1, seed=1000 + seed)
        return (Path(folder) / "student01.py").read_text()


def write_hand_ins(place: Path, students: int, broken: int, seed: int) -> HandIns:
    """Write what a class hands in, and the roster; the last one handed in nothing."""
    folder = place / "class"
    folder.mkdir()
    names = [f"student{number:02}" for number in range(1, students + 1)]
    playing, unplayable = names[: students - broken], names[students - broken :]
    copies = []
    for number, name in enumerate(playing):
        kind = KINDS[number % len(KINDS)]
        text = agent_text(seed + 10 * number)
        if kind == "copy":
            copies.append(name)
            text = agent_text(seed).replace("squares", "places") + "\n# All my own work.\n"
        write_one(folder, name, kind, text)
    for number, name in enumerate(unplayable[:-1]):
        write_broken(folder, name, number, agent_text(seed + 5))
    (place / "roster.csv").write_text(
        "id,penalty,mail\n" + "".join(f"{name},,{name}@example.org\n" for name in names)
    )
    return HandIns(playing, copies, unplayable)


def write_one(folder: Path, name: str, kind: str, text: str) -> None:
    """Write a submission as one file, or as two in a zip or a folder."""
    if kind in ("file", "copy"):
        (folder / f"{name}.py").write_text(text)
        return
    lines = text.splitlines(keepends=True)
    constants = [line for line in lines if line.startswith(("DEPTH", "WORTH", "MOBILITY"))]
    rest = "from weights import DEPTH, MOBILITY, WORTH\n" + "".join(
        line for line in lines if line not in constants
    )
    files = {"project/main.py": rest, "project/weights.py": "".join(constants)}
    if kind == "folder":
        for path, content in files.items():
            target = folder / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
        return
    with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
        if kind.endswith("report"):
            archive.writestr("project/report.pdf", b"%PDF" + bytes(1 << 20))


def write_broken(folder: Path, name: str, number: int, text: str) -> None:
    """Write something that cannot be played, of another kind for each number."""
    kinds = (
        lambda: (folder / f"{name}.py").write_text(BROKEN[0]),
        lambda: (folder / f"{name}.py").write_text(BROKEN[1]),
        lambda: (folder / f"{name}.py").write_text("import os\n" + text),
        lambda: (folder / f"{name}.py").write_bytes(b"\0\1\2"),
        lambda: (folder / f"{name}.ipynb").write_text('{"cells": []}'),
        lambda: (folder / f"{name}.rar").write_bytes(b"Rar!"),
        lambda: (folder / f"{name}.zip").write_bytes(b"PK no zip"),
        lambda: write_zip(folder / f"{name}.zip", {"../../agent.py": text}),
        lambda: write_zip(folder / f"{name}.zip", {"one.py": text, "two.py": text}),
        lambda: write_zip(folder / f"{name}.zip", {"report.pdf": "%PDF"}),
        lambda: (folder / name).mkdir(),
    )
    kinds[number % len(kinds)]()


def write_zip(path: Path, files: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def replace_submission(folder: Path, name: str) -> None:
    """Replace a student's file by a zip with another agent."""
    (folder / f"{name}.py").unlink()
    write_one(folder, name, "zip", agent_text(7))


def killed(arguments: argparse.Namespace, place: Path, preset: Path, playing: int) -> list[int]:
    """Kill the contest at even steps of its way, and return how many games it had then."""
    planned = playing + playing * (playing - 1) + 2 * arguments.race_rounds * (playing - 1)
    random = Random(arguments.seed)
    games = []
    for number in range(arguments.kills):
        enough = (number + random.random()) * planned / (arguments.kills + 1)
        with start(place, preset, arguments.concurrency) as process:
            while process.poll() is None and done(place / "results") < enough:
                time.sleep(SECONDS_BETWEEN_LOOKS)
            others = descendants(process.pid)
            process.kill()
            process.wait()
        seconds_until_gone(others)
        games.append(game_count(place / "results"))
    return games


def done(results: Path) -> int:
    """Return how many students were tested and how many games were played."""
    tests = len(list((results / "usability").glob("*.json")))
    with suppress(Exception):  # the file may be written just now
        return tests + game_count(results)
    return tests


def start(place: Path, preset: Path, concurrency: int, *more: str) -> Any:
    words = ["--roster", str(place / "roster.csv"), *more]
    return command(preset, place / "class", place / "results", concurrency, *words)


def judged(place: Path, preset: Path, concurrency: int, *more: str) -> float:
    """Run the contest to its end, and return the seconds that it took."""
    begin = time.perf_counter()
    with start(place, preset, concurrency, *more) as process:
        process.wait()
    if process.returncode != 0:
        last = (place / "results.log").read_text().splitlines()[-5:]
        sys.exit(f"the command failed with status {process.returncode}: {' '.join(last)}")
    return time.perf_counter() - begin


def grades(results: Path) -> dict[str, dict[str, str]]:
    with (results / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    found = {row["student"]: row for row in rows}
    if len(found) != len(rows):
        sys.exit("a student has two rows")
    return found


def stored_games(results: Path) -> Games:
    """Return the games of the last tournament of each stage."""
    found: dict[str, Games] = {}
    with Store.open(results / "games.db", create=False) as store:
        for stored in store.tournaments():
            games = found[stored.title] = {}
            for game in store.games(stored.number):
                moves = "".join(str(played.move) for played in game.record.moves)
                games[stored.title, game.round, *stored.labels(game)] = moves
    return {key: moves for games in found.values() for key, moves in games.items()}


if __name__ == "__main__":
    main()
