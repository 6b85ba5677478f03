"""Obversi, a Reversi laboratory: Reversi and reversed Reversi on 4×4, 6×6 and 8×8."""

from obversi import batch, heuristics
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.color import BLACK, EMPTY, WHITE
from obversi.engine import Engine
from obversi.errors import (
    EvaluationError,
    FormatError,
    IllegalMoveError,
    InvalidBoardError,
    InvalidMoveError,
    ObversiError,
    ObversiWarning,
)
from obversi.heuristics import evaluate, explain, feature
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.outcome import Outcome
from obversi.perft import perft, perft_by_move
from obversi.size import SIZES
from obversi.squares import SquareSet
from obversi.symmetry import Symmetry

__all__ = [
    "BLACK",
    "EMPTY",
    "PASS",
    "SIZES",
    "WHITE",
    "Analysis",
    "Board",
    "Engine",
    "EvaluationError",
    "FormatError",
    "IllegalMoveError",
    "InvalidBoardError",
    "InvalidMoveError",
    "Limit",
    "Move",
    "ObversiError",
    "ObversiWarning",
    "Outcome",
    "SquareSet",
    "Symmetry",
    "batch",
    "evaluate",
    "explain",
    "feature",
    "heuristics",
    "perft",
    "perft_by_move",
]
__version__ = "0.1.0"
