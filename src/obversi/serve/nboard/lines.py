"""What a search found, in the words of NBoard."""

from collections.abc import Iterator

from obversi.analysis import Analysis, AnalysisLine
from obversi.board import Board
from obversi.color import BLACK
from obversi.wire import nboard

__all__ = ["analysis_replies", "draw_value", "value"]


def analysis_replies(board: Board, found: Analysis, contempt: int) -> Iterator[nboard.Reply]:
    """Go through what is told after a step of deepening: the lines, the best first, and counts."""
    for line in found.lines:
        worth = value(line, board, contempt)
        yield nboard.Line(tuple(line.pv) or (line.move,), worth, _depth(line, board))
    yield nboard.NodeStats(found.nodes, found.seconds)


def value(found: Analysis | AnalysisLine, board: Board, contempt: int) -> float:
    """Return what a move is worth to the mover; a proven draw is worth what the board says."""
    if found.exact and found.margin == 0:
        return draw_value(board, contempt)
    return float(found.margin)


def draw_value(board: Board, contempt: int) -> float:
    """Return what a draw is worth to the mover, where `contempt` is for black, in hundredths."""
    return (contempt if board.turn == BLACK else -contempt) / 100


def _depth(line: AnalysisLine, board: Board) -> str:
    """Write how far a search came: in plies, or in percent if it came to the end of the game."""
    if line.exact:
        return "100%"
    # To the end but not sure: a search that leaves out what is unlikely.
    if line.depth >= len(board.empty):
        return f"{min(line.selectivity, 99)}%"
    return str(line.depth)
