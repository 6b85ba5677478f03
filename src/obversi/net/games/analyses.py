"""The analyses that a visitor has asked for."""

import asyncio
from dataclasses import dataclass

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.limit import Limit
from obversi.net.games.beginning import begun_board
from obversi.net.games.refusal import RefusedError
from obversi.net.games.room import Room
from obversi.net.thinkers import Asker
from obversi.net.visitor import Visitor
from obversi.wire.session import (
    Analyse,
    AnalysedLine,
    AnalysisReport,
    Error,
    ErrorCode,
    Id,
    Stop,
    color_word,
    name_of,
    plain,
)

__all__ = ["Analyses", "report_of"]

# For those who do not say how long to think.
_USUAL_SECONDS = 1.0


@dataclass(slots=True)
class _UnderWay:
    request: Analyse
    board: Board
    future: "asyncio.Future[Analysis] | None" = None
    last: Analysis | None = None


class Analyses:
    """The analyses of one visitor that are under way, by their ids."""

    def __init__(self, visitor: Visitor, room: Room) -> None:
        """Begin with none."""
        self._visitor = visitor
        self._room = room
        self._under_way: dict[Id, _UnderWay] = {}

    def __len__(self) -> int:
        """How many are under way."""
        return len(self._under_way)

    def begin(self, request: Analyse, id: Id | None) -> None:
        """Begin one; what is found is told under its id."""
        if id is None:
            raise RefusedError(ErrorCode.FORMAT, "the field 'id' is missing: answers repeat it")
        if id in self._under_way:
            raise RefusedError(ErrorCode.REFUSED, f"the analysis {id!r} is still under way")
        most = self._room.bounds.analyses_of_visitor
        if len(self._under_way) >= most:
            raise RefusedError(ErrorCode.BUSY, f"you may have {most} analyses under way at once")
        board = begun_board(request)
        asker = Asker(self._visitor.address, self._visitor.number)
        under_way = self._under_way[id] = _UnderWay(request, board)
        try:
            under_way.future = self._room.thinkers.analyse(
                *(asker, board, self._limit(request), request.top),
                on_step=lambda step: self._heard(id, under_way, step),
            )
        except BaseException:
            del self._under_way[id]
            raise
        under_way.future.add_done_callback(lambda future: self._done(id, under_way, future))

    def stop(self, request: Stop) -> None:
        """End one; it tells what it found so far."""
        under_way = self._under_way.get(request.target)
        if under_way is None or under_way.future is None:
            why = f"there is no analysis {request.target!r} under way"
            raise RefusedError(ErrorCode.REFUSED, why)
        under_way.future.cancel()

    def cancel(self) -> None:
        """End all, and tell nothing."""
        ended, self._under_way = self._under_way, {}
        for under_way in ended.values():
            if under_way.future is not None:
                under_way.future.cancel()

    def _limit(self, request: Analyse) -> Limit:
        most = self._room.bounds.analysis_seconds
        asked = request.limit
        if asked is None:
            return Limit(seconds=min(_USUAL_SECONDS, most))
        seconds = most if asked.seconds is None else min(asked.seconds, most)
        return Limit(seconds=seconds, depth=asked.depth, nodes=asked.nodes)

    def _heard(self, id: Id, under_way: _UnderWay, step: Analysis) -> None:
        if self._under_way.get(id) is under_way:
            under_way.last = step
            if under_way.request.steps:
                self._visitor.send(report_of(step, under_way.board, final=False), id)

    def _done(self, id: Id, under_way: _UnderWay, future: "asyncio.Future[Analysis]") -> None:
        error = None if future.cancelled() else future.exception()
        if self._under_way.get(id) is not under_way:
            return
        del self._under_way[id]
        found = under_way.last if future.cancelled() or error else future.result()
        if error is not None or found is None:
            text = plain(str(error) if error else "it was stopped before anything was found")
            reply = Error(ErrorCode.REFUSED, text, name_of(under_way.request))
            self._visitor.send(reply, id)
        else:
            self._visitor.send(report_of(found, under_way.board, final=True), id)


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
