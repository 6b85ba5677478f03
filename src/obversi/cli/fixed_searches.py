"""Searches that are always the same, so that their nodes are a signature of the search.

One thread with an empty table looks at the same positions every time: the number of nodes changes
when the search or its weights do, and else not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Engine
from obversi.formats import transcript
from obversi.limit import Limit

__all__ = ["FixedSearch", "fixed_searches"]

_HASH_MB = 16

# A game of each kind, played by the engine from a random opening.
_GAMES = {
    (8, "normal"): (
        "e6d6c4d3c7b4d2f4e3f2e2f1c2c1f3c3c5f5b3a4g3g5f6h4h6g4h2b5g2c6"
        "d1e1h3h5b6e7e8f7a5f8g8c8d7d8b8h1g7a6g6h8h7a7b2a8b7a1b1a2a3g1"
    ),
    (8, "reversed"): (
        "e6f6d3e7f5f4g4f3g3e3d2e2g5g6f1h6g2f2g1h4f7d6h7g8h5h3h2g7f8c5"
        "e8c4c3d7c8d8b4a3b6b5c7c6b7b3a6a4a5c2b1c1d1e1h8h1a2b8a8a1b2a7"
    ),
    (6, "normal"): "b3b4e5b2a1d2a4e3c2d5f3f4d1f2e6a3a2c5e4c6d6f6f5a5f1b6a6e1e2b1c1b5",
    (6, "reversed"): "b3b4e5b2c5d5a4b5b6d6a3a2c2a5b1f5c6c1f6f4d1e2e4e6f1f3f2d2a1a6e3e1",
}

# After so many plies it is searched to the depth, or solved. The last search of each size reaches
# the end of the game as well, step by step as in play.
_SEARCHED_AFTER = {8: (6, 16, 26, 36, 44), 6: (4, 8, 16)}
_DEPTH = 16
_SOLVED_AFTER = {8: (40, 42), 6: (12, 14)}


@dataclass(frozen=True, slots=True)
class FixedSearch:
    """A position and how deep to look; without a depth it is solved."""

    board: Board
    depth: int | None

    def __str__(self) -> str:
        """Tell it from the others."""
        size, empties = self.board.size, len(self.board.empty)
        aim = "solved" if self.depth is None else f"depth {self.depth}"
        return f"{size}x{size} {self.board.rules}, {empties} empty, {aim}"

    def run(self) -> Analysis:
        """Search on one thread, with nothing known from before."""
        with Engine(threads=1, hash_mb=_HASH_MB) as engine:
            if self.depth is None:
                return engine.solve(self.board)
            return engine.analyse(self.board, Limit(depth=self.depth))


def fixed_searches() -> list[FixedSearch]:
    """Return the searches, of both games on two sizes."""
    return list(_searches())


def _searches() -> Iterator[FixedSearch]:
    for (size, rules), moves in _GAMES.items():
        boards = list(transcript.parse(moves, size=size, rules=rules).boards())
        for ply in _SEARCHED_AFTER[size]:
            yield FixedSearch(boards[ply], _DEPTH)
        for ply in _SOLVED_AFTER[size]:
            yield FixedSearch(boards[ply], None)
