"""Positions for measurements, and the values of their moves."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi import batch
from obversi.arguments import chosen_seed
from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.lab.steps import Watch
from obversi.limit import Limit
from obversi.rules import Rules

T = TypeVar("T")
R = TypeVar("R")


def each(
    function: Callable[[T], R], things: Sequence[T], threads: int, watch: Watch | None = None
) -> list[R]:
    """Return the result of a function for each thing, in their order.

    Threads help if the function releases the interpreter's lock, as searches do. Ctrl-C takes
    effect as soon as the running calls are over.

    >>> each(abs, [-3, 2], threads=2)
    [3, 2]
    """
    with ThreadPoolExecutor(threads) as pool:
        futures: list[Future[R]] = [pool.submit(function, thing) for thing in things]
        try:
            for done, future in enumerate(as_completed(futures), start=1):
                future.result()  # raises the function's exception
                if watch is not None:
                    watch(done / len(futures))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
        return [future.result() for future in futures]


# As in obversi.batch: a row for each position, with the mover's discs and the opponent's.
Positions = NDArray[np.uint64]


def positions_by_round(games: int, size: int = 8, seed: int | None = 1) -> dict[int, Positions]:
    """Play random games, and return the positions of each round in which there is a choice.

    A round is a number of discs; in the positions of a round the mover has a legal move. Games that
    end early are missing in the last rounds.

    >>> rounds = positions_by_round(100, size=4)
    >>> len(rounds[4]), len(rounds[5])
    (100, 100)
    """
    return dict(_rounds(games, size, chosen_seed(seed)))


def random_positions(count: int, discs: int, size: int = 8, seed: int | None = 1) -> Positions:
    """Return positions of random games with `discs` discs, in which the mover has a legal move.

    >>> random_positions(10, discs=20).shape
    (10, 2)
    """
    squares = size * size
    if not 4 <= discs < squares:
        raise InputError(
            f"a round of {size}×{size} cannot have {discs} discs: expected 4 to {squares - 1}"
        )
    found: list[Positions] = []
    missing, attempt, chosen = count, 0, chosen_seed(seed)
    while missing > 0:
        # Some games end earlier; the first ones of the others are taken.
        games = missing + missing // 8 + 8
        reached = next(
            (rows for round_, rows in _rounds(games, size, (chosen, attempt)) if round_ == discs),
            np.empty((0, 2), np.uint64),
        )
        found.append(reached[:missing])
        missing -= len(found[-1])
        attempt += 1
    return np.concatenate(found)


def _rounds(games: int, size: int, seed: int | tuple[int, int]) -> Iterator[tuple[int, Positions]]:
    words = [part & (1 << 64) - 1 for part in ((seed,) if isinstance(seed, int) else seed)]
    random = np.random.default_rng(words)
    positions = np.tile(np.array(Board(size).bits, np.uint64), (games, 1))
    for discs in range(4, size * size):
        # Pass where a pass is due, and leave finished games out.
        stuck = batch.legal_moves(positions, size) == 0
        positions = np.where(stuck[:, None], positions[:, ::-1], positions)
        positions = positions[batch.legal_moves(positions, size) != 0]
        if len(positions) == 0:
            return
        yield discs, positions
        after = batch.successors(positions, size)
        counts = np.bincount(after.parents, minlength=len(positions))
        first = np.cumsum(counts) - counts
        positions = after.positions[first + random.integers(counts)]


_SQUARES = 64
_ILLEGAL = -128
_ENGINE_MB = 4


@dataclass(frozen=True, eq=False)
class Judged:
    """Positions, and the margin of each move with perfect play of both sides.

    Far from the end, it is the margin that a strong engine expects. `values` has a row for each
    position and a column for each square, for the mover; it is -128 for squares without a legal
    move. Choices are squares, 8·row + column, one for each position.
    """

    boards: Sequence[Board]
    values: NDArray[np.int16]

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.boards)

    @property
    def best(self) -> NDArray[np.int16]:
        """The margin of the best move, which is the value of the position."""
        best: NDArray[np.int16] = self.values.max(axis=1)
        return best

    def discs_lost(self, chosen: ArrayLike) -> NDArray[np.int64]:
        """Return the discs of margin that each choice loses."""
        return (self.best - self._values_of(chosen)).astype(np.int64)

    def points_lost(self, chosen: ArrayLike) -> NDArray[np.float64]:
        """Return the points that each choice loses: a win is 1, a draw 1/2."""
        lost: NDArray[np.float64] = (np.sign(self.best) - np.sign(self._values_of(chosen))) / 2
        return lost

    def _values_of(self, chosen: ArrayLike) -> NDArray[np.int16]:
        values = self.values[np.arange(len(self)), np.asarray(chosen, np.int64)]
        if (illegal := np.flatnonzero(values == _ILLEGAL)).size:
            raise InputError(f"the move chosen in position {illegal[0]} is not legal there")
        return values


def judge(
    positions: Positions, size: int = 8, rules: Rules = "normal", threads: int | None = None
) -> Judged:
    """Find the exact value of every move; it is quick with up to 16 or so empty squares.

    There must be a move in each position.

    >>> start = judge(batch.starts(1, size=4), size=4)
    >>> int(start.best[0]), int(start.discs_lost([1])[0])
    (-10, 0)
    """
    after = batch.successors(positions, size, threads)
    if (after.moves >= _SQUARES).any() or len(np.unique(after.parents)) < len(positions):
        raise InputError("there is no move to judge in one of the positions")
    values = np.full((len(positions), _SQUARES), _ILLEGAL, np.int16)
    values[after.parents, after.moves] = -batch.exact_margins(
        after.positions, size, rules, threads
    ).astype(np.int16)
    boards = [batch.to_board(position, size=size, rules=rules) for position in positions]
    return Judged(boards, values)


@lru_cache(maxsize=2)
def judged_positions(
    count: int, empties: int, size: int, rules: Rules, seed: int | None, threads: int | None = None
) -> Judged:
    """Judge positions of random games with `empties` empty squares.

    The last ones are cached, because the steps of an experiment use the same positions.

    >>> len(judged_positions(5, empties=6, size=6, rules="reversed", seed=1))
    5
    """
    return judge(random_positions(count, size * size - empties, size, seed), size, rules, threads)


def judged_by_engine(
    positions: Positions, size: int, rules: Rules, depth: int, threads: int = 1
) -> Judged:
    """Judge positions that are too early to be solved, by the engine's search.

    Each move is searched `depth` plies deep. This does not prove the values, but the engine is
    hundreds of Elo stronger than the evaluations of the reports.
    """
    boards = [batch.to_board(position, size=size, rules=rules) for position in positions]
    values = np.full((len(boards), _SQUARES), _ILLEGAL, np.int16)

    def fill(places: range) -> None:
        with Engine(threads=1, hash_mb=_ENGINE_MB) as engine:
            for place in places:
                engine.clear()  # so that results do not depend on earlier searches
                found = engine.analyse(boards[place], Limit(depth=depth), top="all")
                for line in found.lines:
                    values[place, line.move.square_index] = line.margin

    each(fill, [range(first, len(boards), threads) for first in range(threads)], threads)
    return Judged(boards, values)
