"""What a choice costs: positions of which the exact value of every move is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi import batch
from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import ObversiError
from obversi.lab.positions.sampling import Positions, random_positions
from obversi.lab.threads import each
from obversi.limit import Limit

__all__ = ["Judged", "judge", "judged_by_engine", "judged_positions"]

_SQUARES: Final = 64
_ILLEGAL: Final = -128
_ENGINE_MB: Final = 4


@dataclass(frozen=True, eq=False)
class Judged:
    """Positions, and the margin that each move leads to if both sides go on without a mistake.

    Where the end is far, it is the margin that a strong engine expects. `values` has a row for each
    position and a column for each square, as the mover sees it; where no move is possible it is
    -128. Choices are squares, 8·row + column, one for each position.
    """

    boards: Sequence[Board]
    values: NDArray[np.int16]

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self.boards)

    @property
    def best(self) -> NDArray[np.int16]:
        """The margin of the best move, which is what the position is worth."""
        best: NDArray[np.int16] = self.values.max(axis=1)
        return best

    def discs_lost(self, chosen: ArrayLike) -> NDArray[np.int64]:
        """Return how many discs of margin each choice gives away."""
        return (self.best - self._values_of(chosen)).astype(np.int64)

    def points_lost(self, chosen: ArrayLike) -> NDArray[np.float64]:
        """Return how much of the result each choice gives away: a win is 1, a draw 1/2."""
        lost: NDArray[np.float64] = (np.sign(self.best) - np.sign(self._values_of(chosen))) / 2
        return lost

    def _values_of(self, chosen: ArrayLike) -> NDArray[np.int16]:
        values = self.values[np.arange(len(self)), np.asarray(chosen, np.int64)]
        if (illegal := np.flatnonzero(values == _ILLEGAL)).size:
            raise ObversiError(f"the move chosen in position {illegal[0]} is not legal there")
        return values


def judge(
    positions: Positions, size: int = 8, rules: str = "normal", threads: int | None = None
) -> Judged:
    """Find the exact value of every move; it is quick with up to 16 or so empty squares.

    There must be a move in each position.

    >>> start = judge(batch.starts(1, size=4), size=4)
    >>> int(start.best[0]), int(start.discs_lost([1])[0])
    (-10, 0)
    """
    after = batch.successors(positions, size, threads)
    if (after.moves >= _SQUARES).any() or len(np.unique(after.parents)) < len(positions):
        raise ObversiError("there is no move to judge in one of the positions")
    values = np.full((len(positions), _SQUARES), _ILLEGAL, np.int16)
    values[after.parents, after.moves] = -batch.exact_margins(
        after.positions, size, rules, threads
    ).astype(np.int16)
    boards = [batch.to_board(position, size=size, rules=rules) for position in positions]
    return Judged(boards, values)


@lru_cache(maxsize=2)
def judged_positions(
    count: int, empties: int, size: int, rules: str, seed: int, threads: int | None = None
) -> Judged:
    """Judge positions of random games with so many empty squares.

    The last ones are remembered: the steps of an experiment ask about the same positions.

    >>> len(judged_positions(5, empties=6, size=6, rules="reversed", seed=1))
    5
    """
    return judge(random_positions(count, size * size - empties, size, seed), size, rules, threads)


def judged_by_engine(
    positions: Positions, size: int, rules: str, depth: int, threads: int = 1
) -> Judged:
    """Judge positions that are too early to be solved, by the engine's search.

    Each move is searched so many plies deep. That is no proof, but the engine is hundreds of Elo
    stronger than the evaluations of the reports.
    """
    boards = [batch.to_board(position, size=size, rules=rules) for position in positions]
    values = np.full((len(boards), _SQUARES), _ILLEGAL, np.int16)

    def fill(places: range) -> None:
        with Engine(threads=1, hash_mb=_ENGINE_MB) as engine:
            for place in places:
                engine.clear()  # lest what is found depend on who searched what before
                found = engine.analyse(boards[place], Limit(depth=depth), top="all")
                for line in found.lines:
                    values[place, line.move.square_index] = line.margin

    each(fill, [range(first, len(boards), threads) for first in range(threads)], threads)
    return Judged(boards, values)
