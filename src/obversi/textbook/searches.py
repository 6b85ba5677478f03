"""Tree searches as the books and the reports describe them, with any evaluation."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from time import perf_counter
from typing import Literal

from obversi import _core
from obversi.analysis import count_text
from obversi.arguments import whole_number
from obversi.board import Board, unfinished_board
from obversi.errors import InputError
from obversi.heuristics.catalog import AnyEvaluation, evaluation as evaluation_of
from obversi.move import Move
from obversi.size import LONGEST_GAME


@dataclass(frozen=True, slots=True)
class Found:
    """A move, its value, and the work of the search that found it.

    ``value`` is the value of the position for its mover, on the scale of the evaluation. ``depth``
    is in plies, of which a pass is one. ``nodes`` counts the positions that the search was called
    for, the first included, and ``evaluations`` those that were evaluated; the same search of the
    same position always counts the same, unless its time is limited.
    """

    move: Move
    value: float
    depth: int
    nodes: int
    evaluations: int
    seconds: float

    def __str__(self) -> str:
        """Show it on one line."""
        return (
            f"{self.move} ({self.value:+g}) at depth {self.depth}, "
            f"{count_text(self.nodes, 'node')} and "
            f"{count_text(self.evaluations, 'evaluation')} in {self.seconds:.2f} s"
        )


LeafView = Literal["root", "mover"]


def minimax(
    board: Board, evaluation: AnyEvaluation, depth: int = 4, *, leaf_view: LeafView = "root"
) -> Found:
    """Search every line of play to a depth: the mover takes the best, the opponent the worst.

    If several moves are equal, the first in the order of the squares is found. With
    ``leaf_view="mover"`` the positions at the end are evaluated for their mover and the sign is not
    turned, a mistake that programs make: searches to an odd depth then help the opponent.

    >>> found = minimax(Board(), "r4", depth=2)
    >>> found.nodes, found.evaluations
    (17, 12)
    """
    plies, by_mover = _checked_depth(depth), _is_seen_by_mover(leaf_view)
    core = _core_evaluation(board, evaluation)
    return _timed(lambda: _core.minimax(core, *board.bits, plies, by_mover))


def alpha_beta(
    board: Board, evaluation: AnyEvaluation, depth: int = 4, *, leaf_view: LeafView = "root"
) -> Found:
    """Search like `minimax`, but skip lines that cannot change the result.

    >>> one, other = alpha_beta(Board(), "r4", depth=6), minimax(Board(), "r4", depth=6)
    >>> one.move == other.move, one.value == other.value, one.nodes < other.nodes
    (True, True, True)
    """
    plies, by_mover = _checked_depth(depth), _is_seen_by_mover(leaf_view)
    core = _core_evaluation(board, evaluation)
    return _timed(lambda: _core.alpha_beta(core, *board.bits, plies, by_mover))


def negamax(board: Board, evaluation: AnyEvaluation, depth: int = 4) -> Found:
    """Search like `alpha_beta`, with one function for both players: the same, node for node.

    >>> negamax(Board(), "r4", depth=3).value == alpha_beta(Board(), "r4", depth=3).value
    True
    """
    plies = _checked_depth(depth)
    core = _core_evaluation(board, evaluation)
    return _timed(lambda: _core.negamax(core, *board.bits, plies))


def maximax(board: Board, evaluation: AnyEvaluation, depth: int = 4) -> Found:
    """Search like `negamax`, at each node with the moves that the evaluation prefers first.

    The value is that of `minimax`; if several moves are equal, the first that was searched is
    found. The positions of the last ply are evaluated but not searched, so they count as
    evaluations and not as nodes.

    >>> maximax(Board(), "r2", depth=3).value == minimax(Board(), "r2", depth=3).value
    True
    """
    plies = _checked_depth(depth)
    core = _core_evaluation(board, evaluation)
    return _timed(lambda: _core.maximax(core, *board.bits, plies))


def deepening(
    board: Board,
    evaluation: AnyEvaluation,
    seconds: float = 5.0,
    q: float = 0.8,
    *,
    depth: int | None = None,
) -> Found:
    """Search by `maximax` to depth 2, 3, … and return the result of the last finished search.

    Each search goes through the moves in the order that the one before found best. At most the
    share `q` of the time is used. Another ply is begun if it is likely to be finished, or if the
    best move has just changed. It is not begun if nothing better can be found, if all lines were
    seen to the end of the game, or beyond `depth`.

    >>> deepening(Board(), "r2", seconds=1, depth=3).depth
    3
    """
    if not _is_within(seconds, 0.0, float("inf")):
        raise InputError(f"a search cannot take {seconds!r} s: expected a number above 0")
    if not _is_within(q, 0.0, 1.0):
        raise InputError(f"the share q of the time cannot be {q!r}: expected above 0, at most 1")
    plies = LONGEST_GAME if depth is None else _checked_depth(depth)
    core = _core_evaluation(board, evaluation)
    return _timed(lambda: _core.deepening(core, *board.bits, float(seconds), float(q), plies))


def _timed(search: Callable[[], _core.Found]) -> Found:
    begin = perf_counter()
    found = search()
    seconds = perf_counter() - begin
    move = Move.from_index(found.move)
    return Found(move, found.value, found.depth, found.nodes, found.evaluations, seconds)


def _core_evaluation(board: Board, evaluation: AnyEvaluation) -> _core.Heuristic:
    kind = unfinished_board(board).size, board.rules
    return evaluation_of(evaluation).core(*kind)


def _checked_depth(depth: int) -> int:
    return whole_number(depth, "the depth", 1, most=LONGEST_GAME)


def _is_seen_by_mover(view: LeafView) -> bool:
    if view not in ("root", "mover"):
        raise InputError(f"there is no leaf view {view!r}: expected 'root' or 'mover'")
    return view == "mover"


def _is_within(value: float, above: float, most: float) -> bool:
    try:
        return isfinite(value) and above < value <= most
    except (TypeError, OverflowError):
        return False


def perfect(board: Board) -> Found:
    """Search every line of play to the end of the game, by alpha-beta and with no evaluation.

    The value is the margin that the mover can be sure of; of several best moves one is found. It
    takes a millisecond or so with 12 empty squares and two to three times as long with each more:
    for 20 or more the engine's `solve` is the better choice.

    >>> found = perfect(Board(size=4))
    >>> found.value, found.depth
    (-10.0, 12)
    """
    unfinished_board(board)
    begin = perf_counter()
    found = _core.perfect(*board.bits, board.size, board.rules == "reversed")
    seconds = perf_counter() - begin
    move = Move.from_index(found.move)
    return Found(move, found.value, found.depth, found.nodes, found.evaluations, seconds)
