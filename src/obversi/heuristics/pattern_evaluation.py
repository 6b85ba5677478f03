"""The learned evaluation of the engine, for searches that take any evaluation."""

import os
from typing import Any

from obversi import _core
from obversi.errors import InputError
from obversi.heuristics.evaluation import Evaluation
from obversi.rules import Rules
from obversi.weights import check_game, evaluation, read_evaluation


class PatternEvaluation(Evaluation):
    """Judges by learned patterns: the expected margin in discs.

    The weights are those of the package, or of a file, which is for one game only. The value of a
    finished game is its margin, beyond any estimate.

    >>> PatternEvaluation().core(6, "normal").size
    6
    """

    def __init__(self, weights: str | os.PathLike[str] | None = None) -> None:
        """Read the file, if one is given."""
        self._weights = None if weights is None else os.fspath(weights)
        self.name = "patterns" if self._weights is None else self._weights
        self._own = None if self._weights is None else read_evaluation(self._weights)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name of the file."""
        return PatternEvaluation, (self._weights,)

    def _make_core(self, size: int, rules: Rules) -> _core.PatternHeuristic:
        learned = evaluation(size, rules) if self._own is None else self._own
        if learned is None:
            raise InputError(f"there are no learned weights for {rules} {size}×{size}")
        check_game(learned, size, rules, f"in {self._weights}")
        return _core.PatternHeuristic(learned)
