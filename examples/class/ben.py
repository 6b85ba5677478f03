"""Ben flips as few discs as possible, since the fewest discs win."""

import random

DIRECTIONS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
random.seed(303)


class AI(object):  # noqa: UP004 - as the task sheet writes it
    """An agent of the course."""

    def __init__(self, chessboard_size, color, time_out):
        """Store the arguments."""
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        """Choose among the squares that turn the fewest discs by chance."""
        self.candidate_list.clear()
        gains = {}
        for square in [(r, c) for r in range(len(chessboard)) for c in range(len(chessboard))]:
            gain = self.count_turned(chessboard, square)
            if gain:
                gains[square] = gain
        self.candidate_list.extend(gains)
        if gains:
            fewest = min(gains.values())
            best = [square for square, gain in gains.items() if gain == fewest]
            self.candidate_list.append(random.choice(best))
        print(len(gains), "moves, chosen:", self.candidate_list[-1:])

    def count_turned(self, chessboard, square):
        """Count the discs that a move would flip; none means that it is not legal."""
        if chessboard[square] != 0:
            return 0
        total = 0
        for down, right in DIRECTIONS:
            row, column, length = square[0] + down, square[1] + right, 0
            while 0 <= row < self.chessboard_size and 0 <= column < self.chessboard_size:
                disc = chessboard[row, column]
                if disc == self.color:
                    total += length
                if disc != -self.color:
                    break
                row, column, length = row + down, column + right, length + 1
        return total
