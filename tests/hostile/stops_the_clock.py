"""Makes every clock of its process stand still, and then takes more time than there is."""

import time
from typing import Any

from hostile.honest import Honest

sleep = time.sleep


def still(*_: object) -> float:
    return 0.0


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for name in ("monotonic", "perf_counter", "time", "process_time", "thread_time"):
            setattr(time, name, still)
            setattr(time, f"{name}_ns", lambda: 0)
        sleep(300)
