"""Holds memory that could be shared with others, which some counts leave out; 2 GB at most."""

import mmap
from typing import Any

from hostile.honest import Honest

MEGABYTE = 1 << 20


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.held = mmap.mmap(-1, 2048 * MEGABYTE)
        for begin in range(0, len(self.held), MEGABYTE):
            self.held[begin : begin + MEGABYTE] = b"x" * MEGABYTE
        while True:
            pass
