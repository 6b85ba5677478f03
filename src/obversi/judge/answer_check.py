"""Whether a list of candidates is what a course asks for, and what is wrong with it if not."""

from collections.abc import Iterable, Sequence
from typing import Final

from obversi.board import Board
from obversi.move import Move

__all__ = ["answer_problem", "candidate_name", "legal_squares"]

# So many squares are named; more are counted.
_NAMED: Final = 6


def legal_squares(board: Board) -> set[tuple[int, int]]:
    """Return the legal squares as rows and columns; none if a pass is due."""
    return {(move.row, move.column) for move in board.legal_moves if not move.is_pass}


def answer_problem(board: Board, candidates: Sequence[tuple[int, int]], asked: str) -> str:
    """Say what is wrong with a list of candidates, or nothing.

    `asked` is what the course wants in it: "all" legal squares, or a legal "last" one.

    >>> answer_problem(Board(), [(2, 3), (3, 2), (2, 3)], "all")
    'its candidates lack f5 and e6'
    """
    legal = legal_squares(board)
    if not candidates:
        return f"its list is empty, and {_named(legal, board.size)} can be played" if legal else ""
    given = set(candidates)
    if not legal:
        return (
            f"no move is legal, and its list has {_named(given, board.size)}: it has to stay empty"
        )
    last = candidates[-1]
    if last not in legal:
        return f"its last candidate, {candidate_name(last, board.size)}, is not legal"
    if asked == "last" or given == legal:
        return ""
    lacks, strange = legal - given, given - legal
    problems = [f"lack {_named(lacks, board.size)}"] if lacks else []
    problems += [f"have {_named(strange, board.size)}, which is not legal"] if strange else []
    return f"its candidates {' and '.join(problems)}"


def candidate_name(square: tuple[int, int], size: int) -> str:
    """Return the name of a square, or the numbers of what is none.

    >>> candidate_name((2, 3), 8), candidate_name((8, 3), 8)
    ('d3', '(8, 3)')
    """
    row, column = square
    on_board = 0 <= row < size and 0 <= column < size
    return str(Move.at(row, column)) if on_board else f"({row}, {column})"


def _named(squares: Iterable[tuple[int, int]], size: int) -> str:
    names = [candidate_name(square, size) for square in sorted(squares)]
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
