"""Wants 10 GB in one piece."""

from typing import Any

from hostile.honest import Honest

GIGABYTE = 1 << 30


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.held = bytearray(10 * GIGABYTE)
        self.held[::4096] = bytes(len(self.held) // 4096)
