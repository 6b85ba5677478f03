"""An analysis as a job: it can be interrupted, and goes on later where it was."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Final

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.limit import Limit
from obversi.net.thinking.job import PAUSED, Job, Tools

__all__ = ["AnalysisWork", "reach"]

# With less than that left, in seconds, no search is worth its beginning.
_LEAST_SECONDS: Final = 0.005


class AnalysisWork:
    """Searches a position, in one turn or in several, within one limit.

    What an engine has found it still knows in the next turn, unless another engine has it then or
    others have needed the memory: the first steps of a turn are quick, and not told again.
    """

    def __init__(
        self,
        board: Board,
        limit: Limit,
        top: Top,
        on_turn: Callable[[Job], None],
        on_step: Callable[[Analysis], None],
    ) -> None:
        """Hear in the event loop when a turn begins, and what is found that goes further."""
        self._board = board
        self._limit = limit
        self._top = top
        self._on_turn = on_turn
        self._on_step = on_step
        self._found: Analysis | None = None
        self._nodes = 0
        self._seconds = 0.0

    def __call__(self, job: Job, tools: Tools) -> object:
        """Search until the limit is reached, or until interrupted; return what was found last."""
        job.stop = tools.engine.stop
        job.tell(self._on_turn, job)
        begin, nodes, is_first = time.monotonic(), self._nodes, job.turns == 1
        with closing(tools.engine.stream(self._board, self._left(), self._top)) as steps:
            for step in steps:
                if job.given_up:
                    break
                self._nodes = nodes + step.nodes
                if is_first or self._found is None or reach(step) > reach(self._found):
                    seconds = self._seconds + step.seconds
                    self._found = replace(step, nodes=self._nodes, seconds=seconds)
                    job.tell(self._on_step, self._found)
        self._seconds += time.monotonic() - begin
        if job.interrupted and not job.given_up and self._is_unfinished():
            return PAUSED
        if is_first or self._found is None:
            return self._found
        return replace(self._found, nodes=self._nodes, seconds=self._seconds)

    def _is_unfinished(self) -> bool:
        """Whether there is anything left to find, and of the limit."""
        if self._found is not None and self._found.exact:
            return False
        has_time = (
            self._limit.seconds is None or self._limit.seconds - self._seconds > _LEAST_SECONDS
        )
        return has_time and (self._limit.nodes is None or self._nodes < self._limit.nodes)

    def _left(self) -> Limit:
        limit = self._limit
        if limit.seconds is not None:
            limit = replace(limit, seconds=limit.seconds - self._seconds)
        if limit.nodes is not None:
            limit = replace(limit, nodes=limit.nodes - self._nodes)
        return limit


def reach(analysis: Analysis) -> tuple[int, int, bool]:
    """Return how far an analysis has come, so that of two the further one is the greater."""
    return analysis.depth, analysis.selectivity, analysis.exact
