"""Runs other programs, in every way that Python has."""

import multiprocessing
import os
import subprocess
from typing import Any

from hostile.honest import Honest, attempt


def spawn() -> None:
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


def work() -> None:
    process = multiprocessing.get_context("spawn").Process(target=print)
    process.start()
    process.join(5)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("a program", lambda: subprocess.run(["/bin/true"], check=True, timeout=5))
        attempt("a spawned program", spawn)
        attempt("a worker", work)
        if os.system("true") == 0:
            print("ESCAPED: a shell", flush=True)
        # Would end this agent, and put a program in its place.
        attempt("another program in its place", lambda: os.execv("/bin/echo", ["echo", "ESCAPED"]))
