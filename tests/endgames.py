"""Positions near the end of random games, and their margins, found by slow code."""

from itertools import count
from random import Random

import reference

from obversi import Board
from obversi.rules import Rules

# So few that the slow way is quick enough.
EMPTIES = {4: 7, 6: 6, 8: 5}


def endgame(size: int, rules: Rules, seed: int, empties: int | None = None) -> Board:
    """Return an unfinished position with `empties` empty squares, or more if games end early."""
    wanted = EMPTIES[size] if empties is None else empties
    for attempt in count():
        choose = Random(1000 * seed + attempt)
        board = Board(size, rules)
        while not board.is_over and len(board.empty) > wanted:
            board.push(choose.choice(board.legal_moves))
        if not board.is_over:
            return board
    raise AssertionError


def margins(board: Board) -> dict[str, int]:
    """Return the margin of every legal move for the mover, by trying all games."""
    cells, turn = board.to_array().tolist(), board.turn
    return {
        move: -_margin(reference.successor(cells, turn, move), -turn, board.rules)
        for move in reference.legal_moves(cells, turn)
    }


def _margin(cells: reference.Cells, turn: int, rules: Rules) -> int:
    if reference.is_over(cells):
        return reference.margin(cells, turn, rules)
    return max(
        -_margin(reference.successor(cells, turn, move), -turn, rules)
        for move in reference.legal_moves(cells, turn)
    )
