"""Writes to the descriptor of errors without end, past Python's own files; 1 GB at most."""

import os
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for _ in range(16384):
            os.write(2, b"\xff" * 65536)
