"""Writes to every file that it did not open, whatever the judge may read there."""

import os
from contextlib import suppress
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for descriptor in range(256):
            if descriptor not in (1, 2):
                with suppress(OSError):
                    os.set_blocking(descriptor, False)
                    os.write(descriptor, b"\xff" * 64 + b'{"candidates": [[0, 0]]}\n')
