"""Fills the board that it is shown, so that no square is free for the other player."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        chessboard[:] = self.color
