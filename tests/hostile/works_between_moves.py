"""Has a thread that computes while the opponent thinks, and prints how much it did."""

import threading
import time
from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        super().__init__(chessboard_size, color, time_out)
        self.before: tuple[float, float] | None = None
        threading.Thread(target=self.think_on, daemon=True).start()

    def think_on(self) -> None:
        for _ in ENDLESS:
            pass

    def go(self, chessboard: Any) -> None:
        if self.before is not None:
            wall, processor = (
                time.monotonic() - self.before[0],
                time.process_time() - self.before[1],
            )
            print("worked for", processor / wall, "of the time", flush=True)
        super().go(chessboard)
        self.before = (time.monotonic(), time.process_time())
