"""How often a search finds the best move of a long endgame, and how many discs its moves lose.

On positions with 22 to 30 empty squares and the exact margins of all moves. The engine plays itself
from balanced openings, and each game gives one position. Every second one is hard: searches to two
depths choose different moves, or two moves seem to be best. `make` plays and solves until its time
is over, and goes on where it was; `measure` searches each position with an empty table.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from threading import Event, Lock
from typing import Any

from evaluation import margin_of, read
from measure import options, report

import obversi as ob
from obversi.arena import read_openings
from obversi.cli.progress import progress
from obversi.formats import GameRecord, obf
from obversi.rules import Rules

FOLDER = Path(__file__).parent / "hard_positions"
RULES: tuple[Rules, ...] = ("normal", "reversed")

# The number of positions for each number of empty squares.
PLAN = {22: 300, 24: 250, 25: 200, 26: 100, 28: 20, 30: 8}
# Those that take long begin in the first quarter of the work, so that few are left unfinished.
LONG, HEAD_START = 28, 4
FEWEST = 8  # with less there may be no hard one

# In a game the move is one of the best of this search that are at most so much worse than the best.
PLAYED_NODES, PLAYED_LINES, PLAYED_WITHIN = 5_000, 3, 1
# In a hard position the best moves to these depths differ, or two are best to the larger one.
SHALLOW, DEEP = 8, 14

LABEL = re.compile(r"((?:good|hard), \d+ empty), game \d+")

Found = tuple[str, int, int, str]  # the group, discs lost, the error of the margin, the reach


def main() -> None:
    arguments = parsed_options()
    try:
        {"make": make, "measure": measure}[arguments.action](arguments)
    except KeyboardInterrupt:
        sys.exit("interrupted: what was made is kept")
    except (OSError, ob.ObversiError) as error:
        sys.exit(str(error))


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("action", choices=["make", "measure"])
    add("--rules", choices=RULES, nargs="+", default=RULES, help="(both)")
    add("--folder", type=Path, default=FOLDER, help="of the positions")
    add("--plan", type=pair, nargs="+", default=[*PLAN.items()], metavar="EMPTIES=COUNT")
    add("--concurrency", type=int, default=1, help="positions at once (%(default)s)")
    add("--hash-mb", type=int, default=64, help="for a position (%(default)s)")
    add("--minutes", type=float, default=60, help="make: stop then (%(default)s)")
    add("--nodes", type=int, help="make: put a position aside after these; measure: for each")
    add("--seconds", type=float, help="measure: for each position (0.5)")
    add("--weights", help="a file; those of the package without it")
    arguments = parser.parse_args()
    if arguments.concurrency < 1:
        parser.error("--concurrency begins at 1")
    arguments.paths = {rules: arguments.folder / f"{rules}-8.obf" for rules in arguments.rules}
    return arguments


def pair(text: str) -> tuple[int, int]:
    empties, count = map(int, text.split("="))
    if empties < FEWEST:
        raise argparse.ArgumentTypeError(f"positions have {FEWEST} empty squares or more")
    return empties, count


def at_once(
    work: Callable[[ob.Engine, Event], None],
    arguments: argparse.Namespace,
    minutes: float | None = None,
) -> None:
    """Work with several engines, each in a thread, to the end of the work or of the time."""
    hash_mb, weights = arguments.hash_mb, arguments.weights
    engines = [ob.Engine(hash_mb=hash_mb, weights=weights) for _ in range(arguments.concurrency)]
    stopped = Event()
    with ThreadPoolExecutor(len(engines)) as pool:
        running = [pool.submit(work, engine, stopped) for engine in engines]
        try:
            wait(running, minutes and 60 * minutes, FIRST_EXCEPTION)
        finally:
            stopped.set()
            while wait(running, 0.05).not_done:
                for engine in engines:
                    engine.stop()
    for future in running:
        future.result()


def make(arguments: argparse.Namespace) -> None:
    arguments.folder.mkdir(parents=True, exist_ok=True)
    known = set()
    for rules, path in arguments.paths.items():
        path.touch()
        known |= {(rules, found[0]) for found in LABEL.finditer(path.read_text())}
    todo = [task for task in ordered(arguments) if (task[0], task[2]) not in known]
    tasks, writing = iter(todo), Lock()

    def work(engine: ob.Engine, stopped: Event) -> None:
        with ob.Engine(hash_mb=16) as player:
            for rules, empties, label in tasks:
                board = position(player, rules, empties, label)
                engine.clear()
                analysis = engine.analyse(board, ob.Limit(nodes=arguments.nodes or 1 << 62), "all")
                if stopped.is_set():
                    return
                with writing, arguments.paths[rules].open("a") as file:
                    file.write(f"{line(board, analysis, label)}\n")
                step()

    with progress("positions", len(todo)) as step:
        at_once(work, arguments, arguments.minutes)
    for path in arguments.paths.values():
        unsolved = path.read_text().count("% unsolved")
        counts = Counter(LABEL.findall(path.read_text()))
        print(f"{path.name}: {dict(sorted(counts.items()))}, {unsolved} of them unsolved")


def ordered(arguments: argparse.Namespace) -> list[tuple[Rules, int, str]]:
    """Return all tasks in an order whose beginnings have all kinds in about the same shares."""
    when = {
        (rules, empties, f"{('good', 'hard')[number % 2]}, {empties} empty, game {number}"): (
            (number + 0.5) / count / (HEAD_START if empties >= LONG else 1)
        )
        for empties, count in arguments.plan
        for number in range(count)
        for rules in arguments.rules
    }
    return sorted(when, key=when.__getitem__)


@cache
def openings(rules: Rules) -> tuple[ob.Board, ...]:
    return read_openings("balanced", rules=rules, seed=1).boards


def position(player: ob.Engine, rules: Rules, empties: int, label: str) -> ob.Board:
    """Play until a game has a position with a choice, which is hard if the label says so."""
    random = Random(f"{rules} {label}")
    while True:
        player.clear()
        board = random.choice(openings(rules)).copy()
        while not board.is_over and (len(board.empty) > empties or board.must_pass):
            lines = player.analyse(board, ob.Limit(nodes=PLAYED_NODES), PLAYED_LINES).lines
            least = lines[0].margin - PLAYED_WITHIN
            board.push(random.choice([line.move for line in lines if line.margin >= least]))
        if not board.is_over and len(board.legal_moves) > 1:
            shallow = player.analyse(board, ob.Limit(depth=SHALLOW)).move
            best, second = player.analyse(board, ob.Limit(depth=DEEP), 2).lines
            if label.startswith("good") or shallow != best.move or best.margin == second.margin:
                return board


def line(board: ob.Board, analysis: ob.Analysis, label: str) -> str:
    """Return the position with its margins, or a comment if it is not solved."""
    comment = f"{label}, {analysis.nodes / 1e6:.0f} M nodes"
    if not all(found.exact and found.bound == "exact" for found in analysis.lines):
        return f"% unsolved: {board.to_string()}; {comment}"
    values = {str(found.move): found.margin for found in analysis.lines}
    record = GameRecord(board, values=values, tags={"comment": comment})
    return obf.dump(record, rules=board.rules)


def measure(arguments: argparse.Namespace) -> None:
    seconds = arguments.seconds or (None if arguments.nodes else 0.5)
    limit = ob.Limit(nodes=arguments.nodes, seconds=seconds)
    whole: dict[str, Any] = {name: getattr(arguments, name) for name in ("concurrency", "hash_mb")}
    weights = Path(arguments.weights).name if arguments.weights else "of the package"
    whole |= {"limit": repr(limit), "weights": weights}
    for rules, path in arguments.paths.items():
        chosen, left = [], Counter(dict(arguments.plan))
        for record in read(path, rules):
            left[len(record.start.empty)] -= 1
            if left[len(record.start.empty)] >= 0:
                chosen.append(record)
        if not chosen:
            raise ob.InputError(f"{path} has no positions of this plan")
        whole[rules] = table(searched(chosen, limit, arguments))
    report("hard_positions", whole, arguments.save and not arguments.weights)


def searched(
    chosen: list[GameRecord], limit: ob.Limit, arguments: argparse.Namespace
) -> list[Found]:
    found: list[Found] = []
    todo = iter(chosen)

    def work(engine: ob.Engine, stopped: Event) -> None:
        for record in todo:
            engine.clear()
            analysis = engine.analyse(record.start, limit)
            if stopped.is_set():
                return
            best = margin_of(record)
            lost = best - record.values[str(analysis.move)]
            group = record.tags["comment"].partition(", game")[0]
            found.append((group, lost, analysis.margin - best, analysis.reach))
            step()

    with progress("positions", len(chosen)) as step:
        at_once(work, arguments)
    return found


def table(found: list[Found]) -> dict[str, dict[str, Any]]:
    """Return figures for each group and each kind; a mean comes with its standard error."""
    groups = {group for group, *_ in found}
    rows = {}
    for name in sorted(groups | {group.partition(",")[0] for group in groups}):
        chosen = [each for each in found if each[0].startswith(name)]
        _, lost, errors, reached = zip(*chosen, strict=True)
        rows[name] = {
            "positions": len(lost),
            "best_move": mean([each == 0 for each in lost]),
            "discs_lost": mean([*lost]),
            "bias": mean([*errors]),
            "error": mean([*map(abs, errors)]),
            "reached": dict(Counter(reached).most_common()),
        }
    return rows


def mean(numbers: list[int]) -> dict[str, float]:
    spread = stdev(numbers) if len(numbers) > 1 else 0
    error = round(spread / len(numbers) ** 0.5, 3)
    return {"mean": round(fmean(numbers), 3), "standard_error": error}


if __name__ == "__main__":
    main()
