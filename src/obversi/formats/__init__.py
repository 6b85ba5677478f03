"""Games and positions in files: one record for all formats, and a module for each of them.

>>> from obversi.formats import read_text
>>> [game] = read_text("1. F5 d6 2. C3", rules="reversed")
>>> game.transcript(), game.board().turn
('f5d6c3', 1)
"""

from obversi.formats.detect import read_path, read_text
from obversi.formats.game_tree import Arrow, GameTree, Mark, Notes, TreeNode
from obversi.formats.ggf_tree import dump_tree as dump_ggf_tree, parse_tree as parse_ggf_tree
from obversi.formats.losses import LossWarning
from obversi.formats.record import GameRecord, PlayedMove, record_from_moves
from obversi.formats.saving import write_path
from obversi.formats.sgf_tree import dump_tree as dump_sgf_tree, parse_tree as parse_sgf_tree

__all__ = [
    "Arrow",
    "GameRecord",
    "GameTree",
    "LossWarning",
    "Mark",
    "Notes",
    "PlayedMove",
    "TreeNode",
    "dump_ggf_tree",
    "dump_sgf_tree",
    "parse_ggf_tree",
    "parse_sgf_tree",
    "read_path",
    "read_text",
    "record_from_moves",
    "write_path",
]
