"""Writes files where their names are too long to be said in one piece; 64 MB in all."""

import os
import time
from pathlib import Path
from typing import Any

from hostile.honest import Honest

MEGABYTE = 1 << 20
LONG = "x" * 250


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for _ in range(20):
            Path(LONG).mkdir()
            os.chdir(LONG)
        for number in range(64):
            with Path(f"filler{number}").open("wb") as file:
                file.write(b"x" * MEGABYTE)
        time.sleep(60)
