"""Endgames from good play with the exact margin of every legal move, for both games.

>>> problem = read("reversed-8x8")[0]
>>> sorted(problem.values) == sorted(problem.start.legal_moves)
True
"""

from pathlib import Path

from obversi.errors import InputError
from obversi.formats import obf
from obversi.formats.record import GameRecord
from obversi.rules import Rules, checked_rules

__all__ = ["SUITES", "read"]

# The names of the suites.
SUITES = ("normal-8x8", "reversed-8x8", "normal-6x6", "reversed-6x6")

_FOLDER = Path(__file__).parent


def path_of(name: str) -> Path:
    """Return where the OBF file of a suite lies."""
    return _FOLDER / f"{_checked(name)}.obf"


def rules_of(name: str) -> Rules:
    """Return the rules of a suite, which its file does not have: OBF has no place for them."""
    return checked_rules(_checked(name).partition("-")[0])


def read(name: str) -> list[GameRecord]:
    """Return the positions of a suite, those with the fewest empty squares first.

    The `values` of each are the margins of all its moves, for the mover.
    """
    with path_of(name).open(encoding="utf-8") as file:
        return list(obf.read(file, rules=rules_of(name)))


def _checked(name: str) -> str:
    if name not in SUITES:
        raise InputError(f"{name!r} is no suite: expected one of {', '.join(SUITES)}")
    return name
