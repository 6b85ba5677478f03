"""Has the kernel wake it again and again, however often the judge puts it to sleep."""

import ctypes
import signal
import threading
import time
from typing import Any

from hostile.honest import ENDLESS, Honest, attempt


class Event(ctypes.Structure):
    """A `sigevent`: which signal a timer sends."""

    _fields_ = [
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("rest", ctypes.c_char * 48),
    ]


class Times(ctypes.Structure):
    """An `itimerspec`: how often, and when first."""

    _fields_ = [(name, ctypes.c_long) for name in ("often", "often_ns", "first", "first_ns")]


def wake_every_hundredth() -> None:
    library = ctypes.CDLL(None, use_errno=True)
    signal.signal(signal.SIGCONT, lambda *_: None)  # or it is ignored
    timer = ctypes.c_void_p()
    event = Event(signal=signal.SIGCONT)
    if library.timer_create(time.CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer)):
        raise OSError(ctypes.get_errno(), "timer_create")
    often = Times(often_ns=10**7, first_ns=10**7)
    if library.timer_settime(timer, 0, ctypes.byref(often), None):
        raise OSError(ctypes.get_errno(), "timer_settime")


class AI(Honest):
    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        super().__init__(chessboard_size, color, time_out)
        self.before: tuple[float, float] | None = None
        attempt("a timer that wakes", wake_every_hundredth)
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
