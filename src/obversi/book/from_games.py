"""Positions of games, to be added to a book."""

from collections.abc import Iterable

import numpy as np

from obversi.arguments import whole_number
from obversi.batch import Positions
from obversi.errors import InputError
from obversi.formats.record import GameRecord
from obversi.rules import Rules

__all__ = ["opening_positions"]


def opening_positions(
    records: Iterable[GameRecord], size: int, rules: Rules, plies: int
) -> Positions:
    """Return the positions after the first moves of games from the usual start.

    A game on another board, under other rules or from another start is an error.
    """
    whole_number(plies, "the number of plies", 0)
    rows = []
    for record in records:
        if (record.size, record.rules) != (size, rules) or not record.begins_as_usual:
            raise InputError(
                f"a game of {record.rules} {record.size}×{record.size}, or from another start, "
                f"cannot be added to a book for {rules} {size}×{size}"
            )
        board = record.start.copy()
        for played in record.moves[:plies]:
            board.push(played.move)
            if not board.is_over:
                rows.append(board.bits)
    return np.array(rows, np.uint64).reshape(-1, 2)
