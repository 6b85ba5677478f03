# ruff: noqa
# mypy: ignore-errors
import time

import numba as nb
import numpy as np
from numba import njit

INFINITY = 1 << 30
NO_TIME = 1 << 29


@njit(cache=True)
def flips(board, color, r, c, out):
    n = board.shape[0]
    count = 0
    for dr in range(-1, 2):
        for dc in range(-1, 2):
            if dr == 0 and dc == 0:
                continue
            y, x, k = r + dr, c + dc, 0
            while 0 <= y < n and 0 <= x < n and board[y, x] == -color:
                out[count + k, 0] = y
                out[count + k, 1] = x
                y += dr
                x += dc
                k += 1
            if k and 0 <= y < n and 0 <= x < n and board[y, x] == color:
                count += k
    return count


@njit(nb.int64(nb.int64[:, :], nb.int64, nb.int64, nb.int64, nb.int64, nb.boolean))
def negamax(board, color, depth, alpha, beta, passed):
    if depth == 0:
        return -color * board.sum()
    n = board.shape[0]
    out = np.empty((24, 2), np.int64)
    found = False
    for r in range(n):
        for c in range(n):
            if board[r, c] != 0:
                continue
            count = flips(board, color, r, c, out)
            if count == 0:
                continue
            found = True
            after = board.copy()
            after[r, c] = color
            for k in range(count):
                after[out[k, 0], out[k, 1]] = color
            value = -negamax(after, -color, depth - 1, -beta, -alpha, False)
            if value > alpha:
                alpha = value
            if alpha >= beta:
                return alpha
    if not found:
        if passed:
            return -color * board.sum()
        return -negamax(board, -color, depth - 1, -beta, -alpha, True)
    return alpha


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        begin = time.time()
        self.candidate_list.clear()
        board = chessboard.astype(np.int64)
        out = np.empty((24, 2), np.int64)
        for r in range(self.chessboard_size):
            for c in range(self.chessboard_size):
                if board[r, c] == 0 and flips(board, self.color, r, c, out) > 0:
                    self.candidate_list.append((r, c))
        moves = self.candidate_list.copy()
        if not moves:
            return
        for depth in range(1, 5):
            if time.time() - begin > self.time_out / 20:
                break
            best, choice = -INFINITY, None
            for r, c in moves:
                after = board.copy()
                for k in range(flips(board, self.color, r, c, out)):
                    after[out[k, 0], out[k, 1]] = self.color
                after[r, c] = self.color
                value = -negamax(after, -self.color, depth, -INFINITY, -best, False)
                if value > best:
                    best, choice = value, (r, c)
            self.candidate_list.append(choice)
