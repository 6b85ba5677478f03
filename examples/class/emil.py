"""Emil forgot the diagonals: a mistake that the judge finds and shows."""

STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class AI:
    """An agent of the course."""

    def __init__(self, chessboard_size, color, time_out):
        """Store the arguments."""
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        """Play the last square found."""
        self.candidate_list = []
        for row in range(self.chessboard_size):
            for column in range(self.chessboard_size):
                if chessboard[row][column] == 0 and self.turns_any(chessboard, row, column):
                    self.candidate_list.append((row, column))

    def turns_any(self, chessboard, row, column):
        """Look along rows and columns."""
        for down, right in STRAIGHT:
            r, c = row + down, column + right
            seen = 0
            while 0 <= r < self.chessboard_size and 0 <= c < self.chessboard_size:
                if chessboard[r][c] == self.color and seen:
                    return True
                if chessboard[r][c] != -self.color:
                    break
                r, c, seen = r + down, c + right, seen + 1
        return False
