"""Obversi, a Reversi laboratory: Reversi and reversed Reversi on 4×4, 6×6 and 8×8."""

import typing as _typing

from obversi import (
    core_variant as _core_variant,  # noqa: F401  first: it loads the core
    heuristics,
)
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
    MachineError,
    ObversiError,
    ObversiWarning,
)
from obversi.heuristics.catalog import evaluate
from obversi.heuristics.explain import explain
from obversi.heuristics.features import feature
from obversi.lazy import lazy_names as _lazy_names
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.outcome import Outcome
from obversi.perft import perft, perft_by_move
from obversi.rules import Rules
from obversi.size import SIZES
from obversi.squares import SquareSet
from obversi.symmetry import Symmetry

if _typing.TYPE_CHECKING:
    from obversi import batch
    from obversi.async_engine import AsyncEngine
else:
    __getattr__ = _lazy_names(__name__)

__all__ = [
    "BLACK",
    "EMPTY",
    "PASS",
    "SIZES",
    "WHITE",
    "Analysis",
    "AsyncEngine",
    "Board",
    "Engine",
    "EvaluationError",
    "FormatError",
    "IllegalMoveError",
    "InputError",
    "InvalidBoardError",
    "InvalidMoveError",
    "Limit",
    "MachineError",
    "Move",
    "ObversiError",
    "ObversiWarning",
    "Outcome",
    "Rules",
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
