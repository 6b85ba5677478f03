"""Has candidates that are no squares."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list = [None, "e4", (1,), (1, 2, 3), 3.5, object()]
