"""Calls itself for ever, as a search without an end does."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.search(chessboard, 1)

    def search(self, chessboard: Any, depth: int) -> int:
        return -self.search(chessboard, depth + 1)
