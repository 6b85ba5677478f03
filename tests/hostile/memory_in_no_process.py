"""Holds memory in files without a name, which no count of a process's pages knows; 2 GB at most."""

import os
from typing import Any

from hostile.honest import Honest, attempt

MEGABYTE = 1 << 20


def hold() -> None:
    """Succeed if a quarter of a gigabyte can be held."""
    file, held = os.memfd_create("held"), 0
    while held < 2048:
        try:
            held += os.write(file, b"x" * MEGABYTE) // MEGABYTE
        except OSError:
            if held < 16:
                raise
            file = os.memfd_create("held")
        if held == 256:
            print("ESCAPED: 256 MB in files without a name", flush=True)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("2 GB in files without a name", hold)
