"""Prints without end; 1 GB at most."""

import sys
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for _ in range(16384):
            sys.stdout.write("spam and eggs, " * 4369 + "\n")
