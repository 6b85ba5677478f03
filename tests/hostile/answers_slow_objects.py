"""Has a candidate that takes for ever to be looked at."""

from contextlib import suppress
from typing import Any

from hostile.honest import ENDLESS, Honest


class Slow:
    def __index__(self) -> int:
        for _ in ENDLESS:
            with suppress(BaseException):
                for _ in ENDLESS:
                    pass
        return 0


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list.append((Slow(), Slow()))
