"""Writes large files wherever it can; 4 GB at most."""

import os
import sys
from pathlib import Path
from typing import Any

from hostile.honest import Honest

MEGABYTE = 1 << 20
PLACES = (".", "/tmp", "/", "/dev", "/dev/shm", "/run", "/var/tmp", "/proc", "/home", sys.prefix)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        written = 0
        for place in (*PLACES, os.environ.get("HOME", "."), os.environ.get("TMPDIR", ".")):
            for number in range(4096 // len(PLACES)):
                try:
                    with Path(place, f"filler{number}").open("wb") as file:
                        written += file.write(b"x" * MEGABYTE)
                except OSError:
                    if not number:
                        break
            if written >= 256 * MEGABYTE:
                print("ESCAPED:", written // MEGABYTE, "MB of files, last in", place, flush=True)
