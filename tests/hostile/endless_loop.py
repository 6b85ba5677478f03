"""Thinks for ever once it has candidates."""

from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for _ in ENDLESS:
            pass
