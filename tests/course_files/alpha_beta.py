# ruff: noqa
# mypy: ignore-errors
import random
import time

COLOR_BLACK = -1
COLOR_WHITE = 1
COLOR_NONE = 0
random.seed(0)

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

WEIGHTS = [
    [-500, 25, -10, -5, -5, -10, 25, -500],
    [25, 45, -1, -1, -1, -1, 45, 25],
    [-10, -1, -3, -2, -2, -3, -1, -10],
    [-5, -1, -2, -1, -1, -2, -1, -5],
    [-5, -1, -2, -1, -1, -2, -1, -5],
    [-10, -1, -3, -2, -2, -3, -1, -10],
    [25, 45, -1, -1, -1, -1, 45, 25],
    [-500, 25, -10, -5, -5, -10, 25, -500],
]


class TimeOut(Exception):
    pass


# don't change the class name
class AI(object):
    # chessboard_size, color, time_out passed from agent
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    # The input is the current chessboard. Chessboard is a numpy array.
    def go(self, chessboard):
        self.start = time.time()
        self.candidate_list.clear()
        board = [list(map(int, row)) for row in chessboard]
        moves = list(self.moves(board, self.color))
        self.candidate_list.extend(moves)
        if not moves:
            return
        try:
            for depth in range(1, 4):
                best, choice = -(10**9), moves[0]
                for move in moves:
                    value = -self.search(
                        self.play(board, move, self.color), -self.color, depth - 1, -(10**9), -best
                    )
                    if value > best:
                        best, choice = value, move
                self.candidate_list.append(choice)
        except TimeOut:
            pass

    def search(self, board, color, depth, alpha, beta):
        if time.time() - self.start > self.time_out * 0.85:
            raise TimeOut
        moves = list(self.moves(board, color))
        if depth == 0 or (not moves and not any(self.moves(board, -color))):
            return self.evaluate(board, color)
        if not moves:
            return -self.search(board, -color, depth - 1, -beta, -alpha)
        for move in moves:
            alpha = max(
                alpha, -self.search(self.play(board, move, color), -color, depth - 1, -beta, -alpha)
            )
            if alpha >= beta:
                break
        return alpha

    def evaluate(self, board, color):
        n = self.chessboard_size
        total = 0
        for i in range(n):
            for j in range(n):
                total += WEIGHTS[i * 7 // (n - 1)][j * 7 // (n - 1)] * board[i][j]
        return total * color

    def turned(self, board, i, j, di, dj, color):
        n = self.chessboard_size
        found = []
        i, j = i + di, j + dj
        while 0 <= i < n and 0 <= j < n and board[i][j] == -color:
            found.append((i, j))
            i, j = i + di, j + dj
        if found and 0 <= i < n and 0 <= j < n and board[i][j] == color:
            return found
        return []

    def moves(self, board, color):
        for i in range(self.chessboard_size):
            for j in range(self.chessboard_size):
                if board[i][j] == COLOR_NONE and any(
                    self.turned(board, i, j, di, dj, color) for di, dj in DIRECTIONS
                ):
                    yield (i, j)

    def play(self, board, move, color):
        new = [row[:] for row in board]
        for di, dj in DIRECTIONS:
            for i, j in self.turned(board, move[0], move[1], di, dj, color):
                new[i][j] = color
        new[move[0]][move[1]] = color
        return new


if __name__ == "__main__":
    import numpy as np

    ai = AI(8, COLOR_BLACK, 5)
    board = np.zeros((8, 8), dtype=int)
    board[3][3] = board[4][4] = COLOR_WHITE
    board[3][4] = board[4][3] = COLOR_BLACK
    ai.go(board)
    print(ai.candidate_list)
