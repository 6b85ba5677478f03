"""Ana plays the first legal square: the smallest file that a course takes."""

BLACK, EMPTY, WHITE = -1, 0, 1
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class AI:
    """An agent of the course."""

    def __init__(self, chessboard_size, color, time_out):
        """Receive the size of the board, the own colour, and the seconds for a move."""
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        """List all legal squares, and then the one to play once more."""
        self.candidate_list.clear()
        for row in range(self.chessboard_size):
            for column in range(self.chessboard_size):
                if self.is_legal(chessboard, row, column):
                    self.candidate_list.append((row, column))
        if self.candidate_list:
            self.candidate_list.append(self.candidate_list[0])

    def is_legal(self, chessboard, row, column):
        """Say whether a disc on this square would flip others."""
        if chessboard[row][column] != EMPTY:
            return False
        return any(self.turns(chessboard, row, column, *step) for step in DIRECTIONS)

    def turns(self, chessboard, row, column, down, right):
        """Say whether it would flip discs in this direction."""
        row, column, length = row + down, column + right, 0
        while 0 <= row < self.chessboard_size and 0 <= column < self.chessboard_size:
            if chessboard[row][column] == self.color:
                return length > 0
            if chessboard[row][column] == EMPTY:
                return False
            row, column, length = row + down, column + right, length + 1
        return False
