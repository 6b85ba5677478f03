"""Begins threads until it may not, 2,000 at most, and keeps them all."""

import threading
import time
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for _ in range(2000):
            threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        print("ESCAPED: 2,000 threads", flush=True)
