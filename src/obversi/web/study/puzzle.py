"""The puzzles: endgames out of the suites whose every line can be solved at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from obversi import suites
from obversi.board import Board
from obversi.formats.record import GameRecord
from obversi.move import Move

__all__ = ["Puzzle", "puzzles"]

# More take longer than a second to solve, and nobody likes to wait for a verdict.
_MOST_EMPTIES: Final = 18


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, who is to find the best moves from there on, and what its moves are worth.

    Its name tells the suite and the number in it, which begin with 1.
    """

    name: str
    start: Board
    margins: Mapping[Move, int]

    @property
    def empties(self) -> int:
        """The number of empty squares: the more there are, the more difficult it is."""
        return len(self.start.empty)

    @property
    def solver(self) -> int:
        """The colour of the one who solves it: the other side plays perfectly."""
        return self.start.turn


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles by their names, those with the fewest empty squares first."""
    found = [
        Puzzle(f"{suite}-{number}", record.start, _margins(record))
        for suite in suites.SUITES
        for number, record in enumerate(suites.read(suite), start=1)
        if len(record.start.empty) <= _MOST_EMPTIES
    ]
    return {puzzle.name: puzzle for puzzle in sorted(found, key=lambda puzzle: puzzle.empties)}


def _margins(record: GameRecord) -> dict[Move, int]:
    return {move: record.values[move] for move in record.start.legal_moves}
