"""An agent that plays properly and at once; each hostile one is this one with something wrong.

What a student hands in is one file, so tests write this text where a hostile file imports it, and
nothing but the judge's sandbox ever runs the whole. An import by mistake gets no further than
this line:
"""

from collections.abc import Callable
from typing import Any

if "hostile" in __name__.split("."):
    raise ImportError("a hostile agent is run by the judge only")

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

# Long enough to be endless for a judge, and over in some minutes if one should get away.
ENDLESS = range(10**10)


def attempt(what: str, deed: Callable[..., object], *arguments: object) -> bool:
    """Do what ought to be refused, and print how that went."""
    try:
        deed(*arguments)
    except Exception as error:
        print(f"refused: {what}: {type(error).__name__}", flush=True)
        return False
    print(f"ESCAPED: {what}", flush=True)
    return True


class Honest:
    """Lists the legal squares, and plays the first of them."""

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list: Any = []

    def go(self, chessboard: Any) -> None:
        self.candidate_list.clear()
        self.candidate_list += self.legal_squares(chessboard)
        self.candidate_list += self.candidate_list[:1]

    def legal_squares(self, board: Any) -> list[tuple[int, int]]:
        inside = range(self.chessboard_size)
        return [
            (row, column)
            for row in inside
            for column in inside
            if board[row][column] == 0
            and any(self.turns(board, row, column, *direction) for direction in DIRECTIONS)
        ]

    def turns(self, board: Any, row: int, column: int, down: int, right: int) -> bool:
        for steps in range(1, self.chessboard_size):
            at = (row + steps * down, column + steps * right)
            if not all(0 <= place < self.chessboard_size for place in at):
                return False
            disc = board[at[0]][at[1]]
            if disc != -self.color:
                return bool(disc == self.color and steps > 1)
        return False
