"""Sleeps instead of thinking, which costs no processor time."""

import time
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        time.sleep(300)
