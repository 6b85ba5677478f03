"""Removes the signal that ends it with the judge, and computes for a minute."""

import ctypes
import os
import time
from contextlib import suppress
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
        with suppress(OSError):
            os.setsid()
        print("outliving", flush=True)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with suppress(BaseException):
                time.sleep(0.01)
