"""Agents of a small class, as students write them."""

from textwrap import dedent

# An agent as students write it: `score` is what it thinks of a square.
AGENT = """
class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.size = chessboard_size
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        squares = [(row, col) for row in range(self.size) for col in range(self.size)]
        legal = [square for square in squares if self.turns(chessboard, *square)]
        self.candidate_list.extend(legal)
        if legal:
            self.candidate_list.append(max(legal, key=self.score))

    def score(self, square):
        row, col = square
        return {score}

    def turns(self, board, row, col):
        if board[row][col] != 0:
            return False
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                y, x, seen = row + down, col + right, 0
                while 0 <= y < self.size and 0 <= x < self.size and board[y][x] == -self.color:
                    y, x, seen = y + down, x + right, seen + 1
                if seen and 0 <= y < self.size and 0 <= x < self.size:
                    if board[y][x] == self.color:
                        return True
        return False
"""

# A file that can be read, and an agent that never has a candidate.
SILENT = dedent(
    """
    class AI:
        def __init__(self, chessboard_size, color, time_out):
            self.candidate_list = []

        def go(self, chessboard):
            self.candidate_list.clear()
    """
)


def agent(score: str) -> str:
    """An agent that likes the squares with the highest score, such as "row - col"."""
    return AGENT.replace("{score}", score)
