"""Which positions a table is to hold: all early ones, and later ones of reasonable games."""

import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from obversi.board import Board
from obversi.engine import Engine
from obversi.limit import Limit
from obversi.perfect.table import SIZE, Table, key_of

__all__ = ["ALLOWANCES", "Plan", "next_of_line", "plan"]

# However much was given away.
_ALL: Final = sys.maxsize

#: How many discs both sides together may have given away at most, by ply, in positions all of whose
#: moves are in the table. The first plies are whole. In the reversed game margins are closer to
#: each other, and solving takes several times as long.
ALLOWANCES: Final = {
    "normal": (*[_ALL] * 6, 6, 2, 0, 0),
    "reversed": (*[_ALL] * 6, 2, 0),
}

# How far a move is looked at to judge what it gives away.
_JUDGED_DEPTH: Final = 10

# With so few empty squares all moves are solved in a second or two.
_LINE_EMPTIES: Final = {"normal": 22, "reversed": 20}


class Plan(NamedTuple):
    """Positions all of whose moves are in a table, by ply, and the others in it, to be solved."""

    opened: list[list[Board]]
    closed: list[Board]


def plan(rules: str) -> Plan:
    """Choose the positions of a table, by what a short search says that moves give away."""
    chosen = Plan([], [])
    with Engine() as engine:
        given_away = {Board(SIZE, rules).canonical(): 0}
        for limit in ALLOWANCES[rules]:
            opened = {board: given for board, given in given_away.items() if given <= limit}
            chosen.opened.append(list(opened))
            chosen.closed.extend(board for board in given_away if board not in opened)
            given_away = {}
            for board, given in opened.items():
                for after, loss in _judged(engine, board):
                    given_away[after] = min(given + loss, given_away.get(after, sys.maxsize))
    chosen.closed.extend(given_away)
    return chosen


def next_of_line(table: Table, rules: str) -> list[Board]:
    """Return what is missing for the best line from the start to go on by a ply, if it is to."""
    board = Board(SIZE, rules)
    for move in table.best_line(board):
        board.push(move)
    if board.is_over or len(board.empty) <= _LINE_EMPTIES[rules]:
        return []
    return [after for after in _successors(board) if key_of(after) not in table.values]


def _judged(engine: Engine, board: Board) -> Iterator[tuple[Board, int]]:
    """Go through what can come of a position, with the discs that the move gives away."""
    found = engine.analyse(board, Limit(depth=_JUDGED_DEPTH), top="all")
    margins = {line.move: line.margin for line in found.lines}
    for after in _successors(board):
        yield after.canonical(), found.margin - margins[after.peek()]


def _successors(board: Board) -> Iterator[Board]:
    """Go through what can come of a position, but for games that are over then."""
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if not after.is_over:
            yield after
