"""Searches as the books and the reports describe them: short, plain and exactly counted."""

from obversi.textbook.found import Found
from obversi.textbook.monte_carlo import MonteCarlo, TriedMove, mcts
from obversi.textbook.perfect import perfect
from obversi.textbook.searches import alpha_beta, deepening, maximax, minimax, negamax

__all__ = [
    "Found",
    "MonteCarlo",
    "TriedMove",
    "alpha_beta",
    "deepening",
    "maximax",
    "mcts",
    "minimax",
    "negamax",
    "perfect",
]
