"""Holds memory in page tables: of each 2 MB of a map, one page is read; 512 GB at most."""

import mmap
from typing import Any

from hostile.honest import Honest

MEGABYTE = 1 << 20
MAP_NORESERVE = 0x4000  # of Linux


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE
        self.held = mmap.mmap(-1, MEGABYTE * MEGABYTE // 2, flags, mmap.PROT_READ)
        for begin in range(0, len(self.held), 2 * MEGABYTE):
            self.held[begin]
        while True:
            pass
