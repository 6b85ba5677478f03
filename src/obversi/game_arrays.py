"""Whole files of games as NumPy arrays, in the form of `obversi.batch`.

>>> import tempfile
>>> from pathlib import Path
>>> from obversi.game_arrays import games_to_arrays
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder, "games.txt")
...     _ = path.write_text("f5d6c3" + chr(10) + "f5f6")
...     arrays = games_to_arrays(path)
>>> arrays.moves.tolist()  # 255 is the end of a game
[37, 43, 18, 255, 37, 45, 255]
>>> arrays.games.tolist(), arrays.first_rows.tolist()
([0, 0, 0, 0, 1, 1, 1], [0, 4, 7])
"""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.batch import Positions
from obversi.color import BLACK
from obversi.errors import ObversiError
from obversi.formats import wthor, wthor_names
from obversi.formats.detect import looks_like_wthor, read_path
from obversi.formats.lines import OnProblem, placed, raise_problem
from obversi.formats.record import GameRecord
from obversi.move import PASS, Move
from obversi.rules import RULES, Rules, checked_rules
from obversi.size import SIZES, checked_size

__all__ = ["NO_MOVE", "NO_RESULT", "games_to_arrays"]

# What stands for the end of a game, and for an unknown result.
NO_MOVE = 255
NO_RESULT = -128


class GameArrays(NamedTuple):
    """The positions of games with the moves played there; those of a game are rows in sequence.

    A game of n plies, passes included, has n + 1 rows; the last has the move `NO_MOVE`. Rows have
    the position as its mover sees it, the colour to move, and the number of the game. Games have
    their first row (and, after the last game, the number of rows), black's margin, which is
    `NO_RESULT` where it is not known, the size, and whether the rules are reversed.

    The final margins for the movers, to learn from, are ``-turns * results[games]``.
    """

    positions: Positions
    moves: NDArray[np.uint8]
    turns: NDArray[np.int8]
    games: NDArray[np.int32]
    first_rows: NDArray[np.int64]
    results: NDArray[np.int8]
    sizes: NDArray[np.uint8]
    is_reversed: NDArray[np.bool_]


def games_to_arrays(
    path: str | Path,
    *,
    rules: Rules = "normal",
    size: int = 8,
    on_problem: OnProblem = raise_problem,
) -> GameArrays:
    """Read all games of a file in any format.

    `rules` and `size` are used where the file does not say. A game that cannot be read is left out
    if `on_problem` does not raise. WTHOR files are read about ten times as fast as others.
    """
    checked_rules(rules)
    checked_size(size)
    games = _read_wthor(Path(path))
    if games is None:
        records = read_path(path, rules=rules, size=size, on_problem=on_problem)
        games = _from_records(records)
    return _replayed(games, on_problem)


class _Games(NamedTuple):
    """Games before they are replayed; `moves` has a row each, which ends with `NO_MOVE`."""

    starts: Positions
    turns: NDArray[np.int8]
    moves: NDArray[np.uint8]
    results: NDArray[np.int8]
    sizes: NDArray[np.uint8]
    is_reversed: NDArray[np.bool_]
    records: NDArray[np.void] | None = None


# WTHOR. Its records have a fixed length, so that no Python code runs for each game.

_RECORD = np.dtype(
    [("names", "<u2", 3), ("discs", "u1"), ("theoretical", "u1"), ("squares", "u1", 60)]
)
_NO_SQUARE = 254


def _square_numbers() -> NDArray[np.uint8]:
    numbers = np.full(256, _NO_SQUARE, np.uint8)
    for square in range(PASS.square_index):
        move = Move.from_index(square)
        numbers[10 * (move.row + 1) + move.column + 1] = square
    return numbers


def _read_wthor(path: Path) -> _Games | None:
    """Return the games of a WTHOR file, or None for another file or a header that is wrong."""
    with path.open("rb") as file:
        head = file.read(wthor_names.HEADER_BYTES)
        if not looks_like_wthor(head, path.stat().st_size):
            return None
        header = wthor_names.Header.read(io.BytesIO(head))
        if header.is_solitaire or header.size != 8:
            return None
        records = np.frombuffer(file.read(), _RECORD)
    written = records["squares"]
    moves = np.full((len(records), written.shape[1] + 1), NO_MOVE, np.uint8)
    # The bytes after the last square are 0; one before it is no square.
    is_written = np.logical_or.accumulate(written[:, ::-1] != 0, axis=1)[:, ::-1]
    moves[:, :-1] = np.where(is_written, _square_numbers()[written], NO_MOVE)
    too_many = np.maximum(records["discs"], records["theoretical"]) > 64
    moves[too_many, 0] = _NO_SQUARE
    return _Games(
        batch.starts(len(records)),
        np.full(len(records), BLACK, np.int8),
        moves,
        (2 * records["discs"].astype(np.int16) - 64).astype(np.int8),
        np.full(len(records), 8, np.uint8),
        np.zeros(len(records), np.bool_),
        records,
    )


# Other formats


def _from_records(records: Iterable[GameRecord]) -> _Games:
    kept = list(records)
    rows = [bytes(played.move.square_index for played in record.moves) for record in kept]
    width = max(map(len, rows), default=0) + 1
    filled = b"".join(row.ljust(width, bytes([NO_MOVE])) for row in rows)
    results = [NO_RESULT if record.result is None else record.result for record in kept]
    return _Games(
        np.array([record.start.bits for record in kept], np.uint64).reshape(-1, 2),
        np.array([record.start.turn for record in kept], np.int8),
        np.frombuffer(filled, np.uint8).reshape(-1, width),
        np.array(results, np.int8),
        np.array([record.size for record in kept], np.uint8),
        np.array([record.rules == "reversed" for record in kept], np.bool_),
    )


# Replaying


class _Ply(NamedTuple):
    """The rows of one ply, for those games that have come so far."""

    games: NDArray[np.int64]
    positions: Positions
    turns: NDArray[np.int8]
    moves: NDArray[np.uint8]


def _replayed(games: _Games, on_problem: OnProblem) -> GameArrays:
    count = len(games.starts)
    results = games.results.copy()
    is_broken = np.zeros(count, np.bool_)
    plies: list[list[_Ply]] = []
    for size in SIZES:
        for rules in RULES:
            is_one = (games.sizes == size) & (games.is_reversed == (rules == "reversed"))
            plies.append(list(_plies(games, np.flatnonzero(is_one), size, is_broken)))
            for ply in plies[-1]:
                _add_results(ply, size, rules, results)
    for number in np.flatnonzero(is_broken):
        _report(games, int(number), on_problem)
    return _assembled(games, plies, results, ~is_broken)


def _plies(
    games: _Games, live: NDArray[np.int64], size: int, is_broken: NDArray[np.bool_]
) -> Iterator[_Ply]:
    """Play all games at once; a pass that was not written is added, illegal moves are marked."""
    positions, turns = games.starts[live], games.turns[live]
    following = np.zeros(len(games.starts), np.int64)
    while len(live):
        moves = games.moves[live, following[live]]
        legal = batch.legal_moves(positions, size)
        ends = moves == NO_MOVE
        is_left_out = (legal == 0) & ~ends & (moves != PASS.square_index)
        moves[is_left_out] = PASS.square_index
        shift = np.minimum(moves, 63).astype(np.uint64)
        is_legal = (legal >> shift & np.uint64(1) == 1) & (moves < PASS.square_index)
        passes = moves == PASS.square_index
        is_legal[passes] = (legal[passes] == 0) & ~batch.is_over(positions[passes], size)
        is_broken[live[~(is_legal | ends)]] = True
        yield _Ply(live, positions, turns, moves)
        following[live[is_legal & ~is_left_out]] += 1
        live = live[is_legal]
        positions = batch.play(positions[is_legal], moves[is_legal], size)
        turns = -turns[is_legal]


def _add_results(ply: _Ply, size: int, rules: Rules, results: NDArray[np.int8]) -> None:
    """Add the results of finished games for which the file has none."""
    lacks_result = (ply.moves == NO_MOVE) & (results[ply.games] == NO_RESULT)
    rows = np.flatnonzero(lacks_result)
    rows = rows[batch.is_over(ply.positions[rows], size)]
    margins = batch.margins(ply.positions[rows], size, rules)
    results[ply.games[rows]] = np.where(ply.turns[rows] == BLACK, margins, -margins)


def _assembled(
    games: _Games, plies: list[list[_Ply]], results: NDArray[np.int8], is_kept: NDArray[np.bool_]
) -> GameArrays:
    """Put the rows into the order of the games, without those that are broken."""
    lengths = np.zeros(len(games.starts), np.int64)
    for kind in plies:
        for ply in kind:
            lengths[ply.games] += 1
    lengths[~is_kept] = 0
    numbers = np.cumsum(is_kept) - 1
    begins = np.cumsum(lengths) - lengths
    total = int(lengths.sum())
    arrays = GameArrays(
        np.empty((total, 2), np.uint64),
        np.empty(total, np.uint8),
        np.empty(total, np.int8),
        np.empty(total, np.int32),
        np.append(begins[is_kept], total),
        results[is_kept],
        games.sizes[is_kept],
        games.is_reversed[is_kept],
    )
    for kind in plies:
        for number, ply in enumerate(kind):
            chosen = is_kept[ply.games]
            rows = begins[ply.games[chosen]] + number
            arrays.positions[rows] = ply.positions[chosen]
            arrays.moves[rows] = ply.moves[chosen]
            arrays.turns[rows] = ply.turns[chosen]
            arrays.games[rows] = numbers[ply.games[chosen]]
    return arrays


def _report(games: _Games, number: int, on_problem: OnProblem) -> None:
    """Read a broken game again, which names its problem; only those of WTHOR can be broken."""
    assert games.records is not None
    try:
        wthor.parse(games.records[number].tobytes())
    except ObversiError as error:
        on_problem(placed(error, f"record {number + 1}"))
