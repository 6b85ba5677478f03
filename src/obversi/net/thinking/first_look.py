"""A short look at a position, for those who wait until there is time to search it."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.limit import Limit
from obversi.net.thinking.analysis_work import reach
from obversi.net.thinking.job import Job, Tools

__all__ = ["FirstLook"]

# That takes two milliseconds in the middle of a game; longer than that nobody looks.
_DEPTH: Final = 6
_SECONDS: Final = 0.05


class FirstLook:
    """Finds the first values of an analysis, unless its first steps are there before."""

    def __init__(
        self, board: Board, limit: Limit, top: Top, on_step: Callable[[Analysis], None]
    ) -> None:
        """Take what the analysis is asked for, and who hears of it in the event loop."""
        self._board = board
        self._limit = replace(
            limit,
            depth=min(_DEPTH, limit.depth or _DEPTH),
            seconds=min(_SECONDS, limit.seconds or _SECONDS),
        )
        self._top = top
        self._on_step = on_step
        self._seen: Analysis | None = None
        self._is_too_late = False

    def __call__(self, job: Job, tools: Tools) -> Analysis:
        """Look."""
        job.stop = tools.engine.stop
        return tools.engine.analyse(self._board, self._limit, self._top)

    def hear(self, look: "asyncio.Future[Analysis]") -> None:
        """Tell what was seen, if nothing else was told before."""
        if look.cancelled() or look.exception() is not None:
            return  # the analysis itself says what is wrong
        if not self._is_too_late:
            self._seen = look.result()
            self._on_step(self._seen)

    def hear_step(self, step: Analysis) -> None:
        """Tell a step of the analysis, if it comes further than the look."""
        self._is_too_late = True
        seen = self._seen
        if seen is None:
            self._on_step(step)
        elif reach(step) > reach(seen):
            nodes, seconds = max(step.nodes, seen.nodes), max(step.seconds, seen.seconds)
            self._on_step(replace(step, nodes=nodes, seconds=seconds))
