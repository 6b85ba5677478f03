"""Changes the judge's own record of its call, and answers a little late, in every move."""

import sys
import time
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        begin = time.process_time()  # processor time counts even on a busy machine
        super().go(chessboard)
        frame = sys._getframe(1)
        while frame is not None:
            for call in frame.f_locals.values():
                if type(call).__name__ == "TimedCall":
                    call.seconds += 60
            frame = frame.f_back  # type: ignore[assignment]
        while time.process_time() < begin + self.time_out + 0.15:
            pass
