"""Is in compiled code for ever, where no exception of Python's can reach it."""

from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        sum(ENDLESS)
