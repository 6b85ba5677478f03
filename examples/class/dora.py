"""Dora leaves the opponent as many moves as possible, and works in NumPy."""

import numpy as np

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def shifted(squares, down, right):
    """Move a set of squares by one step; what leaves the board is gone."""
    wide = np.pad(squares, 1)
    size = len(squares)
    return wide[1 - down : 1 - down + size, 1 - right : 1 - right + size]


def legal(board, color):
    """Return all legal squares at once."""
    own, others, found = board == color, board == -color, np.zeros(board.shape, bool)
    for step in DIRECTIONS:
        line = shifted(own, *step) & others
        for _ in range(len(board) - 3):
            line |= shifted(line, *step) & others
        found |= shifted(line, *step)
    return found & (board == 0)


def after(board, square, color):
    """Return the board after a move."""
    placed, following = np.zeros(board.shape, bool), board.copy()
    placed[square] = True
    for step in DIRECTIONS:
        line = shifted(placed, *step) & (board == -color)
        for _ in range(len(board) - 3):
            line |= shifted(line, *step) & (board == -color)
        if (shifted(line, *step) & (board == color)).any():
            following[line] = color
    following[square] = color
    return following


class AI:
    """An agent of the course."""

    def __init__(self, chessboard_size, color, time_out):
        """Store the arguments."""
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        """Choose the move that leaves the most answers."""
        self.candidate_list.clear()
        squares = [tuple(square) for square in np.argwhere(legal(chessboard, self.color))]
        self.candidate_list += squares
        if squares:
            self.candidate_list.append(max(squares, key=lambda s: self.answers(chessboard, s)))

    def answers(self, chessboard, square):
        """Count the moves that the opponent would have."""
        return legal(after(chessboard, square, self.color), -self.color).sum()
