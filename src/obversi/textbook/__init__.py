"""Searches as the books and the reports describe them: short, plain and exactly counted."""

from obversi.textbook.monte_carlo import MonteCarlo, TriedMove, mcts
from obversi.textbook.searches import (
    Found,
    alpha_beta,
    deepening,
    maximax,
    minimax,
    negamax,
    perfect,
)

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
