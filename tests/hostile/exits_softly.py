"""Wants to leave as a program does that is done."""

import sys
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        sys.exit("I resign")
