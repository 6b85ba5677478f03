"""Make the suites of the package: endgames from good play, with the margin of every legal move.

The engine plays itself from random openings that are about even, to a fixed depth, and each game
gives one position at most. A file that is there is continued: what it holds is kept, and the game
after its last one is the next. The same seed, engine and weights make the same files.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import obversi as ob
from obversi import suites
from obversi.arena import random_openings
from obversi.cli.progress import progress
from obversi.formats import GameRecord, obf
from obversi.rules import Rules

# The number of positions for each number of empty squares. Odd and even numbers, for in a game
# without passes they decide who is to move.
PLAN = {12: 6, 13: 4, 14: 6, 15: 4, 16: 6, 17: 4, 18: 5, 19: 4, 20: 5, 21: 2, 22: 3, 23: 2, 24: 2}

# Random moves: enough that all games differ, few enough that good play follows.
OPENING_PLIES = 6
OPENINGS = 2_000
MOST_UNEVEN_OPENING = 4
DEPTH = 12

FEWEST_MOVES = 3

HEAD = """\
% Obversi's suite {name}: {rules} Reversi on {size}×{size}, {rule}.
% A position a line, with the exact margin of every legal move for the mover, in discs; empty
% squares at the end count for the winner.
% From games of the engine against itself at depth {depth}, after {plies} random plies, seed {seed}.
"""
RULE = {"normal": "most discs win", "reversed": "fewest discs win"}
GAME = re.compile(r"game (\d+)")


def main() -> None:
    options = parsed_options()
    try:
        for name in options.names:
            path = options.folder / f"{name}.obf"
            make_suite(name, path, options.most_empties, options.seed)
    except KeyboardInterrupt:
        sys.exit("interrupted: the same command goes on from here")


def parsed_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="the suites to make (all)")
    parser.add_argument(
        "--folder", type=Path, default=suites.path_of(suites.SUITES[0]).parent, help="for the files"
    )
    parser.add_argument("--most-empties", type=int, default=max(PLAN), help="leave longer ones out")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (%(default)s)")
    options = parser.parse_args()
    options.names = options.names or list(suites.SUITES)
    if unknown := set(options.names) - set(suites.SUITES):
        parser.error(f"{', '.join(unknown)}: expected {', '.join(suites.SUITES)}")
    return options


def make_suite(name: str, path: Path, most_empties: int, seed: int) -> None:
    """Add what is missing to a file, the positions with the fewest empty squares first."""
    rules = suites.rules_of(name)
    size = int(name[-1])
    if not path.exists():
        about = {"name": name, "rules": rules, "size": size, "rule": RULE[rules]}
        path.write_text(HEAD.format(**about, depth=DEPTH, plies=OPENING_PLIES, seed=seed))
    with path.open() as file:
        known = list(obf.read(file, rules=rules))
    seen = {record.start.canonical() for record in known}
    missing = Counter({n: wanted for n, wanted in PLAN.items() if n <= most_empties})
    missing.subtract(len(record.start.empty) for record in known)
    wanted = [empties for empties in sorted(PLAN) for _ in range(missing[empties])]
    next_game = 1 + max((game_number(record) for record in known), default=0)
    with ob.Engine(hash_mb=256) as engine, progress(name, len(wanted)) as step:
        games = even_openings(engine, size, rules, seed, next_game)
        for empties in wanted:
            record = next(problems(engine, games, empties, seen.__contains__))
            seen.add(record.start.canonical())
            with path.open("a") as file:
                obf.write([record], file, rules=rules)
            step.say(f"{name}: {obf.dump(record, rules=rules)}")
            step()


def game_number(record: GameRecord) -> int:
    found = GAME.search(record.tags["comment"])
    assert found, record.tags
    return int(found[1])


def even_openings(
    engine: ob.Engine, size: int, rules: Rules, seed: int, first: int
) -> Iterator[tuple[int, ob.Board]]:
    """Go through numbered openings that leave both sides a chance."""
    openings = random_openings(OPENINGS, size=size, rules=rules, plies=OPENING_PLIES, seed=seed)
    for number, board in enumerate(openings.boards, start=1):
        if number >= first:
            engine.clear()
            margin = engine.analyse(board, ob.Limit(depth=DEPTH)).margin
            if abs(margin) <= MOST_UNEVEN_OPENING:
                yield number, board


def problems(
    engine: ob.Engine,
    games: Iterator[tuple[int, ob.Board]],
    empties: int,
    is_known: Callable[[ob.Board], bool],
) -> Iterator[GameRecord]:
    """Play games to a number of empty squares, and solve positions that are new and not trivial."""
    for number, opening in games:
        board = played_on(engine, opening, empties)
        if board.is_over or len(board.legal_moves) < FEWEST_MOVES or is_known(board.canonical()):
            continue
        engine.clear()
        analysis = engine.solve(board, top="all")
        values = {str(line.move): line.margin for line in analysis.lines}
        if len(set(values.values())) > 1:
            comment = f"{empties} empty, game {number}"
            yield GameRecord(board, values=values, tags={"comment": comment})


def played_on(engine: ob.Engine, opening: ob.Board, empties: int) -> ob.Board:
    """Return the first position of a game with this many empty squares and a choice of moves."""
    board = opening.copy()
    engine.clear()
    while not board.is_over and (len(board.empty) > empties or board.must_pass):
        board.push(engine.play(board, ob.Limit(depth=DEPTH)))
    return board


if __name__ == "__main__":
    main()
