"""Puzzles: positions with one best move, by themes, for both games and all sizes.

>>> puzzle = find_puzzle("n8-1")
>>> puzzle.start.rules, puzzle.start.size, 4 <= puzzle.empties <= 12
('normal', 8, True)
"""

from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from types import MappingProxyType

from obversi.errors import InputError
from obversi.puzzles.puzzle import Puzzle, read_puzzles
from obversi.puzzles.themes import THEMES
from obversi.rules import RULES, Rules, checked_rules
from obversi.size import SIZES, checked_size

__all__ = [
    "THEMES",
    "Puzzle",
    "daily_puzzle",
    "find_puzzle",
    "shipped_set",
]

_FOLDER = Path(__file__).parent / "shipped"


def puzzle_file(rules: Rules, size: int) -> Path:
    """Return the path of the puzzles of a game."""
    return _FOLDER / f"{checked_rules(rules)}-{checked_size(size)}x{size}.txt"


@cache
def shipped_set(rules: Rules, size: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first."""
    prefix = f"{rules[0]}{size}-"
    with puzzle_file(rules, size).open(encoding="utf-8") as file:
        return tuple(read_puzzles(file, prefix))


@cache
def shipped_puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles of the package by name: n8-1 is the first of the normal game on 8×8."""
    sets = (shipped_set(rules, size) for rules in RULES for size in reversed(SIZES))
    return MappingProxyType({puzzle.name: puzzle for puzzles in sets for puzzle in puzzles})


def find_puzzle(name: str) -> Puzzle:
    """Return a puzzle of the package by its name."""
    try:
        return shipped_puzzles()[name]
    except KeyError:
        raise InputError(
            f"there is no puzzle {name!r}: expected a name such as n8-1 or r6-20"
        ) from None


# Days are 397 places apart, which has no factor in common with the number of puzzles.
STEP_OF_DAYS = 397


def daily_puzzle(day: date) -> Puzzle:
    """Return the puzzle of a day, of any size and of both games in turn.

    >>> games = {daily_puzzle(date(2030, 1, day)).start.rules for day in (1, 2)}
    >>> sorted(games)
    ['normal', 'reversed']
    """
    rules: Rules = RULES[day.toordinal() % 2]
    puzzles = [puzzle for size in (8, 6) for puzzle in shipped_set(rules, size)]
    return puzzles[day.toordinal() // 2 * STEP_OF_DAYS % len(puzzles)]
