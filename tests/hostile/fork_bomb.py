"""Forks, and its children fork: 2,047 of them at most, and each ends after some seconds."""

import os
import time
from typing import Any

from hostile.honest import Honest, attempt

ROUNDS = 11  # each doubles the processes


def multiply() -> None:
    first = os.getpid()
    for _ in range(ROUNDS):
        os.fork()
    if os.getpid() != first:
        time.sleep(5)
        os._exit(0)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("a fork", multiply)
