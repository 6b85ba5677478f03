"""Plays a square that Python's lists have, counted from the end, and boards have not."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list.append((-1, -1))
