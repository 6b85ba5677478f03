"""Games and positions in files: one record for all formats, and a module for each of them.

>>> from obversi.formats import read_text
>>> [game] = read_text("1. F5 d6 2. C3", rules="reversed")
>>> game.transcript(), game.board().turn
('f5d6c3', 1)
"""

from obversi.formats import board_line, ggf, json_lines, obf, pgn, sgf, transcript, wthor
from obversi.formats.detect import FORMATS, FormatInfo, detect, read_path, read_text
from obversi.formats.lines import OnProblem, raise_problem
from obversi.formats.losses import LossWarning, OnLoss
from obversi.formats.record import GameRecord, PlayedMove, record_from_moves
from obversi.formats.saving import write_path

__all__ = [
    "FORMATS",
    "FormatInfo",
    "GameRecord",
    "LossWarning",
    "OnLoss",
    "OnProblem",
    "PlayedMove",
    "board_line",
    "detect",
    "ggf",
    "json_lines",
    "obf",
    "pgn",
    "raise_problem",
    "read_path",
    "read_text",
    "record_from_moves",
    "sgf",
    "transcript",
    "write_path",
    "wthor",
]
