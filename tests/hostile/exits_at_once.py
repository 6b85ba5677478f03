"""Ends its process with a status that means success."""

import os
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        os._exit(0)
