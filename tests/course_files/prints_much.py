# ruff: noqa
# mypy: ignore-errors
# 作者: 学生, 贪心算法
import sys
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import List, Tuple

sys.setrecursionlimit(5000)


@dataclass
class State:
    board: List[List[int]]
    mover: int
    history: List[Tuple[int, int]] = field(default_factory=list)


class Rules:
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]

    @staticmethod
    @lru_cache(maxsize=None)
    def rays(size, row, col):
        result = []
        for a, b in Rules.steps:
            ray = []
            r, c = row + a, col + b
            while 0 <= r < size and 0 <= c < size:
                ray.append((r, c))
                r, c = r + a, c + b
            result.append(ray)
        return result

    def moves(self, state):
        size = len(state.board)
        return [(r, c) for r in range(size) for c in range(size) if self.flips(state, r, c)]

    def flips(self, state, row, col):
        if state.board[row][col]:
            return []
        turned = []
        for ray in self.rays(len(state.board), row, col):
            line = []
            for r, c in ray:
                if state.board[r][c] == -state.mover:
                    line.append((r, c))
                    continue
                if state.board[r][c] == state.mover:
                    turned += line
                break
        return turned

    def play(self, state, move):
        new = deepcopy(state)
        for r, c in self.flips(state, *move) + [move]:
            new.board[r][c] = state.mover
        new.mover = -state.mover
        new.history.append(move)
        return new


class AI(Rules):
    def __init__(self, chessboard_size, color, time_out=5):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.turn = 0

    def go(self, chessboard):
        self.turn += 1
        self.candidate_list.clear()
        state = State(chessboard.tolist(), self.color)
        print("第", self.turn, "步")
        print(chessboard)
        best = None
        for move in self.moves(state):
            self.candidate_list.append(move)
            after = self.play(state, move)
            replies = len(self.moves(after))
            print(f"  {move}: {replies} replies", file=sys.stderr)
            if best is None or replies > best[0]:
                best = (replies, move)
        if best is not None:
            self.candidate_list.append(best[1])
        return self.candidate_list
