"""Reads memory that is not there."""

import ctypes
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        ctypes.string_at(0)
