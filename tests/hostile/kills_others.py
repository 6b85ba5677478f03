"""Kills its parent and whatever else it can name; it only asks whether it could."""

import os
from typing import Any

from hostile.honest import Honest, attempt

JUDGE = int("@JUDGE@")  # the process that judges, as the outside numbers it


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("killing everyone", os.kill, -1, 0)
        for process in {os.getppid(), JUDGE, 1} - {0, os.getpid()}:
            attempt(f"killing {process}", os.kill, process, 0)
            attempt(f"a handle of {process}", os.pidfd_open, process)
