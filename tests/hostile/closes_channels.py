"""Closes every file that it did not open, whatever the judge may use them for."""

import os
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        os.closerange(0, 4096)
