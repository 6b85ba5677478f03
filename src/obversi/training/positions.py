"""The distinct positions of recorded games with their margins."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from obversi import _core
from obversi.arguments import seed_bits, whole_number
from obversi.batch import native
from obversi.errors import FormatError, InputError
from obversi.formats.lines import OnProblem, raise_problem
from obversi.machine import core_count
from obversi.training.game_files import GAME, GameData, Shard

# The source of a margin, the most reliable first: an exact search, the end of the game, or the
# search before the random move that followed.
EXACT = 0
PLAYED = 1
SEARCHED = 2

# One game in this number is held out.
_HELD_OUT = 50

# Records that are expanded at once; positions need much more memory than records.
_RECORDS_AT_ONCE = 50_000

_MOST_EMPTIES = 60
_MOST_THREADS = 1024

Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Positions:
    """Distinct positions as columns, sorted by empty squares.

    `own` and `opp` are the canonical image. `margin` is that of the mover, the mean if the position
    occurred several times. Rows that are `held_out` are for testing a fit.
    """

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    margin: NDArray[np.float32]
    empties: NDArray[np.uint8]
    source: NDArray[np.uint8]
    held_out: NDArray[np.bool_]

    def __post_init__(self) -> None:
        """Bring the columns into the byte order of this machine."""
        for field in fields(self):
            object.__setattr__(self, field.name, native(getattr(self, field.name)))

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.own)

    def __getitem__(self, rows: NDArray[Any] | slice) -> Self:
        """Return some of the rows."""
        return type(self)(*(getattr(self, field.name)[rows] for field in fields(self)))

    def some(self, most: int, seed: int | None = 0) -> Self:
        """Return at most `most` random rows, in the same order."""
        if len(self) <= most:
            return self
        chosen = np.random.default_rng(seed_bits(seed)).permutation(len(self))[:most]
        return self[np.sort(chosen)]

    @classmethod
    def of_columns(cls, parts: Iterable[Columns], threads: int = 1) -> Self:
        """Merge the rows of one position, from the columns of `_core.expand_games`.

        The margin is the mean of those with the most reliable source. The game with the smallest
        number decides whether a position is held out, so each position is on one side only, and
        early positions are on both sides.
        """
        # By empty squares, so that no large array has to be sorted.
        by_empties: list[list[dict[str, NDArray[Any]]]] = [[] for _ in range(_MOST_EMPTIES + 1)]
        for part in parts:
            for empties, rows in _by_empties(part):
                by_empties[empties].append(rows)

        def merged(empties: int) -> dict[str, NDArray[Any]] | None:
            rows, by_empties[empties] = by_empties[empties], []
            return _different(_joined(rows), empties) if rows else None

        with ThreadPoolExecutor(threads) as executor:
            merged_parts = [part for part in executor.map(merged, range(_MOST_EMPTIES + 1)) if part]
        return cls(**_joined(merged_parts or [_none()]))


def read_positions(
    data: Iterable[GameData],
    *,
    exact_only: Iterable[GameData] = (),
    td_lambda: float = 1.0,
    threads: int | None = None,
    on_problem: OnProblem = raise_problem,
    on_progress: Callable[[int, int], None] | None = None,
) -> Positions:
    """Return the distinct positions of folders, which must have the same size and rules.

    Margins that are not exact are the mean of the game's result and of the return of TD(lambda):
    with `td_lambda` 1 that is the result, too; with less, the values of searches have a share in
    it, those soon after the position the largest one.
    The folders in `exact_only` give only positions with exact margins, which are true even if the
    games were played badly. A damaged file is skipped if `on_problem` does not raise.
    `on_progress` is called with the number of records read, and of all records.
    """
    if not 0 <= td_lambda <= 1:
        raise InputError(f"td_lambda cannot be {td_lambda}: expected a number from 0 to 1")
    folders = [(folder, False) for folder in data] + [(folder, True) for folder in exact_only]
    games = {(folder.size, folder.rules) for folder, _ in folders}
    if len(games) > 1:
        listed = ", ".join(f"{rules} {size}×{size}" for size, rules in sorted(games))
        raise InputError(f"positions of different games cannot be merged: {listed}")
    workers = checked_threads(threads)
    shards = [(shard, exact) for folder, exact in folders for shard in folder.shards(on_problem)]
    expected = sum(shard.records for shard, _ in shards)

    def parts() -> Iterator[Columns]:
        done = 0
        for shard, exact in shards:
            try:
                for part in _expanded(shard, td_lambda, workers):
                    yield _rows(part, part["source"] == EXACT) if exact else part
            except FormatError as problem:
                on_problem(problem)
            done += shard.records
            if on_progress is not None:
                on_progress(done, expected)

    return Positions.of_columns(parts(), workers)


def checked_threads(threads: int | None) -> int:
    """Check a number of threads; the default is one for each core."""
    if threads is None:
        return core_count()
    return whole_number(threads, "the number of threads", 1, most=_MOST_THREADS)


def _expanded(shard: Shard, td_lambda: float, threads: int) -> Iterator[Columns]:
    rows = shard.read().view(np.uint8).reshape(-1, GAME.itemsize)
    for first in range(0, len(rows), _RECORDS_AT_ONCE):
        part = rows[first : first + _RECORDS_AT_ONCE]
        try:
            yield _core.expand_games(
                part, shard.size, shard.rules == "reversed", td_lambda, threads
            )
        except ValueError as error:
            raise FormatError(str(error), str(shard.path)) from error


def _rows(part: Columns, chosen: NDArray[Any]) -> dict[str, NDArray[Any]]:
    return {name: column[chosen] for name, column in part.items()}


def _by_empties(part: Columns) -> Iterator[tuple[int, dict[str, NDArray[Any]]]]:
    """Yield the rows for each number of empty squares."""
    order = np.argsort(part["empties"], kind="stable")  # a radix sort, for bytes
    ends = np.cumsum(np.bincount(part["empties"], minlength=_MOST_EMPTIES + 1))
    first = 0
    for empties, end in enumerate(ends.tolist()):
        if end > first:
            yield empties, _rows(part, order[first:end])
        first = end


def _joined(parts: list[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """Concatenate parts, and free each column as soon as it is copied."""
    return {name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])}


def _different(rows: Columns, empties: int) -> dict[str, NDArray[Any]]:
    """Merge the rows of the same position."""
    order = np.argsort(_mixed(rows["own"] + _mixed(rows["opp"])))
    own, opp = rows["own"][order], rows["opp"][order]
    begins = np.ones(len(own), np.bool_)
    begins[1:] = (own[1:] != own[:-1]) | (opp[1:] != opp[:-1])
    first = np.flatnonzero(begins)
    source = rows["source"][order]
    surest = np.minimum.reduceat(source, first)
    sure = source == np.repeat(surest, np.diff(first, append=len(own)))
    game = np.minimum.reduceat(rows["game"][order], first)
    return {
        "own": own[first],
        "opp": opp[first],
        "margin": _means(rows["margin"][order], sure, first),
        "empties": np.full(len(first), empties, np.uint8),
        "source": surest,
        "held_out": _mixed(game) % np.uint64(_HELD_OUT) == 0,
    }


def _none() -> dict[str, NDArray[Any]]:
    return {
        "own": np.empty(0, np.uint64),
        "opp": np.empty(0, np.uint64),
        "margin": np.empty(0, np.float32),
        "empties": np.empty(0, np.uint8),
        "source": np.empty(0, np.uint8),
        "held_out": np.empty(0, np.bool_),
    }


def _means(
    values: NDArray[np.float32], counted: NDArray[np.bool_], first: NDArray[np.intp]
) -> NDArray[np.float32]:
    """Return the means of the counted values in each group."""
    sums = np.add.reduceat(np.where(counted, values, 0), first, dtype=np.float64)
    counts = np.add.reduceat(counted, first, dtype=np.int64)
    return (sums / counts).astype(np.float32)


def _mixed(words: NDArray[Any]) -> NDArray[np.uint64]:
    """Hash each word with splitmix64."""
    word = words.astype(np.uint64)
    word += np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(30)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(27)
    word *= np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    return word
