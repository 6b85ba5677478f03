"""Making puzzles: of a position, and of the mistakes of a player; and their ratings."""

from dataclasses import dataclass, replace

from obversi.board import Board
from obversi.color import Color
from obversi.engine import Engine
from obversi.formats.record import GameRecord
from obversi.limit import Limit
from obversi.move import Move
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.solution import (
    SolverSteps,
    best_moves,
    margins_by,
    run_steps,
    solution_steps,
)
from obversi.puzzles.themes import themes_of

#: How far from the end of the game puzzles begin, in empty squares.
MIN_EMPTIES = 4
MAX_EMPTIES = 12

# With fewer moves there is not much to choose from.
_MIN_CHOICES = 3


def is_candidate(board: Board) -> bool:
    """Whether a position is near enough to the end, with enough moves to choose from."""
    empties = len(board.empty)
    return MIN_EMPTIES <= empties <= MAX_EMPTIES and len(board.legal_moves) >= _MIN_CHOICES


def puzzle_steps(start: Board, name: str = "") -> SolverSteps[Puzzle | None]:
    """Make a puzzle of a position, or None if it has several best moves; without a search depth.

    >>> from obversi.engine import Engine
    >>> start = Board.parse("XO-XOXXXXOOO--O- X")
    >>> with Engine(hash_mb=1) as engine:
    ...     puzzle = run_steps(puzzle_steps(start), lambda board: margins_by(engine, board))
    >>> puzzle.solution, puzzle.themes
    (('c1',), ('quiet',))
    """
    if not is_candidate(start):
        return None
    margins = yield start
    if len(best_moves(margins)) > 1:
        return None
    solution = yield from solution_steps(start)
    puzzle = Puzzle(name, start, solution, themes_of(start, margins), 0, dict(margins))
    return replace(puzzle, rating=_rating(puzzle, 1))


def make_puzzle(engine: Engine, start: Board) -> Puzzle | None:
    """Make a puzzle of a position and rate it, or return None if it has several best moves."""
    puzzle = run_steps(puzzle_steps(start), lambda board: margins_by(engine, board))
    return None if puzzle is None else rated(engine, puzzle)


# Ratings. They are estimates, because new puzzles have not been solved by anyone.

_BASE = 700
_PER_EMPTY = 60
_PER_CHOICE = 30
_PER_PLY = 80
_PER_MOVE = 100


def rated(engine: Engine, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the rating that also counts how deep a search has to look."""
    depth = _depth_to_find(engine, puzzle.start, puzzle.solution[0])
    return replace(puzzle, rating=_rating(puzzle, depth))


def _rating(puzzle: Puzzle, depth: int) -> int:
    return (
        _BASE
        + _PER_EMPTY * (puzzle.empties - MIN_EMPTIES)
        + _PER_CHOICE * (len(puzzle.start.legal_moves) - _MIN_CHOICES)
        + _PER_PLY * (depth - 1)
        + _PER_MOVE * (puzzle.moves_to_find - 1)
    )


def _depth_to_find(engine: Engine, board: Board, best: Move) -> int:
    """Return the least depth of a search from which on every deeper one chooses the best move."""
    deepest = len(board.empty)
    for depth in range(deepest, 0, -1):
        engine.clear()
        if engine.analyse(board, Limit(depth=depth)).move != best:
            return min(depth + 1, deepest)
    return 1


# Mistakes


@dataclass(frozen=True, slots=True)
class MistakePuzzle:
    """A puzzle from a game: where it was, what was played there, and the discs that it lost."""

    puzzle: Puzzle
    ply: int
    played: Move
    lost: int


def mistake_steps(
    record: GameRecord, color: Color | None = None
) -> SolverSteps[list[MistakePuzzle]]:
    """Make puzzles of the positions in which a player missed the only best move.

    Without a colour those of both players are made.

    >>> from obversi.engine import Engine
    >>> from obversi.formats import record_from_moves
    >>> record = record_from_moves("b1 a1 a2 c1 d3 b4 c4 d4".split(), Board(size=4))
    >>> with Engine(hash_mb=1) as engine:
    ...     found = run_steps(mistake_steps(record), lambda board: margins_by(engine, board))
    >>> [(one.ply, one.played, one.lost, one.puzzle.solution) for one in found]
    [(5, 'd3', 4, ('d4',))]
    """
    found = []
    boards = record.boards()
    for ply, (board, played) in enumerate(zip(boards, record.moves, strict=False), start=1):
        if color not in (None, board.turn) or not is_candidate(board):
            continue
        margins = yield board
        best = best_moves(margins)
        if len(best) == 1 and best[0] != played.move:
            puzzle = yield from puzzle_steps(board.copy(stack=False))
            assert puzzle is not None
            lost = margins[best[0]] - margins[played.move]
            found.append(MistakePuzzle(puzzle, ply, played.move, lost))
    return found
