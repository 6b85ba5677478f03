"""Fails with a message of megabytes."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        raise ValueError("long " * 4_000_000)
