"""The rules of R2's published program, in which a move flips discs in one direction only.

R2's function that plays a move, `updated_chessboard`, leaves its loop over the eight directions
after the first one that has discs to flip. Which moves are legal does not change. R2's experiments
were made with this program, so its numbers can be checked only by the same rules. Only the
laboratory has these rules: no board, agent or engine plays by them.

The directions are tried in the order of R2's code: up, down, left, right, then the diagonals up
left, up right, down left and down right. A game starts with black on d4 and e5, the mirror image of
the usual start, which matters because of this order. All games are of 8×8 where the fewest discs
win.
"""

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from obversi import _core, batch
from obversi.arguments import chosen_seed
from obversi.heuristics.catalog import AnyEvaluation, evaluation
from obversi.lab.positions import Positions

# The evaluation of R2's counts of nodes: ten weights of an earlier tuning.
NODE_WEIGHTS = "r2-position:weights=9,10,18,5,19,15,18,13,8,3"

# The discs of black, who is the mover, and of white.
_BLACK = 1 << 27 | 1 << 36
_WHITE = 1 << 28 | 1 << 35
START = (_BLACK, _WHITE)

# A row for each game, with a position for each number of discs up to 64.
Games = NDArray[np.uint64]
Counts = NDArray[np.int64]


class RoundCounts(NamedTuple):
    """Sums over games, by the number of discs.

    They count positions before a move or a pass; passes; legal moves; and games that ended with
    this number of discs.
    """

    positions: Counts
    passes: Counts
    moves: Counts
    ended: Counts


def random_games(count: int, seed: int | None, first: int = 0) -> Games:
    """Play random games, and return their positions by the number of discs.

    Each position is the first one with this number of discs; its mover may have to pass. In the
    last position of a game the game is over, and all positions after it are empty. Game i depends
    only on the seed and `first` + i.

    >>> games = random_games(2, seed=1)
    >>> games.shape, tuple(games[0, 4].tolist()) == START
    ((2, 65, 2), True)
    """
    games = np.empty((count, 65, 2), np.uint64)
    _core.one_direction_random_games(_core_seed(seed), first, games)
    return games


def count_rounds(games: Games) -> RoundCounts:
    """Count positions, passes and moves by the number of discs, as R2's program does.

    A pass is a position with no legal moves.
    """
    game, discs = np.nonzero(games.any(axis=2))
    reached = games[game, discs]
    legal = batch.legal_moves(reached, threads=1)
    stuck = legal == 0
    replies = batch.legal_moves(reached[stuck][:, ::-1], threads=1)
    passed_at, ended_at = (discs[stuck][able] for able in (replies != 0, replies == 0))

    def by_discs(numbers: Counts, weights: Counts | None = None) -> Counts:
        return np.bincount(numbers, weights, minlength=65).astype(np.int64)

    passes, ended = by_discs(passed_at), by_discs(ended_at)
    return RoundCounts(
        positions=by_discs(discs) - ended + passes,
        passes=passes,
        moves=by_discs(discs, _bits(legal)) + by_discs(discs[stuck], _bits(replies)),
        ended=ended,
    )


def round_positions(games: Games, discs: int) -> tuple[Positions, NDArray[np.int64]]:
    """Return the positions with this number of discs, and the number of the game of each.

    If a player has to pass, the positions before and after the pass are both included, as R2's
    program counts. Positions in which the game is over are not included.
    """
    numbers = np.flatnonzero(games[:, discs].any(axis=1))
    reached = games[numbers, discs]
    can_move = batch.legal_moves(reached) != 0
    passed = reached[:, ::-1]
    must_pass = ~can_move & (batch.legal_moves(passed) != 0)
    found = np.concatenate([reached[can_move | must_pass], passed[must_pass]])
    return found, np.concatenate([numbers[can_move | must_pass], numbers[must_pass]])


def alpha_beta_nodes(
    positions: Positions, judge: AnyEvaluation, depth: int, threads: int = 1
) -> list[int]:
    """Return the nodes of R2's search of each position.

    A node is a call of the search. There is no call for moves of the last ply: R2's search sorts
    them and takes the first. Moves are sorted by R2's insertion sort, which moves the moves but not
    their keys, so the order is not always that of the values.

    >>> alpha_beta_nodes(np.array([START], np.uint64), NODE_WEIGHTS, depth=8)
    [4718]
    """
    values, nodes = np.empty(len(positions)), np.empty(len(positions), np.uint64)
    heuristic = evaluation(judge).core(8, "reversed")
    _core.one_direction_alpha_beta(
        heuristic, np.ascontiguousarray(positions, np.uint64), depth, threads, values, nodes
    )
    found: list[int] = nodes.tolist()
    return found


def minimax_nodes(positions: Positions, depth: int, threads: int = 1) -> list[int]:
    """Return how many positions a search without cut-offs has before its last ply."""
    nodes = np.empty(len(positions), np.uint64)
    _core.one_direction_minimax_nodes(
        np.ascontiguousarray(positions, np.uint64), depth, threads, nodes
    )
    found: list[int] = nodes.tolist()
    return found


def play_games(
    a: AnyEvaluation,
    b: AnyEvaluation | None,
    games: int,
    *,
    solved: int = 0,
    seed: int | None = 1,
    first: int = 0,
    threads: int = 1,
) -> NDArray[np.int8]:
    """Let an evaluation that looks one move ahead play games, and return its results.

    A result is 1, 0 or -1. The opponent is another evaluation, or chooses at random if there is
    none. A is black in games of even numbers. Both sides play the last `solved` squares perfectly.
    Game i depends only on the seed and `first` + i.
    """
    results = np.empty(games, np.int8)
    ours = evaluation(a).core(8, "reversed")
    theirs = None if b is None else evaluation(b).core(8, "reversed")
    _core.one_direction_games(ours, theirs, solved, _core_seed(seed), first, threads, results)
    return results


def _bits(sets: NDArray[np.uint64]) -> Counts:
    """Return how many squares each set has."""
    bits = np.unpackbits(sets.view(np.uint8).reshape(-1, 8), axis=1)
    counts: Counts = bits.sum(axis=1, dtype=np.int64)
    return counts


def _core_seed(seed: int | None) -> int:
    """Return 62 bits for any whole number, random ones for None."""
    return Random(f"one direction {chosen_seed(seed)}").getrandbits(62)
