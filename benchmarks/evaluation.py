"""How far the evaluation is off at first sight, and what a search of 8 plies loses by it.

On positions of good play, whose margins are exact: the engine plays itself to a depth from random
openings that are about even, each game gives one position, and it is solved. `make` writes them to
good_play/, and goes on where it was; `measure` compares weights with them, such as those of an
earlier commit with those of the package.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from measure import options, report

import obversi as ob
from obversi.arena import random_openings
from obversi.cli.progress import progress
from obversi.formats import GameRecord, obf
from obversi.rules import Rules

FOLDER = Path(__file__).parent / "good_play"

# The empty squares of positions: for the static error, and for the best move.
STATIC = {16: 200, 17: 200, 18: 200, 19: 200, 20: 200}
BEST_MOVE = {20: 167, 21: 167, 22: 166}

OPENING_PLIES = 8
OPENINGS = 20_000
MOST_UNEVEN_OPENING = 5
DEPTH = 10
SEED = 5
SEARCHED_PLIES = 8

# The spread of margins near zero, where games are decided.
CLOSE = 12


def main() -> None:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("action", choices=["make", "measure"])
    parser.add_argument("--rules", choices=["normal", "reversed"], default="normal")
    parser.add_argument("--weights", help="a file; those of the package without it")
    arguments = parser.parse_args()
    try:
        if arguments.action == "make":
            make(arguments.rules)
        else:
            measure(arguments)
    except KeyboardInterrupt:
        sys.exit("interrupted: what was made is kept")
    except ob.ObversiError as error:
        parser.error(str(error))


def make(rules: Rules) -> None:
    FOLDER.mkdir(exist_ok=True)
    for kind, plan in (("static", STATIC), ("best-move", BEST_MOVE)):
        path = path_of(kind, rules)
        known = read(path, rules) if path.exists() else []
        wanted = [empties for empties, count in plan.items() for _ in range(count)][len(known) :]
        with ob.Engine(hash_mb=128) as engine, progress(path.name, len(wanted)) as step:
            games = even_openings(engine, rules, kind, len(known))
            for empties in wanted:
                record = next(filter(None, (solved(engine, game, empties) for game in games)))
                with path.open("a") as file:
                    obf.write([record], file)
                step()


def path_of(kind: str, rules: Rules) -> Path:
    return FOLDER / f"{kind}-{rules}-8.obf"


def read(path: Path, rules: Rules) -> list[GameRecord]:
    with path.open() as file:
        return list(obf.read(file, rules=rules))


def even_openings(engine: ob.Engine, rules: Rules, kind: str, done: int) -> Iterator[ob.Board]:
    """Go through openings that leave both sides a chance, other ones for each kind and start."""
    seed = SEED + 1000 * done + (kind == "static")
    openings = random_openings(OPENINGS, rules=rules, plies=OPENING_PLIES, seed=seed)
    for board in openings.boards:
        engine.clear()
        if abs(engine.analyse(board, ob.Limit(depth=DEPTH)).margin) <= MOST_UNEVEN_OPENING:
            yield board


def solved(engine: ob.Engine, opening: ob.Board, empties: int) -> GameRecord | None:
    """Play until `empties` squares are empty; None if there is no choice then."""
    board = opening.copy()
    while not board.is_over and (len(board.empty) > empties or board.must_pass):
        board.push(engine.play(board, ob.Limit(depth=DEPTH)))
    if board.is_over or len(board.legal_moves) < 2:
        return None
    found = engine.solve(board)
    return GameRecord(board, values={str(found.move): found.margin})


def measure(arguments: argparse.Namespace) -> None:
    rules = arguments.rules
    with ob.Engine(hash_mb=128, weights=arguments.weights) as engine:
        figures = {
            "rules": rules,
            "weights": Path(arguments.weights).name if arguments.weights else "of the package",
            "static": static_error(engine, read(path_of("static", rules), rules)),
            "best_move": best_moves(engine, read(path_of("best-move", rules), rules)),
        }
    report(f"evaluation-{rules}", figures, arguments.save and not arguments.weights)


def margin_of(record: GameRecord) -> int:
    return max(record.values.values())


def static_error(engine: ob.Engine, records: list[GameRecord]) -> dict[str, Any]:
    margins = [margin_of(record) for record in records]
    errors = [
        abs(engine.evaluate(record.start) - margin)
        for record, margin in zip(records, margins, strict=True)
    ]
    close = [error for error, margin in zip(errors, margins, strict=True) if abs(margin) <= CLOSE]
    return {
        "positions": len(records),
        "mean_absolute_error": round(fmean(errors), 3),
        "standard_error": round(stdev(errors) / len(errors) ** 0.5, 3),
        "spread_of_margins": round(stdev(margins), 2),
        "mean_absolute_margin": round(fmean(map(abs, margins)), 2),
        f"mean_absolute_error_up_to_{CLOSE}": round(fmean(close), 3),
    }


def best_moves(engine: ob.Engine, records: list[GameRecord]) -> dict[str, Any]:
    """Let a search of a few plies choose, and solve what it chose unless that is the known best."""
    lost = []
    with ob.Engine(hash_mb=128) as solver, progress("best moves", len(records)) as step:
        for record in records:
            engine.clear()
            move = engine.play(record.start, ob.Limit(depth=SEARCHED_PLIES))
            best = margin_of(record)
            lost.append(0 if str(move) in record.values else best - value(solver, record, move))
            step()
    return {
        "positions": len(records),
        "plies": SEARCHED_PLIES,
        "optimal": round(fmean(loss == 0 for loss in lost), 3),
        "mean_discs_lost": round(fmean(lost), 3),
        "standard_error": round(stdev(lost) / len(lost) ** 0.5, 3),
    }


def value(solver: ob.Engine, record: GameRecord, move: ob.Move) -> int:
    """Return the value of a move for its player, also if the opponent passes."""
    board = record.start.copy()
    board.push(move)
    if board.is_over:
        return board.margin(record.start.turn)
    margin = solver.solve(board).margin
    return margin if board.turn == record.start.turn else -margin


if __name__ == "__main__":
    main()
