# ruff: noqa
# mypy: ignore-errors
import numpy as np

dirs = np.array([[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]])


def shift(a, d):
    """move a padded array one step"""
    return np.roll(a, d, axis=(0, 1))


class Board:
    """A frame of zeros around the squares saves all the checks"""

    def __init__(self, cells):
        self.cells = np.pad(cells, 1)

    def legal(self, color):
        own, opp, empty = self.cells == color, self.cells == -color, self.cells == 0
        found = np.zeros_like(own)
        for d in dirs:
            ray = shift(own, d) & opp
            for _ in range(self.cells.shape[0] - 4):
                ray = ray | (shift(ray, d) & opp)
            found |= shift(ray, d) & empty
        return found[1:-1, 1:-1]

    def after(self, move, color):
        new = Board(self.cells[1:-1, 1:-1])
        at = np.array(move) + 1
        for d in dirs:
            p = at + d
            while new.cells[tuple(p)] == -color:
                p = p + d
            if new.cells[tuple(p)] == color:
                p = p - d
                while (p != at).any():
                    new.cells[tuple(p)] = color
                    p = p - d
        new.cells[tuple(at)] = color
        return new


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        corner = np.full((chessboard_size, chessboard_size), 1.0)
        corner[[0, 0, -1, -1], [0, -1, 0, -1]] = 30.0
        self.weights = corner

    def go(self, chessboard):
        self.candidate_list.clear()
        board = Board(chessboard)
        idx = np.where(board.legal(self.color))
        self.candidate_list = list(zip(idx[0], idx[1]))
        if len(self.candidate_list) == 0:
            return
        scores = []
        for move in self.candidate_list:
            after = board.after(move, self.color)
            cells = after.cells[1:-1, 1:-1]
            mobility = after.legal(self.color).sum() - after.legal(-self.color).sum()
            scores.append(mobility - (self.weights * cells * self.color).sum())
        self.candidate_list.append(self.candidate_list[int(np.argmax(scores))])
