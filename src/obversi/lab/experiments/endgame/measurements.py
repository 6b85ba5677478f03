"""Games with and without a solver, and what choices lose and cost."""

from functools import partial
from time import thread_time
from typing import Any, Final

from obversi.board import Board
from obversi.heuristics import evaluation
from obversi.lab.estimate import mean
from obversi.lab.games.duel import duel
from obversi.lab.positions.judged import judged_positions
from obversi.lab.settings import Settings
from obversi.lab.step import Step, Watch
from obversi.lab.threads import each
from obversi.textbook import maximax, perfect

__all__ = [
    "AGAINST_USUAL",
    "DEPTH",
    "SQUARES",
    "USUAL",
    "agent",
    "choices_key",
    "games_key",
    "judged_empties",
    "steps",
]

DEPTH: Final = 4
SQUARES: Final = (4, 8, 10, 12, 14)
USUAL: Final = 12  # what R2 measures its evaluations with
AGAINST_USUAL: Final = (10, 14)
_R2: Final = evaluation("r2")

# Solving 14 squares takes long: of the positions there are fewer than of the games.
_POSITIONS_SHARE: Final = 0.3


def steps(settings: Settings) -> list[Step]:
    """Plan the work."""
    planned = []
    for rules in settings.rules:
        for squares in SQUARES:
            play = partial(_play, squares, 0, settings, rules)
            planned.append(Step(games_key(rules, squares, 0), play))
        for squares in AGAINST_USUAL:
            play = partial(_play, squares, USUAL, settings, rules)
            planned.append(Step(games_key(rules, squares, USUAL), play))
        for empties in judged_empties(settings.size):
            work = partial(_choices, empties, settings, rules)
            planned.append(Step(choices_key(rules, empties), work))
    return planned


def games_key(rules: str, squares: int, other: int) -> str:
    """Name the games of one solver against another, 0 being none."""
    return f"{rules} last {squares} squares against {other or 'none'}"


def choices_key(rules: str, empties: int) -> str:
    """Name the choices with so many empty squares."""
    return f"{rules} choices with {empties} empty squares"


def judged_empties(size: int) -> tuple[int, ...]:
    """Return how many squares are empty where choices are judged; a start has no choice."""
    return tuple(number for number in SQUARES if number < size * size - 4)


def agent(squares: int) -> str:
    """Describe R2 with a solver of so many squares."""
    return f"r2:depth={DEPTH}" + (f":perfect={squares}" if squares else "")


def _play(squares: int, other: int, settings: Settings, rules: str, watch: Watch) -> dict[str, Any]:
    games = settings.games if other == 0 else max(2, settings.games // 2)
    return duel(agent(squares), agent(other), settings, rules, "endgame", watch, games)


def _choices(empties: int, settings: Settings, rules: str, watch: Watch) -> dict[str, Any]:
    """Measure what R2's search loses and takes, and what solving takes, in the same positions."""
    count = max(2, round(_POSITIONS_SHARE * settings.games))
    judged = judged_positions(count, empties, settings.size, rules, settings.seed, settings.threads)
    # With a pass before every move the end is twice as far.
    plies_to_end = 2 * empties if empties == DEPTH else 0
    work = partial(_searched_and_solved, plies_to_end)
    found = each(work, judged.boards, settings.threads, watch)
    squares = [one["move"] for one in found]
    points = judged.points_lost(squares)
    to_the_end = judged.points_lost([one["move_to_the_end"] for one in found])
    return {
        "positions": len(judged),
        "discs": mean(judged.discs_lost(squares)).to_object(),
        "points": mean(points).to_object(),
        "results_lost": int((points > 0).sum()),
        "results_lost_to_the_end": int((to_the_end > 0).sum()),
        **{
            name: mean([one[name] for one in found]).to_object()
            for name in ("search_seconds", "solver_seconds", "search_nodes", "solver_nodes")
        },
        "longest_solver_seconds": max(one["solver_seconds"] for one in found),
    }


def _searched_and_solved(plies_to_end: int, board: Board) -> dict[str, Any]:
    begin = thread_time()
    searched = maximax(board, _R2, DEPTH)
    between = thread_time()
    solved = perfect(board)
    end = thread_time()
    seen = maximax(board, _R2, plies_to_end) if plies_to_end else solved
    return {
        "move": searched.move.square_index,
        "move_to_the_end": seen.move.square_index,
        "search_nodes": searched.nodes,
        "solver_nodes": solved.nodes,
        "search_seconds": between - begin,
        "solver_seconds": end - between,
    }
