"""Catches every exception, the time-out's among them, and thinks on."""

from contextlib import suppress
from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for _ in ENDLESS:
            with suppress(BaseException):
                for _ in ENDLESS:
                    pass
