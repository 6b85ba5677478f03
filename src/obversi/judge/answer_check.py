"""Whether a list of candidates is what a course asks for, and what is wrong with it if not."""

from collections.abc import Sequence

from obversi.agents.course.squares import (
    candidate_differences,
    square_name,
    square_text,
    squares_text,
)
from obversi.board import Board
from obversi.move import Move

__all__ = ["answer_problem", "candidate_name", "candidate_square", "legal_squares"]


def legal_squares(board: Board) -> set[tuple[int, int]]:
    """Return the legal squares as rows and columns; none if a pass is due."""
    return {(move.row, move.column) for move in board.legal_moves if not move.is_pass}


def answer_problem(board: Board, candidates: Sequence[tuple[int, int]], asked: str) -> str:
    """Say what is wrong with a list of candidates, or nothing.

    `asked` is what the course wants in it: "all" legal squares, or a legal "last" one.

    >>> answer_problem(Board(), [(2, 3), (3, 2), (2, 3)], "all")
    'its candidates lack (4, 5) f5, (5, 4) e6'
    """
    legal, size = legal_squares(board), board.size
    if not candidates:
        return f"its list is empty, and it may play {squares_text(legal, size)}" if legal else ""
    given = set(candidates)
    if not legal:
        listed = squares_text(given, size)
        return f"no move is legal, and its list has {listed}: it has to stay empty"
    last = candidates[-1]
    if last not in legal:
        return f"its last candidate, {square_text(last, size)}, is not legal"
    if asked == "last" or given == legal:
        return ""
    return candidate_differences(given, legal, size)


def candidate_name(square: tuple[int, int], size: int) -> str:
    """Return the name of a square, or the numbers of what is none.

    >>> candidate_name((2, 3), 8), candidate_name((8, 3), 8)
    ('d3', '(8, 3)')
    """
    return square_name(square, size) or square_text(square, size)


def candidate_square(name: str) -> tuple[int, int]:
    """Read a square as `candidate_name` writes it.

    >>> candidate_square("d3"), candidate_square("(8, 3)")
    ((2, 3), (8, 3))
    """
    if name.startswith("("):
        row, column = name.strip("()").split(",")
        return int(row), int(column)
    move = Move(name)
    return move.row, move.column
