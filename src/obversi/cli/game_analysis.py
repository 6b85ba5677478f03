"""What each move of a game was worth, and what it gave away."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.formats import GameRecord
from obversi.move import Move

__all__ = ["AnalysedMove", "PlayedMargin", "analysed_moves"]


@dataclass(frozen=True, slots=True)
class PlayedMargin:
    """A move that was played, its margin for the player, and how much better the best one was."""

    move: Move
    margin: int
    loss: int


@dataclass(frozen=True, slots=True)
class AnalysedMove:
    """A position of a game, what was found about it, and what was played unless it is the last."""

    ply: int
    board: Board
    analysis: Analysis
    played: PlayedMargin | None


def analysed_moves(
    record: GameRecord, analyse: Callable[[Board], Analysis]
) -> Iterator[AnalysedMove]:
    """Go through the moves of a game, and the last position if the game can go on.

    A move that the analysis has no line for is worth what the position after it turns out to be,
    so that each position is analysed once.
    """
    before, *later = record.boards()
    analysis = analyse(before)
    for ply, (played, after) in enumerate(zip(record.moves, later, strict=True), start=1):
        following = None if after.is_over else analyse(after)
        margin = -(after.margin() if following is None else following.margin)
        for line in analysis.lines:
            if line.move == played.move:
                margin = line.margin
        loss = max(analysis.margin - margin, 0)
        yield AnalysedMove(ply, before, analysis, PlayedMargin(played.move, margin, loss))
        if following is None:
            return
        before, analysis = after, following
    yield AnalysedMove(len(later) + 1, before, analysis, None)
