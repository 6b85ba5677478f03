"""Takes every signal for itself, whichever the judge may use, and thinks for ever."""

import signal
from contextlib import suppress
from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for number in signal.valid_signals():
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        for _ in ENDLESS:
            pass
