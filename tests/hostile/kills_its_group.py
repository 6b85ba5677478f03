"""Kills all processes that belong together with it."""

import os
import signal
from contextlib import suppress
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        with suppress(OSError):
            os.kill(0, signal.SIGKILL)
        with suppress(OSError):
            os.killpg(os.getpgid(0), signal.SIGKILL)
