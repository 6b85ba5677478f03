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
    asked = parsed_options()
    own_rules = suites.rules_of(asked.file) if asked.file in suites.SUITES else "normal"
    rules = asked.rules or own_rules
    chosen = asked.records[asked.first - 1 : asked.last]
    found = []
    with (
        ob.Engine(asked.threads, asked.hash_mb) as engine,
        progress("solving", len(chosen)) as step,
    ):
        for number, record in enumerate(chosen, start=asked.first):
            board = record.start.with_rules(rules)
            analysis = fastest(engine, board, asked.repeat)
            agrees = agreement(record, analysis) if rules == own_rules else None
            found.append(figures(number, board, analysis, agrees))
            step()
        settings = {"threads": engine.threads, "hash_mb": engine.hash_mb, "notes": engine.notes}
    part = f"-{asked.first}-{number}" if len(chosen) < len(asked.records) else ""
    name = f"solve-{Path(asked.file).stem}{part}-{rules}-{settings['threads']}"
    whole = {"file": Path(asked.file).name, "rules": rules, **settings, "repeat": asked.repeat}
    report(name, {**whole, **totals(found), "positions": found}, asked.save)


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
    asked = parser.parse_args()
    if min(asked.first, asked.repeat) < 1:
        parser.error("--first and --repeat begin at 1")
    try:
        asked.records = records(asked.file)
    except (OSError, ob.ObversiError) as error:
        parser.error(f"{asked.file}: {error}")
    if not asked.records[asked.first - 1 : asked.last]:
        parser.error(f"{asked.file} has no such positions")
    return asked


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
