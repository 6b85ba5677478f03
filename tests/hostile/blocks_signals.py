"""Lets no signal in, whichever the judge may use for the time-out, and thinks for ever."""

import signal
from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        for _ in ENDLESS:
            pass
