"""Seconds and nodes for solving the positions of an OBF file, each from an empty table.

A position agrees if its margin is the file's, and the move one of the file's best. Whatever is not
a suite of the package is taken to have the margins of normal Reversi, as usual: by other rules than
its own a file is solved without a comparison.
"""

import argparse
from pathlib import Path
from typing import Any

from measure import options, report

import obversi as ob
from obversi import suites
from obversi.cli.progress import progress
from obversi.formats import GameRecord, obf


def main() -> None:
    arguments = parsed_options()
    own_rules = suites.rules_of(arguments.file) if arguments.file in suites.SUITES else "normal"
    rules = arguments.rules or own_rules
    chosen = arguments.records[arguments.first - 1 : arguments.last]
    found = []
    with (
        ob.Engine(arguments.threads, arguments.hash_mb) as engine,
        progress("solving", len(chosen)) as step,
    ):
        for number, record in enumerate(chosen, start=arguments.first):
            board = record.start.with_rules(rules)
            analysis = fastest(engine, board, arguments.repeat)
            agrees = agreement(record, analysis) if rules == own_rules else None
            found.append(figures(number, board, analysis, agrees))
            step()
        threads = thread_use(engine)
        settings = {"threads": engine.threads, "hash_mb": engine.hash_mb, "notes": engine.notes}
    part = f"-{arguments.first}-{number}" if len(chosen) < len(arguments.records) else ""
    name = f"solve-{Path(arguments.file).stem}{part}-{rules}-{settings['threads']}"
    whole = {
        "file": Path(arguments.file).name,
        "rules": rules,
        **settings,
        "repeat": arguments.repeat,
    }
    report(name, {**whole, **totals(found), **threads, "positions": found}, arguments.save)


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help=f"an OBF file, or a suite: {', '.join(suites.SUITES)}")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="begin with position N")
    parser.add_argument("--last", type=int, metavar="N", help="end with position N")
    parser.add_argument("--rules", choices=["normal", "reversed"], help="(those of the file)")
    parser.add_argument("--threads", type=int, default=1, help="cores to search on (%(default)s)")
    parser.add_argument("--hash-mb", type=int, default=256, help="for the table (%(default)s)")
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="keep the fastest of N times (1)"
    )
    arguments = parser.parse_args()
    if min(arguments.first, arguments.repeat) < 1:
        parser.error("--first and --repeat begin at 1")
    try:
        arguments.records = records(arguments.file)
    except (OSError, ob.ObversiError) as error:
        parser.error(f"{arguments.file}: {error}")
    if not arguments.records[arguments.first - 1 : arguments.last]:
        parser.error(f"{arguments.file} has no such positions")
    return arguments


def records(file: str) -> list[GameRecord]:
    if file in suites.SUITES:
        return suites.read(file)
    with Path(file).open(encoding="utf-8") as content:
        return list(obf.read(content))


def fastest(engine: ob.Engine, board: ob.Board, rounds: int) -> ob.Analysis:
    """Solve a position several times, each time with nothing known from before."""
    solved = []
    for _ in range(rounds):
        engine.clear()
        solved.append(engine.solve(board))
    return min(solved, key=lambda analysis: analysis.seconds)


def thread_use(engine: ob.Engine) -> dict[str, Any]:
    """Return how many nodes threads shared, and how long they waited for work, all together."""
    with engine._alone() as core:
        return {"splits": core.splits, "idle_seconds": round(core.idle_seconds, 3)}


def agreement(record: GameRecord, analysis: ob.Analysis) -> bool | None:
    """Return whether this is what the file says, or None if it says nothing."""
    if record.values:
        best = max(record.values.values())
        return analysis.margin == best == record.values.get(analysis.move)
    if record.result is None:
        return None
    return analysis.margin == (record.result if record.start.turn == ob.BLACK else -record.result)


def figures(
    number: int, board: ob.Board, analysis: ob.Analysis, agrees: bool | None
) -> dict[str, Any]:
    return {
        "number": number,
        "empties": len(board.empty),
        "margin": analysis.margin,
        "move": str(analysis.move),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 4),
        "agrees": agrees,
    }


def totals(found: list[dict[str, Any]]) -> dict[str, Any]:
    nodes = sum(position["nodes"] for position in found)
    seconds = sum(position["seconds"] for position in found)
    answers = [position["agrees"] for position in found]
    return {
        "nodes": nodes,
        "seconds": round(seconds, 3),
        "million_nodes_per_second": round(nodes / seconds / 1e6, 2) if seconds else None,
        "compared": len(found) - answers.count(None),
        "agreed": answers.count(True),
    }


if __name__ == "__main__":
    main()
