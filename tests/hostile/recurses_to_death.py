"""Calls itself until the stack is full, past the limit that Python has for that."""

import sys
from typing import Any

from hostile.honest import Honest


def deeper(_: object = None) -> list[None]:
    return sorted([None], key=deeper)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        sys.setrecursionlimit(10**8)
        deeper()
