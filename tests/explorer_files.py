"""A small book of 8×8 and a small database of games, for tests of the explorer."""

from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from obversi import Board
from obversi.batch import Positions
from obversi.book.file import write
from obversi.book.graph import Results
from obversi.book.grow import GrowthPlan, grow
from obversi.book.store import BookStore
from obversi.database import GameDatabase
from obversi.formats import GameRecord, record_from_moves
from obversi.rules import RULES, Rules

#: The games of the database with each rule set on each size.
GAMES = 40

_POSITIONS = 150
_PLAN = GrowthPlan(depth=2, deeper_before=0, round=50)


def write_book(path: Path, rules: Rules, positions: int = _POSITIONS) -> None:
    """Write a book of some positions near the start of 8×8; most of its moves have played games."""
    with BookStore.create(path.with_suffix(".db"), 8, rules, {}) as store:
        for _ in grow(store, _PLAN, positions=positions, threads=1):
            pass
        store.add_results(_made_up_results(store.graph().positions))
        write(path, store.graph(searched=True))


def _made_up_results(positions: Positions) -> NDArray[np.void]:
    results = np.zeros(len(positions), Results)
    results["own"], results["opp"] = positions.T
    results["games"] = np.arange(len(positions)) % 1500
    results["half_points"] = results["games"] * 2 // 3
    return results


def write_games(path: Path | str) -> None:
    """Write a database of random games, in which some moves are played more often."""
    with GameDatabase.create(path) as database:
        records = [
            random_record(number, size, rules)
            for size in (4, 6, 8)
            for rules in RULES
            for number in range(GAMES)
        ]
        database.add(records, "random games")


def random_record(number: int, size: int, rules: Rules) -> GameRecord:
    """Play a random game; the first of the legal moves are likelier."""
    random, board = Random(number), Board(size, rules)
    while not board.is_over:
        moves = board.legal_moves
        board.push(moves[min(int(random.expovariate(1)), len(moves) - 1)])
    # The database has each game once: names tell equal ones apart.
    black, white = f"black {number}", f"white {number}"
    return record_from_moves(board.move_stack, Board(size, rules), black=black, white=white)


def explorer_options(folder: Path) -> tuple[str, ...]:
    """Write books and a database, and return the options of ``obversi web`` that use them."""
    options = []
    for rules in RULES:
        book = folder / f"{rules}.obb"
        write_book(book, rules)
        options += ["--book", str(book)]
    write_games(folder / "played.db")
    return *options, "--game-database", str(folder / "played.db")
