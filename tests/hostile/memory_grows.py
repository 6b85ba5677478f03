"""Takes memory bit by bit, up to 4 GB, and plays on whatever is said to that."""

from typing import Any

from hostile.honest import Honest

MEGABYTE = 1 << 20


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.held: list[bytes] = []
        for _ in range(1024):
            try:
                self.held.append(b"x" * (4 * MEGABYTE))
            except MemoryError:
                break
        while True:
            pass
