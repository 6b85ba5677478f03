"""What visitors are told of a review."""

from collections.abc import Iterable
from typing import Final

from obversi.analysis import Analysis
from obversi.color import BLACK, WHITE
from obversi.review import AnalysedMove, PlayerReview, Review, ReviewSteps, grade_of
from obversi.wire.session import (
    ReviewedMove,
    ReviewedPlayer,
    ReviewMargin,
    ReviewReport,
    color_word,
)

__all__ = ["report_of_review", "report_of_step"]

# A reply has at most 64 KiB, and a game some sixty moves.
_LONGEST_LINE: Final = 12


def report_of_step(steps: ReviewSteps, analysis: Analysis) -> ReviewReport:
    """Take the analysis of the next position, and return what is new by it."""
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


def report_of_review(steps: ReviewSteps) -> ReviewReport:
    """Return all that is known."""
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


def _entries(review: Review, moves: Iterable[AnalysedMove]) -> tuple[ReviewedMove, ...]:
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


def _margins(review: Review) -> tuple[ReviewMargin, ...]:
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
