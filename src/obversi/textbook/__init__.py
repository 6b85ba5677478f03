"""Searches as the books and the reports describe them: short, plain and exactly counted."""

from obversi.textbook.monte_carlo import mcts
from obversi.textbook.searches import alpha_beta, deepening, maximax, minimax, negamax, perfect
from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.report import tree_svg

__all__ = [
    "alpha_beta",
    "deepening",
    "maximax",
    "mcts",
    "minimax",
    "negamax",
    "perfect",
    "trace_mcts",
    "trace_search",
    "tree_svg",
]
