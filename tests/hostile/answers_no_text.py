"""Has a candidate that shows itself as what no file can hold, and what would rule a terminal."""

from typing import Any

from hostile.honest import Honest


class Named:
    def __repr__(self) -> str:
        return "\ud800\x1b[2J\u202e"


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list.append(Named())
