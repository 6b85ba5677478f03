"""Chen looks two moves ahead with alpha-beta, on a table of what each square is worth."""

from copy import deepcopy

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
INFINITY = 10**9
DEPTH = 2


class AI:
    """An agent of the course."""

    def __init__(self, chessboard_size, color, time_out):
        """Store the arguments, and make the table."""
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        last = chessboard_size - 1
        # In the reversed game a corner is a disc that is never lost again, and so a bad one.
        self.worth = {}
        for row in range(chessboard_size):
            for column in range(chessboard_size):
                edges = (row in (0, last)) + (column in (0, last))
                self.worth[row, column] = (-1, -5, -50)[edges]

    def go(self, chessboard):
        """Search, and keep the best square so far at the end of the list."""
        self.candidate_list.clear()
        board = [[int(disc) for disc in row] for row in chessboard]
        moves = self.moves(board, self.color)
        self.candidate_list.extend(moves)
        best = -INFINITY
        for move in moves:
            value = -self.search(self.after(board, move, self.color), -self.color, DEPTH, -best)
            if value > best:
                best = value
                self.candidate_list.append(move)

    def search(self, board, color, depth, beta, alpha=-INFINITY, passed=False):
        """Return what the board is worth for this colour."""
        if depth == 0:
            return self.evaluate(board, color)
        moves = self.moves(board, color)
        if not moves:
            if passed:
                return self.evaluate(board, color)
            return -self.search(board, -color, depth, -alpha, -beta, True)
        for move in moves:
            following = self.after(board, move, color)
            alpha = max(alpha, -self.search(following, -color, depth - 1, -alpha, -beta))
            if alpha >= beta:
                break
        return alpha

    def evaluate(self, board, color):
        """Add up the worth of all discs, the opponent's with a minus."""
        return color * sum(worth * board[r][c] for (r, c), worth in self.worth.items())

    def moves(self, board, color):
        """List the legal squares."""
        inside = range(self.chessboard_size)
        return [(r, c) for r in inside for c in inside if self.turned(board, (r, c), color)]

    def after(self, board, move, color):
        """Return the board after a move."""
        following = deepcopy(board)
        for row, column in [move, *self.turned(board, move, color)]:
            following[row][column] = color
        return following

    def turned(self, board, square, color):
        """List the discs that a move would flip."""
        found = []
        if board[square[0]][square[1]] != 0:
            return found
        for down, right in DIRECTIONS:
            row, column = square[0] + down, square[1] + right
            line = []
            while 0 <= row < self.chessboard_size and 0 <= column < self.chessboard_size:
                if board[row][column] != -color:
                    if board[row][column] == color:
                        found += line
                    break
                line.append((row, column))
                row, column = row + down, column + right
        return found
