"""Puts its own process to sleep, so that nothing in there can say that it is late."""

import os
import signal
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        os.kill(os.getpid(), signal.SIGSTOP)
        signal.pause()
