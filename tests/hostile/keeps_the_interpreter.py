"""Gives no other thread a turn, so that a watcher inside its process never comes to watch."""

import sys
from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        sys.setswitchinterval(1e6)
        for _ in ENDLESS:
            pass
