"""Plays well, and cannot be ended: it has work for after its end."""

import atexit
import threading
import time

from hostile.honest import ENDLESS, Honest


def work_on() -> None:
    for _ in ENDLESS:
        pass


class AI(Honest):
    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        super().__init__(chessboard_size, color, time_out)
        atexit.register(work_on)
        threading.Thread(target=time.sleep, args=(300,)).start()

    def __del__(self) -> None:
        work_on()
