"""The analyses and reviews of a client, and the reports about them."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.formats.record import GameRecord, PlayedMove
from obversi.limit import Limit
from obversi.net.games.context import Peer, RequestRejectedError, ServerContext, Timer
from obversi.net.games.game import opening_board, played_board
from obversi.net.workers.job import BusyError, Requester
from obversi.review import AnalysedMove, PlayerReview, Review as GameReview, ReviewSteps, grade_of
from obversi.wire.session import (
    Analyse,
    AnalysedLine,
    AnalysisReport,
    Error,
    ErrorCode,
    Id,
    Reply,
    Review,
    ReviewedMove,
    ReviewedPlayer,
    ReviewMargin,
    ReviewReport,
    Stop,
    color_word,
    name_of,
    plain,
)

# The limits of requests that do not have one; that of a review is for each position.
_DEFAULT_LIMIT = Limit(seconds=1.0)
_DEFAULT_REVIEW_LIMIT = Limit(seconds=0.15)

# Seconds until a busy engine pool is tried again.
_BUSY_PAUSE = 0.25

# A reply has at most 64 KiB, and a game some sixty moves.
_LONGEST_LINE = 12


class Send(Protocol):
    """Sends a report to the client."""

    def __call__(self, reply: Reply, *, last: bool) -> None:
        """Send it; nothing follows the last."""


class Analyses:
    """The running analyses and reviews of one client, by their ids."""

    def __init__(
        self, peer: Peer, context: ServerContext, on_review: Callable[[Board, GameReview], None]
    ) -> None:
        """Start without analyses; `on_review` is called with each complete review of a game."""
        self._peer = peer
        self._on_review = on_review
        self._context = context
        self._running: dict[Id, RunningAnalysis | RunningReview] = {}

    def __len__(self) -> int:
        """Return how many are running."""
        return len(self._running)

    def start(self, request: Analyse | Review, id: Id | None) -> None:
        """Start one; its reports have the id of the request."""
        if id is None:
            reason = "the field 'id' is missing: the reports repeat it"
            raise RequestRejectedError(ErrorCode.FORMAT, reason)
        if id in self._running:
            reason = f"the analysis {id!r} is still running"
            raise RequestRejectedError(ErrorCode.REFUSED, reason)
        most = self._context.limits.analyses_per_client
        if len(self._running) >= most:
            reason = f"you may have {most} running analyses at once"
            raise RequestRejectedError(ErrorCode.BUSY, reason)

        def send(reply: Reply, *, last: bool) -> None:
            if self._running.get(id) is running:
                if last:
                    del self._running[id]
                self._peer.send(reply, id)

        requester = Requester(self._peer.address, self._peer.number)
        running: RunningAnalysis | RunningReview = (
            RunningReview(request, requester, self._context, send, self._on_review)
            if isinstance(request, Review)
            else RunningAnalysis(request, requester, self._context, send)
        )
        self._running[id] = running
        try:
            running.start()
        except BaseException:
            self._running.pop(id, None)
            raise

    def stop(self, request: Stop) -> None:
        """Stop one; it reports its result so far."""
        running = self._running.get(request.target)
        if running is None:
            reason = f"there is no running analysis {request.target!r}"
            raise RequestRejectedError(ErrorCode.REFUSED, reason)
        running.stop()

    def cancel(self) -> None:
        """Stop all without a report."""
        stopped, self._running = self._running, {}
        for running in stopped.values():
            running.stop()


class RunningAnalysis:
    """An analysis from its request to its last report."""

    def __init__(
        self, request: Analyse, requester: Requester, context: ServerContext, send: Send
    ) -> None:
        """Read the position, or reject the request."""
        self._request = request
        self._board = opening_board(request)
        self._requester = requester
        self._context = context
        self._send = send
        self._future: asyncio.Future[Analysis] | None = None
        self._last: Analysis | None = None

    def start(self) -> None:
        """Start the search, or raise a `BusyError`."""
        most = self._context.limits.analysis_seconds
        limit = _bounded(self._request.limit or _DEFAULT_LIMIT, most)
        self._future = self._context.engines.analyse(
            self._requester, self._board, limit, self._request.top, self._step
        )
        self._future.add_done_callback(self._done)

    def stop(self) -> None:
        """Stop the search; its result so far is reported."""
        if self._future is not None:
            self._future.cancel()

    def _step(self, step: Analysis) -> None:
        self._last = step
        if self._request.steps:
            self._send(analysis_report(step, self._board, final=False), last=False)

    def _done(self, future: "asyncio.Future[Analysis]") -> None:
        error = None if future.cancelled() else future.exception()
        result = self._last if future.cancelled() or error else future.result()
        if error is not None or result is None:
            text = plain(str(error) if error else "it was stopped before it had a result")
            self._send(Error(ErrorCode.REFUSED, text, name_of(self._request)), last=True)
        else:
            self._send(analysis_report(result, self._board, final=True), last=True)


class RunningReview:
    """A review from its request to its last report: each position is a job of its own."""

    def __init__(
        self,
        request: Review,
        requester: Requester,
        context: ServerContext,
        send: Send,
        on_complete: Callable[[Board, GameReview], None],
    ) -> None:
        """Read the game, or reject the request."""
        board = played_board(request)
        self._board, self._on_complete = board, on_complete
        record = GameRecord(board.root(), tuple(map(PlayedMove, board.move_stack)))
        self._request = request
        self._steps = ReviewSteps(record)
        limit = request.limit or _DEFAULT_REVIEW_LIMIT
        self._limit = _bounded(limit, context.limits.review_seconds)
        self._requester = requester
        self._context = context
        self._send = send
        self._future: asyncio.Future[Analysis] | None = None
        self._retry: Timer | None = None
        self._is_stopped = False

    def start(self) -> None:
        """Analyse the next position, or raise a `BusyError`; after the last, send the report."""
        board = self._steps.board
        if board is None:
            self._end()
            return
        self._future = self._context.engines.analyse(self._requester, board, self._limit, 1)
        self._future.add_done_callback(self._done)

    def stop(self) -> None:
        """Stop it; its result so far is reported."""
        self._is_stopped = True
        if self._retry is not None:
            self._retry.cancel()
            self._end()
        elif self._future is not None:
            self._future.cancel()

    def _done(self, future: "asyncio.Future[Analysis]") -> None:
        if future.cancelled():
            self._end()
        elif error := future.exception():
            text = plain(str(error) or type(error).__name__)
            self._send(Error(ErrorCode.REFUSED, text, name_of(self._request)), last=True)
        else:
            self._send(_step_report(self._steps, future.result()), last=False)
            self._continue()

    def _continue(self) -> None:
        self._retry = None
        if self._is_stopped:  # at the moment when a position was done
            self._end()
            return
        try:
            self.start()
        except BusyError:
            self._retry = self._context.later(_BUSY_PAUSE, self._continue)

    def _end(self) -> None:
        if self._steps.done == self._steps.count:
            self._on_complete(self._board, self._steps.review())
        self._send(_final_report(self._steps), last=True)


def _bounded(limit: Limit, most_seconds: float) -> Limit:
    """Return a limit with at most some seconds."""
    seconds = most_seconds if limit.seconds is None else min(limit.seconds, most_seconds)
    return Limit(seconds=seconds, depth=limit.depth, nodes=limit.nodes)


# Reports


def analysis_report(analysis: Analysis, board: Board, *, final: bool) -> AnalysisReport:
    """Return the report about an analysis or a step of it."""
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


def _step_report(steps: ReviewSteps, analysis: Analysis) -> ReviewReport:
    """Add the analysis of the next position to a review, and report what is new."""
    known = steps.done
    moves = steps.add(analysis)
    review = steps.review()
    return ReviewReport(
        final=False,
        done=steps.done,
        of=steps.count,
        entries=_entries(review, moves),
        margins=_margins(review)[known:],
        black=None,
        white=None,
    )


def _final_report(steps: ReviewSteps) -> ReviewReport:
    review = steps.review()
    return ReviewReport(
        final=True,
        done=steps.done,
        of=steps.count,
        entries=_entries(review, review.moves),
        margins=_margins(review),
        black=_player(review.player(BLACK)),
        white=_player(review.player(WHITE)),
    )


def _entries(review: GameReview, moves: Iterable[AnalysedMove]) -> tuple[ReviewedMove, ...]:
    turning_points = {mistake.ply for mistake in review.mistakes if mistake.turning_point}
    return tuple(
        ReviewedMove(
            ply=analysed.ply,
            move=str(played.move),
            mover=color_word(analysed.board.turn),
            margin=played.margin,
            best=str(analysed.analysis.move),
            best_margin=analysed.analysis.margin,
            loss=played.loss,
            grade=grade_of(played.loss).value,
            exact=analysed.analysis.exact and played.exact,
            turning_point=analysed.ply in turning_points,
            pv=tuple(map(str, analysed.analysis.pv[:_LONGEST_LINE])),
        )
        for analysed in moves
        if (played := analysed.played) is not None
    )


def _margins(review: GameReview) -> tuple[ReviewMargin, ...]:
    proven = [analysed.analysis.exact for analysed in review.moves]
    at_end = [True] * (len(review.margins) - len(proven))
    return tuple(
        ReviewMargin(ply, margin, exact)
        for ply, (margin, exact) in enumerate(zip(review.margins, proven + at_end, strict=True))
    )


def _player(player: PlayerReview) -> ReviewedPlayer:
    return ReviewedPlayer(
        choices=player.choices,
        lost=player.lost,
        inaccuracies=player.inaccuracies,
        mistakes=player.mistakes,
        blunders=player.blunders,
        accuracy=None if player.accuracy is None else round(player.accuracy, 1),
    )
