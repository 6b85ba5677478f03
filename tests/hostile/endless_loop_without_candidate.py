"""Thinks for ever, and has no candidate at the time-out."""

from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        self.candidate_list.clear()
        for _ in ENDLESS:
            pass
        super().go(chessboard)
