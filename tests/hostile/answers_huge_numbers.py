"""Plays a square whose number has a million digits."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list.append((1 << 3_400_000, 10**18))
