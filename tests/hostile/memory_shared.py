"""Holds memory that could be shared with others, and gives it up; 2 GB at most."""

import mmap
from typing import Any

from hostile.honest import Honest, attempt

MEGABYTE = 1 << 20


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("2 GB of shared memory", self.hold)

    def hold(self) -> None:
        self.held = mmap.mmap(-1, 2048 * MEGABYTE)
        for begin in range(0, len(self.held), MEGABYTE):
            self.held[begin : begin + MEGABYTE] = b"x" * MEGABYTE
            self.held.madvise(mmap.MADV_DONTNEED, begin, MEGABYTE)
