"""Puzzles by name: those of the package, endgames of the suites, and any position as a puzzle."""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cache

from obversi import suites
from obversi.board import Board
from obversi.errors import InputError, ObversiError
from obversi.puzzles import shipped_puzzles
from obversi.puzzles.making import puzzle_steps
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.solution import SolverSteps
from obversi.puzzles.trying import Trial, trial_steps
from obversi.rules import RULES
from obversi.web.games.positions import board_of
from obversi.web.http.errors import RequestError
from obversi.web.models import GameRequest
from obversi.web.puzzles.solving import Result, run_solver
from obversi.web.services import Services

# Positions with more take longer than a second to solve.
_MAX_EMPTIES = 18

# Endgames are played to the end, which takes six moves of the solver or more.
_ENDGAME = "endgame"
_ENDGAME_RATING = 1700
_RATING_PER_EMPTY = 60
_SHORTEST_ENDGAME = 12


@cache
def listed_puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles of the list by name, the easiest first."""
    found = [*shipped_puzzles().values(), *_endgames()]
    return {puzzle.name: puzzle for puzzle in sorted(found, key=lambda puzzle: puzzle.rating)}


def _endgames() -> list[Puzzle]:
    """Return the endgames of the suites; the name is that of the suite and the number, from 1."""
    return [
        Puzzle(
            f"{suite}-{number}",
            record.start,
            solution=(),
            themes=(_ENDGAME,),
            rating=_ENDGAME_RATING
            + _RATING_PER_EMPTY * (len(record.start.empty) - _SHORTEST_ENDGAME),
            margins={move: record.values[move] for move in record.start.legal_moves},
        )
        for suite in suites.SUITES
        for number, record in enumerate(suites.read(suite), start=1)
        if len(record.start.empty) <= _MAX_EMPTIES
    ]


# Positions as puzzles. Their names contain the position, so nothing is stored.

_OWN = "own"
_MAX_KEPT = 500
_kept: OrderedDict[str, Puzzle] = OrderedDict()


def own_name(board: Board) -> str:
    """Return the name of the puzzle of a position.

    >>> own_name(Board(4, "reversed"))
    'own-reversed------OX--XO-----X'
    """
    return f"{_OWN}-{board.rules}-{board.to_string().replace(' ', '')}"


async def find(services: Services, name: str) -> Puzzle:
    """Return a puzzle by its name; that of a position is made by solving it."""
    puzzle = listed_puzzles().get(name) or _kept.get(name)
    if puzzle is not None:
        return puzzle
    board = _position(name)
    made = None if board is None else await run_solver(services, puzzle_steps(board, name))
    if made is None:
        raise RequestError(f"there is no puzzle {name!r}", "id", status=404)
    _kept[name] = made
    while len(_kept) > _MAX_KEPT:
        _kept.popitem(last=False)
    return made


def _position(name: str) -> Board | None:
    """Return the position in a name, or None."""
    for rules in RULES:
        prefix = f"{_OWN}-{rules}-"
        if name.startswith(prefix):
            cells = name.removeprefix(prefix)
            try:
                return Board.parse(f"{cells[:-1]} {cells[-1:]}", rules)
            except ObversiError:
                return None
    return None


# Trying


def board_in(puzzle: Puzzle, moves: str) -> Board:
    """Return the position of a puzzle after moves of both sides; passes are added."""
    start = puzzle.start
    position = start.to_string()
    return board_of(
        GameRequest.model_construct(
            rules=start.rules, size=start.size, position=position, moves=moves
        )
    )


async def check_move(services: Services, puzzle: Puzzle, moves: str) -> Trial:
    """Check the last move, and reply with perfect play if it is right."""
    board = board_in(puzzle, moves)
    if not board.ply:
        raise RequestError("'moves' has no move to check", "moves")
    return await solved(services, trial_steps(puzzle, board))


async def solved(services: Services, steps: SolverSteps[Result]) -> Result:
    """Return the result of steps about the moves of a request, and name errors in these."""
    try:
        return await run_solver(services, steps)
    except InputError as error:
        raise RequestError(str(error), "moves") from error
