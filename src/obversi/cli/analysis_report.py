"""Analyses as the commands print them."""

from obversi.analysis import Analysis, AnalysisLine
from obversi.board import Board

__all__ = ["analysis_object", "speed_text"]


def analysis_object(board: Board, analysis: Analysis) -> dict[str, object]:
    """Return a position and what was found about it, ready for JSON."""
    return {
        "position": board.to_string(),
        "size": board.size,
        "rules": board.rules,
        "move": str(analysis.move),
        "margin": analysis.margin,
        "bound": analysis.bound,
        "exact": analysis.exact,
        "depth": analysis.depth,
        "selectivity": analysis.selectivity,
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
        "pv": [str(move) for move in analysis.pv],
        "lines": [_line_object(line) for line in analysis.lines],
    }


def _line_object(line: AnalysisLine) -> dict[str, object]:
    return {
        "move": str(line.move),
        "margin": line.margin,
        "bound": line.bound,
        "exact": line.exact,
        "depth": line.depth,
        "selectivity": line.selectivity,
        "pv": [str(move) for move in line.pv],
    }


def speed_text(nodes: int, seconds: float) -> str:
    """Write a speed in millions of nodes a second; where no time went by there is none."""
    return f"{nodes / seconds / 1e6:.1f}" if seconds else "-"
