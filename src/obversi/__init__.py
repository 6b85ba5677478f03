"""Obversi, a Reversi laboratory: Reversi and reversed Reversi on 4×4, 6×6 and 8×8."""

import typing as _typing

from obversi import core_variant as _core_variant  # noqa: F401  first: it loads the core
from obversi import heuristics
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.color import BLACK, EMPTY, WHITE
from obversi.engine import Engine
from obversi.errors import (
    EvaluationError,
    FormatError,
    IllegalMoveError,
    InputError,
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

if _typing.TYPE_CHECKING:
    from obversi import batch
else:

    def __getattr__(name):
        """Import `batch` when it is used: NumPy takes longer to import than all the rest."""
        if name != "batch":
            raise AttributeError(f"module 'obversi' has no attribute {name!r}")
        import importlib

        return importlib.import_module("obversi.batch")


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
    "InputError",
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
