"""Fay hands in a class of another name: a row in the table, and no games."""


class Player:
    """Not what the judge looks for: that is `AI`."""

    def __init__(self, chessboard_size, color, time_out):
        """Store the arguments."""
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        """Play the first empty square."""
        self.candidate_list = [
            (r, c) for r, row in enumerate(chessboard) for c, d in enumerate(row) if not d
        ]
