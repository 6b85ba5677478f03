"""Small books that grow: their plans, and how they are made and read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from obversi.book.grow import GrowthPlan, Progress
from obversi.book.store import BookStore
from obversi.rules import Rules

Row = tuple[int, ...]

PLAN = GrowthPlan(depth=2, deeper_before=5, solve_empties=7, round=8)
COUNT = 60
# Nothing is solved.
SHALLOW = GrowthPlan(depth=1, deeper_before=0, solve_empties=0, round=12)
# Of 4×4 many positions are solved, of 6×6 none.
GAMES: list[tuple[int, Rules]] = [(6, "normal"), (6, "reversed"), (4, "normal"), (4, "reversed")]
ONE_OF_EACH = GAMES[1:3]


def rows(path: Path) -> list[Row]:
    """Return the whole table of a working copy."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM positions ORDER BY own, opp").fetchall()


def create(path: Path, size: int, rules: Rules, plan: GrowthPlan = PLAN) -> BookStore:
    return BookStore.create(path, size, rules, asdict(plan))


def last_of(progress: Iterator[Progress]) -> Progress:
    *_, last = progress
    return last
