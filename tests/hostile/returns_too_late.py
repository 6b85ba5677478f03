"""Is back long after the time-out, and swallows what interrupts it until then."""

import time
from contextlib import suppress
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        back = time.monotonic() + 2 * self.time_out + 3
        while time.monotonic() < back:
            with suppress(BaseException):
                time.sleep(0.01)
