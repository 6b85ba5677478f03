"""Make the balanced openings of the package: ten plies on 8×8, eight on 6×6, both rule sets.

Each move is chosen at random among those that a short search finds nearly as good as the best one.
A deeper search then keeps the positions whose margin is at most one disc. No two are equal under
symmetry. The same seed, engine and weights make the same file.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

import obversi as ob
from obversi.arena.openings import balanced_path
from obversi.cli.progress import progress
from obversi.rules import Rules

PLIES = {8: 10, 6: 8}
TOLERANCE = 4  # discs that a move may be worse than the best one, by a search of SHORT plies
SHORT, MIDDLE = 4, 10  # plies of a search
DEEP = {8: 20, 6: 22}
MOST = 1  # discs

IN_VAIN = 2000  # positions in a row without a new opening: there is hardly one left


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rules", choices=["normal", "reversed"], required=True)
    parser.add_argument("--size", type=int, choices=sorted(PLIES), default=8)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="instead of the package's file")
    options = parser.parse_args()
    path = options.out or balanced_path(options.size, options.rules)
    lines = []
    with progress("openings", options.count) as step:
        for board in openings(options.size, options.rules, options.seed):
            lines.append("".join(map(str, board.move_stack)))
            step()
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            if len(lines) == options.count:
                break
    print(f"{path}: {len(lines)} openings")


def openings(size: int, rules: Rules, seed: int) -> Iterator[ob.Board]:
    """Yield balanced openings until hardly any is left."""
    random = Random(seed)
    seen = set()
    with ob.Engine(threads=1, hash_mb=128) as engine:
        in_vain = 0
        while in_vain < IN_VAIN:
            in_vain += 1
            board = plausible(engine, ob.Board(size, rules), PLIES[size], random)
            if board.is_over or board.canonical() in seen:
                continue
            seen.add(board.canonical())
            if all(is_even(engine, board, *test) for test in ((MIDDLE, 3), (DEEP[size], MOST))):
                in_vain = 0
                yield board


def plausible(engine: ob.Engine, board: ob.Board, plies: int, random: Random) -> ob.Board:
    """Return the position after good moves, chosen at random."""
    while board.ply < plies and not board.is_over:
        lines = engine.analyse(board, ob.Limit(depth=SHORT), top="all").lines
        good = [line.move for line in lines if line.margin >= lines[0].margin - TOLERANCE]
        board.push(random.choice(good))
    return board


def is_even(engine: ob.Engine, board: ob.Board, plies: int, most: float) -> bool:
    return abs(engine.analyse(board, ob.Limit(depth=plies)).margin) <= most


if __name__ == "__main__":
    main()
