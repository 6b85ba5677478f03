"""Computes on as many cores as there are, where others play their games; for a second at most."""

import hashlib
import os
import threading
import time
from typing import Any

from hostile.honest import Honest, attempt


def work(end: float) -> None:
    while time.monotonic() < end:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 20_000)  # without the interpreter's lock


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        begin, used = time.monotonic(), time.process_time()
        end = begin + min(0.8 * self.time_out, 1)
        attempt("more cores", self.widen)
        threads = [threading.Thread(target=work, args=(end,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        cores = (time.process_time() - used) / (time.monotonic() - begin)
        if cores > 1.25:
            print(f"ESCAPED: it had {cores:.2f} cores", flush=True)

    def widen(self) -> None:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
        if os.sched_getaffinity(0) == before:
            raise PermissionError("there are no more")
