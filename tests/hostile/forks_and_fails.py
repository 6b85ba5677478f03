"""Forks, and does not look whether that was allowed."""

import os
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        if os.fork() == 0:
            os._exit(0)
        print("ESCAPED: a fork", flush=True)
