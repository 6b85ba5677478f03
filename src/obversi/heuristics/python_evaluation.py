"""Evaluations that are Python functions of a board."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from obversi import _core
from obversi.board import Board
from obversi.errors import EvaluationError
from obversi.heuristics.evaluation import Evaluation, Finished, checked_finished
from obversi.rules import Rules


@dataclass(frozen=True, init=False)
class PythonEvaluation(Evaluation):
    """Judges by a function that returns the value of a board for the mover.

    The function gets a board of its own without moves, on which it may play. Black is the mover on
    every such board: searches know the mover, but not its colour. It must return a finite number;
    an exception becomes the cause of an `EvaluationError`. The value of a finished game is its
    margin, beyond any estimate, unless ``finished`` changes that.

    >>> def freedom(board):
    ...     return len(board.legal_moves)
    >>> PythonEvaluation(freedom).by_move(Board())
    {'d3': -3.0, 'c4': -3.0, 'f5': -3.0, 'e6': -3.0}
    """

    function: Callable[[Board], Any]
    name: str
    finished: Finished

    def __init__(
        self,
        function: Callable[[Board], Any],
        name: str | None = None,
        finished: Finished = "margin",
    ) -> None:
        """Use the function's own name unless another one is given."""
        if not callable(function):
            raise EvaluationError(f"{function!r} is no evaluation: expected a function of a board")
        own_name = getattr(function, "__name__", type(function).__name__)
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "name", own_name if name is None else name)
        object.__setattr__(self, "finished", checked_finished(finished))

    def _make_core(self, size: int, rules: Rules) -> _core.PythonHeuristic:
        return _core.PythonHeuristic(
            size, rules == "reversed", self.finished, self.name, self.function, Board
        )
