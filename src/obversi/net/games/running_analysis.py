"""An analysis that a visitor has asked for, until its last report."""

import asyncio
from typing import Final, Protocol

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.limit import Limit
from obversi.net.games.beginning import begun_board
from obversi.net.games.room import Room
from obversi.net.thinkers import Asker
from obversi.wire.session import (
    Analyse,
    AnalysedLine,
    AnalysisReport,
    Error,
    ErrorCode,
    Reply,
    color_word,
    name_of,
    plain,
)

__all__ = ["RunningAnalysis", "Tell", "bounded", "report_of"]

# For those who do not say how long to think.
_USUAL: Final = Limit(seconds=1.0)


class Tell(Protocol):
    """How the visitor is told what was found."""

    def __call__(self, reply: Reply, *, last: bool) -> None:
        """Tell it; nothing comes after the last."""


class RunningAnalysis:
    """An analysis that is under way."""

    def __init__(self, request: Analyse, asker: Asker, room: Room, tell: Tell) -> None:
        """Take what is asked for, or refuse what is no position."""
        self._request = request
        self._board = begun_board(request)
        self._asker = asker
        self._room = room
        self._tell = tell
        self._future: asyncio.Future[Analysis] | None = None
        self._last: Analysis | None = None

    def begin(self) -> None:
        """Begin, or raise a `BusyError`."""
        limit = bounded(self._request.limit, _USUAL, self._room.bounds.analysis_seconds)
        self._future = self._room.thinkers.analyse(
            self._asker, self._board, limit, self._request.top, self._heard
        )
        self._future.add_done_callback(self._done)

    def stop(self) -> None:
        """End it; what was found so far is told."""
        if self._future is not None:
            self._future.cancel()

    def _heard(self, step: Analysis) -> None:
        self._last = step
        if self._request.steps:
            self._tell(report_of(step, self._board, final=False), last=False)

    def _done(self, future: "asyncio.Future[Analysis]") -> None:
        error = None if future.cancelled() else future.exception()
        found = self._last if future.cancelled() or error else future.result()
        if error is not None or found is None:
            text = plain(str(error) if error else "it was stopped before anything was found")
            self._tell(Error(ErrorCode.REFUSED, text, name_of(self._request)), last=True)
        else:
            self._tell(report_of(found, self._board, final=True), last=True)


def bounded(asked: Limit | None, usual: Limit, most: float) -> Limit:
    """Return the limit that was asked for, or the usual one, of so many seconds at most."""
    limit = usual if asked is None else asked
    seconds = most if limit.seconds is None else min(limit.seconds, most)
    return Limit(seconds=seconds, depth=limit.depth, nodes=limit.nodes)


def report_of(analysis: Analysis, board: Board, *, final: bool) -> AnalysisReport:
    """Return what a visitor is told of an analysis."""
    return AnalysisReport(
        final=final,
        depth=analysis.depth,
        selectivity=analysis.selectivity,
        exact=analysis.exact,
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 3),
        turn=color_word(board.turn),
        lines=tuple(
            AnalysedLine(
                str(line.move), line.margin, line.bound, line.exact, tuple(map(str, line.pv))
            )
            for line in analysis.lines
        ),
    )
