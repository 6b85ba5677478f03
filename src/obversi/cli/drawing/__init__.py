"""Boards for the terminal: discs on green felt where there are colours, plain text elsewhere."""

from obversi.cli.drawing.balance import balance_bar, black_share
from obversi.cli.drawing.felt import draw_small
from obversi.cli.drawing.graph import margin_graph
from obversi.cli.drawing.marks import Marks
from obversi.cli.drawing.palette import Palette, palette_of
from obversi.cli.drawing.pixels import SCALES, Scale, draw_large
from obversi.cli.drawing.plain import draw_plain
from obversi.cli.drawing.words import disc_counts, score_line, turned_by_move

__all__ = [
    "SCALES",
    "Marks",
    "Palette",
    "Scale",
    "balance_bar",
    "black_share",
    "disc_counts",
    "draw_large",
    "draw_plain",
    "draw_small",
    "margin_graph",
    "palette_of",
    "score_line",
    "turned_by_move",
]
