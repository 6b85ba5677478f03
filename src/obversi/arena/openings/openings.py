"""Positions to begin the games of a match from."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

from obversi import formats
from obversi.board import Board, Rules
from obversi.errors import FormatError, ObversiError
from obversi.numbers import whole_number

__all__ = [
    "START",
    "Openings",
    "random_openings",
    "random_positions",
    "read_openings",
    "start_openings",
]

# The origin of games that begin as usual.
START: Final = "the start"

_USUAL_PLIES: Final = {4: 2, 6: 4, 8: 8}

# After so many games in succession without a new opening there is hardly one left to find.
_GAMES_IN_VAIN: Final = 2000


@dataclass(frozen=True, slots=True)
class Openings:
    """Positions of one size and rule set, with the moves that led to them, and their origin."""

    boards: tuple[Board, ...]
    origin: str

    @property
    def size(self) -> int:
        """Squares along an edge."""
        return self.boards[0].size

    @property
    def rules(self) -> Rules:
        """The rules to play by, "normal" or "reversed"."""
        return self.boards[0].rules

    @property
    def distinct(self) -> int:
        """How many there are if mirrored and turned positions count as one."""
        return len({board.canonical() for board in self.boards})

    def take(self, count: int) -> list[Board]:
        """Return so many of them, from the first on, and again from the first where they end."""
        return list(islice(cycle(self.boards), count))


def start_openings(size: int = 8, rules: str = "normal") -> Openings:
    """Return the usual start as the only opening, so that every move is an agent's own.

    >>> [board.ply for board in start_openings(6, "reversed").boards]
    [0]
    """
    return Openings((Board(size, rules),), START)


def random_openings(
    count: int,
    *,
    size: int = 8,
    rules: str = "normal",
    plies: int | None = None,
    seed: int | None = None,
) -> Openings:
    """Play random moves from the start, until there are `count` openings or no more can be found.

    No two are alike, even mirrored or turned. They have 8 plies on 8×8 unless told otherwise, 4 on
    6×6 and 2 on 4×4.
    """
    wanted = whole_number(count, "the number of openings", 1)
    found = tuple(islice(random_positions(size=size, rules=rules, plies=plies, seed=seed), wanted))
    if not found:
        raise ObversiError(f"no random game on {size}×{size} goes on after {plies} plies")
    return Openings(found, f"random, {found[0].ply} plies")


def random_positions(
    *, size: int = 8, rules: str = "normal", plies: int | None = None, seed: int | None = None
) -> Iterator[Board]:
    """Go through positions after random moves, no two of them alike, until hardly any is left."""
    start = Board(size, rules)
    length = _USUAL_PLIES[size] if plies is None else whole_number(plies, "an opening's plies", 0)
    random = Random(seed)
    found: set[Board] = set()
    in_vain = 0
    while in_vain < _GAMES_IN_VAIN:
        board = _after_random_plies(start, length, random)
        in_vain += 1
        if not board.is_over and (canonical := board.canonical()) not in found:
            found.add(canonical)
            in_vain = 0
            yield board


def read_openings(
    path: str | Path,
    *,
    size: int = 8,
    rules: str = "normal",
    plies: int | None = None,
    seed: int | None = None,
) -> Openings:
    """Read openings from a file in any format, in an order that the seed decides.

    Each is the position after all moves of its record, or after so many plies. They are played
    under `rules`, whatever the file says; `size` counts where the file does not tell.
    """
    boards = list(_boards_of_file(path, size, rules, plies))
    if not boards:
        raise FormatError("there is no opening in this file", str(path))
    sizes = sorted({board.size for board in boards})
    if len(sizes) > 1:
        several = " and ".join(f"{size}×{size}" for size in sizes)
        raise FormatError(f"the openings are of several sizes: {several}", str(path))
    Random(seed).shuffle(boards)
    return Openings(tuple(boards), str(path) if plies is None else f"{path}, {plies} plies")


def _after_random_plies(start: Board, plies: int, random: Random) -> Board:
    board = start.copy()
    for _ in range(plies):
        if board.is_over:
            break
        board.push(random.choice(board.legal_moves))
    return board


def _boards_of_file(path: str | Path, size: int, rules: str, plies: int | None) -> Iterator[Board]:
    length = None if plies is None else whole_number(plies, "an opening's plies", 0)
    try:
        for number, record in enumerate(formats.read_path(path, size=size, rules=rules), start=1):
            board = record.start.with_rules(rules)
            for played in record.moves[:length]:
                board.push(played.move)
            if board.is_over:
                advice = "" if plies is not None else "; to begin after some moves, give the plies"
                reason = f"the game is over in this opening{advice}"
                raise FormatError(reason, f"record {number}")
            yield board
    except FormatError as error:
        raise FormatError(str(error), str(path)) from error
