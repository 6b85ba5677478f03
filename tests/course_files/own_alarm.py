# ruff: noqa
# mypy: ignore-errors
import random
import signal
import time


class OutOfTime(Exception):
    pass


def ring(signum, frame):
    raise OutOfTime()


def legal_moves(board, color):
    n = len(board)
    moves = {}
    for r in range(n):
        for c in range(n):
            if board[r][c] != 0:
                continue
            turned = []
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                line, y, x = [], r + dr, c + dc
                while 0 <= y < n and 0 <= x < n and board[y][x] == -color:
                    line.append((y, x))
                    y, x = y + dr, x + dc
                if line and 0 <= y < n and 0 <= x < n and board[y][x] == color:
                    turned += line
            if turned:
                moves[(r, c)] = turned
    return moves


class AI(object):
    """Plays games out at random until its own alarm rings."""

    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []
        self.random = random.Random(1)
        signal.signal(signal.SIGALRM, ring)

    def go(self, chessboard):
        self.candidate_list.clear()
        board = chessboard.tolist()
        moves = legal_moves(board, self.color)
        self.candidate_list.extend(moves)
        if not moves:
            return
        wins = dict.fromkeys(moves, 0)
        signal.setitimer(signal.ITIMER_REAL, self.time_out * 0.4)
        try:
            while True:
                for move in moves:
                    wins[move] += self.playout(board, move, moves[move])
        except OutOfTime:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.candidate_list.append(max(wins, key=wins.get))

    def playout(self, board, move, turned):
        board = [row[:] for row in board]
        color, passes = self.color, 0
        while passes < 2:
            if move is not None:
                for r, c in [*turned, move]:
                    board[r][c] = color
            color = -color
            moves = legal_moves(board, color)
            passes = 0 if moves else passes + 1
            move = self.random.choice(list(moves)) if moves else None
            turned = moves.get(move)
        # fewest discs win
        return sum(map(sum, board)) * self.color < 0
