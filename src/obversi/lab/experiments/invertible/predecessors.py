"""Going back from a position: which boards may have been before, and which really were."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.lab.positions.sampling import Positions
from obversi.move import Move

__all__ = ["Meeting", "Ply", "boards_before", "follow"]

_DIRECTIONS: Final = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1))


@dataclass(frozen=True, slots=True)
class Ply:
    """All moves of all games at one ply.

    `boards` are different positions before it, `moves` what can be played in them. Of these,
    `meeting` are moves after which the board before cannot be told from the one after and the
    move: another board leads there by the same move.
    """

    number: int
    boards: int
    moves: int
    meeting: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two games that are different until the same last move makes one board of both."""

    one: tuple[str, ...]
    other: tuple[str, ...]


def boards_before(after: Positions, moves: NDArray[np.uint8], size: int) -> NDArray[np.int64]:
    """Return how many boards become each position by its last move, reached in a game or not.

    Where the move has a run of n discs of its colour beside it in some direction, 0 to n - 1 of
    them may have been turned, for the last of the run held them; not 0 in all directions.
    """
    own = after[:, 1]  # of the player who has just moved
    rows, columns = moves.astype(np.int64) // 8, moves.astype(np.int64) % 8
    ways = np.ones(len(after), np.int64)
    for down, right in _DIRECTIONS:
        if (down, right) == (0, 0):
            continue
        run, going = np.zeros(len(after), np.int64), np.ones(len(after), bool)
        for step in range(1, size):
            row, column = rows + step * down, columns + step * right
            inside = (row >= 0) & (row < size) & (column >= 0) & (column < size)
            squares = np.where(inside, 8 * row + column, 0).astype(np.uint64)
            going &= inside & ((own >> squares & np.uint64(1)) == 1)
            run += going
        ways *= np.maximum(run, 1)
    return np.asarray(ways - 1)


def follow(size: int, most: int, threads: int) -> tuple[list[Ply], Meeting | None]:
    """Follow all games ply by ply, while no ply has more than so many different boards.

    The meeting is the first one, in the order of the squares.
    """
    positions = batch.starts(1, size)
    plies: list[Ply] = []
    before: list[tuple[NDArray[np.int64], NDArray[np.uint8]]] = []
    meeting = None
    while 0 < len(positions) <= most:
        after = batch.successors(positions, size, threads)
        same = _same_as_another(after)
        plies.append(Ply(len(plies) + 1, len(positions), len(after.moves), int(same.sum())))
        if meeting is None and same.any():
            meeting = _meeting(before, after, int(np.flatnonzero(same)[0]))
        positions, first = np.unique(after.positions, axis=0, return_index=True)
        before.append((after.parents[first], after.moves[first]))
    return plies, meeting


def _same_as_another(after: batch.Successors) -> NDArray[np.bool_]:
    """Say of each move whether the same move leads from another board to the same position."""
    own, opp = after.positions.T
    order = np.lexsort((opp, own, after.moves))
    rows = np.column_stack((after.positions, after.moves))[order]
    alike = (rows[1:] == rows[:-1]).all(axis=1)
    same = np.zeros(len(order), bool)
    same[order[1:][alike]] = same[order[:-1][alike]] = True
    return same


def _meeting(
    before: list[tuple[NDArray[np.int64], NDArray[np.uint8]]], after: batch.Successors, row: int
) -> Meeting:
    twins = (after.positions == after.positions[row]).all(axis=1) & (
        after.moves == after.moves[row]
    )
    games = []
    for twin in np.flatnonzero(twins)[:2]:
        moves, place = [int(after.moves[twin])], int(after.parents[twin])
        for parents, played in reversed(before):
            moves.append(int(played[place]))
            place = int(parents[place])
        games.append(tuple(str(Move.from_index(move)) for move in reversed(moves)))
    return Meeting(*games)
