"""Fails with a message that no file can hold, and that would rule a terminal."""

from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        raise ValueError("half a letter \ud800, a bell \x07, an end \0, \x1b[31mred, \u202eturned")
