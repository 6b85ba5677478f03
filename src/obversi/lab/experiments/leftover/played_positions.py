"""Positions to measure on as they come in games, not by chance."""

from functools import partial
from typing import Final

import numpy as np

from obversi import batch
from obversi.board import Board
from obversi.heuristics import Evaluation
from obversi.lab.positions.sampling import Positions, random_positions
from obversi.lab.threads import each
from obversi.textbook import alpha_beta

__all__ = ["played_positions"]

# So many discs come by random moves, or all games would be the same.
_RANDOM_DISCS: Final = {4: 6, 6: 10, 8: 12}


def played_positions(
    count: int,
    empties: int,
    size: int,
    rules: str,
    seed: int,
    evaluation: Evaluation,
    depth: int,
    threads: int,
) -> Positions:
    """Return positions with so many empty squares from games of alpha-beta against itself.

    A game begins with some random moves. In each position the mover has a legal move.
    """
    found: list[tuple[int, int]] = []
    play = partial(_played, evaluation, depth, empties)
    attempt = 0
    while len(found) < count:
        missing = count - len(found)
        starts = random_positions(missing, _RANDOM_DISCS[size], size, seed + (attempt << 32))
        boards = [batch.to_board(start, size=size, rules=rules) for start in starts]
        found += [bits for bits in each(play, boards, threads) if bits is not None]
        attempt += 1
    return np.array(found, np.uint64)


def _played(
    evaluation: Evaluation, depth: int, empties: int, board: Board
) -> tuple[int, int] | None:
    """Return the position that a game comes to, as the mover sees it; None if it ends before."""
    while not board.is_over:
        if len(board.empty) <= empties and not board.must_pass:
            return board.bits
        board.push("pass" if board.must_pass else alpha_beta(board, evaluation, depth).move)
    return None
