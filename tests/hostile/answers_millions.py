"""Has a list of millions of candidates, all of them legal."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list *= 1_000_000
