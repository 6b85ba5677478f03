"""Many positions at once, on NumPy arrays.

Positions are an array of shape (n, 2) and type uint64: in each row the discs of the player to move
and those of the opponent, as sets of squares in which bit 8·row + column stands for a square, for
every board size. Moves are numbers too, 8·row + column, and 64 for a pass. The work runs outside
the interpreter's lock, on all cores by default; results never depend on `threads`. Results are new
arrays, which PyTorch and JAX can use by DLPack without a copy.

>>> import numpy as np
>>> from obversi import batch
>>> positions = batch.starts(1000, size=6)
>>> games = batch.random_playouts(positions, size=6, rules="reversed", seed=1)
>>> games.margins.shape, int(games.plies.min()) > 8
((1000,), True)
"""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi import _core
from obversi.arguments import seed_bits, whole_number
from obversi.board import Board, checked_board
from obversi.color import BLACK, Color, checked_color
from obversi.errors import IllegalMoveError, InvalidBoardError
from obversi.machine import core_count
from obversi.move import Move
from obversi.rules import Rules, checked_rules
from obversi.size import LONGEST_GAME, SIZES, board_mask, checked_size

__all__ = [
    "Positions",
    "canonical",
    "exact_margins",
    "from_boards",
    "is_over",
    "legal_moves",
    "margins",
    "move_masks",
    "planes",
    "play",
    "random_moves",
    "random_playouts",
    "starts",
    "successors",
    "to_board",
    "tree_sizes",
]

#: An array of positions, as the module describes it.
Positions = NDArray[np.uint64]

# Between two such portions of playouts, half a second or so, Ctrl-C is handled.
_PLAYOUTS_AT_ONCE = 1 << 18

_MOST_THREADS = 1024

_OUTSIDE = {size: np.uint64(~board_mask(size) & (1 << 64) - 1) for size in SIZES}

_ALIGNMENT = 64
_Kind = TypeVar("_Kind", bound=np.generic)


class Playouts(NamedTuple):
    """The results of random games: margins for the first mover, and the number of plies."""

    margins: NDArray[np.int8]
    plies: NDArray[np.uint8]


class Successors(NamedTuple):
    """All positions one move later: which position each came from, by which move."""

    parents: NDArray[np.int64]
    moves: NDArray[np.uint8]
    positions: Positions


def starts(count: int, size: int = 8) -> Positions:
    """Return the starting position `count` times.

    >>> starts(1000).shape
    (1000, 2)
    """
    rows = whole_number(count, "the number of positions", 0)
    positions = _new((rows, 2), np.uint64)
    positions[:] = Board(size).bits
    return positions


def from_boards(boards: Iterable[Board]) -> Positions:
    """Collect boards, which must be of one size, into an array.

    >>> bool((from_boards([Board()]) == starts(1)).all())
    True
    """
    if isinstance(boards, Board):
        raise InvalidBoardError("one board is no batch: expected several, such as a list of boards")
    collected = list(map(checked_board, boards))
    if len(sizes := {board.size for board in collected}) > 1:
        raise InvalidBoardError(f"boards of different sizes {sorted(sizes)} make no batch")
    positions = _new((len(collected), 2), np.uint64)
    positions[:] = np.array([board.bits for board in collected], np.uint64).reshape(-1, 2)
    return positions


def to_board(
    position: ArrayLike, turn: Color = BLACK, size: int = 8, rules: Rules = "normal"
) -> Board:
    """Make a board of one row.

    >>> to_board(starts(1)[0]) == Board()
    True
    """
    own, opp = (int(bits) for bits in _checked(_array(position).reshape(1, -1), size)[0])
    mover = checked_color(turn)
    black, white = (own, opp) if mover == BLACK else (opp, own)
    return Board._from_masks(black, white, mover, size, rules)


def planes(positions: ArrayLike, size: int = 8, threads: int | None = None) -> NDArray[np.uint8]:
    """Return an array of shape (n, 2, size, size) of 0 and 1: own discs, the opponent's discs.

    >>> planes(starts(1, size=4), size=4)[0, 0].tolist()
    [[0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    """
    checked = _checked(positions, size)
    cells = _new((len(checked), 2, size, size), np.uint8)
    _core.batch_planes(checked, size, _thread_count(threads), cells.reshape(-1))
    return cells


def legal_moves(
    positions: ArrayLike, size: int = 8, threads: int | None = None
) -> NDArray[np.uint64]:
    """Return the set of squares the mover may play on, for each position.

    >>> [mask.bit_count() for mask in legal_moves(starts(2)).tolist()]
    [4, 4]
    """
    checked = _checked(positions, size)
    masks = _new(len(checked), np.uint64)
    _core.batch_legal_moves(checked, size, _thread_count(threads), masks)
    return masks


def move_masks(positions: ArrayLike, size: int = 8, threads: int | None = None) -> NDArray[np.int8]:
    """Return an array of shape (n, 65) with 1 for each legal move by its number, and 0 otherwise.

    The columns of squares beyond a smaller board are 0, and so is the whole row of a finished game.

    >>> np.flatnonzero(move_masks(starts(1, size=6), size=6)[0]).tolist()
    [10, 17, 28, 35]
    """
    checked = _checked(positions, size)
    masks = _new((len(checked), _core.PASS_INDEX + 1), np.int8)
    _core.batch_move_masks(checked, size, _thread_count(threads), masks.reshape(-1))
    return masks


def is_over(positions: ArrayLike, size: int = 8, threads: int | None = None) -> NDArray[np.bool_]:
    """Return whether the game is over, for each position: neither player can move.

    >>> is_over(starts(2)).tolist()
    [False, False]
    """
    checked = _checked(positions, size)
    ended = np.equal(legal_moves(checked, size, threads), 0, out=_new(len(checked), np.bool_))
    ended[ended] = legal_moves(checked[ended][:, ::-1], size, threads) == 0
    return ended


def margins(
    positions: ArrayLike, size: int = 8, rules: Rules = "normal", threads: int | None = None
) -> NDArray[np.int8]:
    """Return the mover's margin if the game ended there, for each position.

    >>> margins(starts(1)).tolist()
    [0]
    """
    checked = _checked(positions, size)
    found = _new(len(checked), np.int8)
    reversed_rules = checked_rules(rules) == "reversed"
    _core.batch_margins(checked, size, reversed_rules, _thread_count(threads), found)
    return found


def canonical(positions: ArrayLike, size: int = 8, threads: int | None = None) -> Positions:
    """Return for each position the one of its eight symmetric images that stands for all.

    >>> first = successors(starts(1)).positions
    >>> len(np.unique(canonical(first), axis=0))
    1
    """
    checked = _checked(positions, size)
    images = _new(checked.shape, np.uint64)
    _core.batch_canonical(checked, size, _thread_count(threads), images)
    return images


def play(
    positions: ArrayLike, moves: ArrayLike, size: int = 8, threads: int | None = None
) -> Positions:
    """Play one move in each position: a legal square, or 64 where only a pass is legal.

    A finished game stays as it is, whatever its move. An illegal move in any other position is an
    `IllegalMoveError`.

    >>> positions = starts(2, size=4)
    >>> while not is_over(positions, size=4).all():
    ...     positions = play(positions, random_moves(positions, size=4, seed=1), size=4)
    """
    checked = _checked(positions, size)
    chosen = _array(moves)
    if chosen.size == 0:
        chosen = chosen.astype(np.uint8)  # of nothing NumPy makes numbers with a point
    if chosen.shape != (len(checked),) or not np.issubdtype(chosen.dtype, np.integer):
        raise InvalidBoardError(
            f"moves of shape {chosen.shape} and type {chosen.dtype} do not fit "
            f"{len(checked)} positions: expected one whole number for each"
        )
    outside = np.flatnonzero((chosen < 0) | (chosen > _core.PASS_INDEX))
    if len(outside):
        raise IllegalMoveError(f"{chosen[outside[0]]} for position {outside[0]} is no move")
    after = _new(checked.shape, np.uint64)
    bytes_of_moves = chosen.astype(np.uint8)
    illegal = _core.batch_play(checked, bytes_of_moves, size, _thread_count(threads), after)
    if illegal < len(checked):
        move = Move.from_index(int(chosen[illegal]))
        raise IllegalMoveError(f"{move!s} is not legal in position {illegal}")
    return after


def random_moves(
    positions: ArrayLike, size: int = 8, seed: int | None = 0, threads: int | None = None
) -> NDArray[np.uint8]:
    """Return a random legal move of each position; 64, a pass, if there is no legal square.

    The move of row i depends on the position, the seed and i alone. So a game needs another seed
    for each ply. A finished game has the move 64, which `play` ignores.

    >>> random_moves(starts(8), seed=1).tolist()
    [26, 37, 44, 26, 19, 44, 37, 37]
    """
    checked = _checked(positions, size)
    moves = _new(len(checked), np.uint8)
    _core.batch_random_moves(checked, size, seed_bits(seed), _thread_count(threads), moves)
    return moves


def successors(positions: ArrayLike, size: int = 8, threads: int | None = None) -> Successors:
    """Return every position one move later, in the order of positions and squares.

    Where only a pass is legal the passed position follows; a finished game has no successor.

    >>> successors(starts(1)).moves.tolist()
    [19, 26, 37, 44]
    """
    # A copy, lest another thread change the positions between counting and writing.
    checked = _checked(_array(positions).copy(), size)
    workers = _thread_count(threads)
    counts = _new(len(checked), np.int64)
    _core.batch_count_successors(checked, size, workers, counts)
    first = np.cumsum(counts) - counts
    total = int(counts.sum())
    moves, after = _new(total, np.uint8), _new((total, 2), np.uint64)
    _core.batch_successors(checked, first, size, workers, moves, after)
    parents = _new(total, np.int64)
    parents[:] = np.repeat(np.arange(len(checked)), counts)
    return Successors(parents, moves, after)


def random_playouts(
    positions: ArrayLike,
    size: int = 8,
    rules: Rules = "normal",
    seed: int | None = 0,
    threads: int | None = None,
) -> Playouts:
    """Play one random game from each position to its end.

    The game of row i depends on the position, the seed and i alone.

    >>> random_playouts(starts(3, size=4), size=4, seed=1).margins.shape
    (3,)
    """
    checked = _checked(positions, size)
    reversed_rules = checked_rules(rules) == "reversed"
    workers = _thread_count(threads)
    word = seed_bits(seed)
    found = Playouts(_new(len(checked), np.int8), _new(len(checked), np.uint8))
    for first in range(0, len(checked), _PLAYOUTS_AT_ONCE):
        part = slice(first, first + _PLAYOUTS_AT_ONCE)
        _core.batch_playouts(
            checked[part],
            size,
            reversed_rules,
            word,
            first,
            workers,
            found.margins[part],
            found.plies[part],
        )
    return found


def exact_margins(
    positions: ArrayLike, size: int = 8, rules: Rules = "normal", threads: int | None = None
) -> NDArray[np.int8]:
    """Return the mover's margin if both sides play perfectly, for each position.

    It is meant for many positions near the end: with 12 empty squares one takes half a
    millisecond or so, and two to three times as long with each more. `Engine.solve` is for those
    with more than some 16.

    >>> exact_margins(starts(1, size=4), size=4).tolist()
    [-10]
    """
    checked = _checked(positions, size)
    found = _new(len(checked), np.int8)
    reversed_rules = checked_rules(rules) == "reversed"
    _core.batch_exact_margins(checked, size, reversed_rules, _thread_count(threads), found)
    return found


def tree_sizes(
    positions: ArrayLike, depth: int, size: int = 8, threads: int | None = None
) -> NDArray[np.uint64]:
    """Count the nodes of a search without any cut-off, for each position and ply: (n, depth + 1).

    A pass is a ply, and below a finished game there is nothing; so the sum of a row is what
    `obversi.textbook.minimax` counts.

    >>> tree_sizes(starts(1), depth=4).tolist()
    [[1, 4, 12, 56, 244]]
    """
    checked = _checked(positions, size)
    plies = whole_number(depth, "the depth", 0, most=LONGEST_GAME)
    counts = _new((len(checked), plies + 1), np.uint64)
    _core.batch_tree_sizes(checked, size, plies, _thread_count(threads), counts)
    return counts


def _new(shape: int | tuple[int, ...], kind: type[_Kind]) -> NDArray[_Kind]:
    """Return an array to be filled that begins at a multiple of 64 bytes: JAX copies others."""
    length = math.prod(shape) if isinstance(shape, tuple) else shape
    room = np.empty(length + _ALIGNMENT // np.dtype(kind).itemsize, kind)
    begin = -room.__array_interface__["data"][0] % _ALIGNMENT // room.itemsize
    return room[begin : begin + length].reshape(shape)


def _checked(positions: ArrayLike, size: int) -> Positions:
    """Return the positions as the core wants them, if they are positions of this size."""
    array = _array(positions)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype != np.uint64:
        raise InvalidBoardError(
            f"an array of shape {array.shape} and type {array.dtype} holds no positions: "
            "expected (n, 2) and uint64"
        )
    own, opp, outside = array[:, 0], array[:, 1], _OUTSIDE[checked_size(size)]
    if ((own | opp) & outside | own & opp).any():
        if len(off := np.flatnonzero((own | opp) & outside)):
            raise InvalidBoardError(f"position {off[0]} has discs beyond a {size}×{size} board")
        both = np.flatnonzero(own & opp)
        raise InvalidBoardError(f"position {both[0]} has two discs on one square")
    if array.flags.c_contiguous and array.flags.aligned:
        return array
    return np.require(array, requirements=["C", "A"])


def _array(values: ArrayLike) -> NDArray[Any]:
    try:
        return native(np.asarray(values))
    except ValueError as error:
        raise InvalidBoardError(f"these values make no array: {error}") from None


def native(array: NDArray[_Kind]) -> NDArray[_Kind]:
    """Return an array in the byte order of this machine, itself if it has that already."""
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _thread_count(threads: int | None) -> int:
    if threads is None:
        return core_count()
    return whole_number(threads, "the number of threads", 1, most=_MOST_THREADS)
