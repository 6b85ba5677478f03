# ruff: noqa
# mypy: ignore-errors
import threading
from copy import copy

import numpy as np


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.stop = threading.Event()

    def go(self, chessboard):
        self.candidate_list = []
        self.stop.clear()
        timer = threading.Timer(self.time_out * 0.4, self.stop.set)
        timer.start()
        moves = [
            (r, c)
            for r, c in np.argwhere(chessboard == 0)
            if self.flips(chessboard, r, c, self.color)
        ]
        self.candidate_list += moves
        depth = 1
        while moves and not self.stop.is_set() and depth < 4:
            values = [
                self.value(self.after(chessboard, m, self.color), -self.color, depth) for m in moves
            ]
            if not self.stop.is_set():
                self.candidate_list.append(moves[values.index(min(values))])
            depth += 1
        timer.cancel()

    def value(self, board, color, depth):
        """for the one to move"""
        if self.stop.is_set() or depth == 0:
            return -board.sum() * color
        best = None
        for move in np.argwhere(board == 0):
            if self.flips(board, *move, color):
                v = -self.value(self.after(board, move, color), -color, depth - 1)
                best = v if best is None else max(best, v)
        return -board.sum() * color if best is None else best

    def after(self, board, move, color):
        new = copy(board)
        for r, c in self.flips(board, *move, color):
            new[r, c] = color
        new[tuple(move)] = color
        return new

    def flips(self, board, r, c, color):
        found = []
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                line = []
                y, x = r + dr, c + dc
                while 0 <= y < self.size and 0 <= x < self.size and board[y, x] == -color:
                    line.append((y, x))
                    y, x = y + dr, x + dc
                if 0 <= y < self.size and 0 <= x < self.size and board[y, x] == color:
                    found.extend(line)
        return found
