"""Holds too much before its first move."""

from hostile.honest import Honest


class AI(Honest):
    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        super().__init__(chessboard_size, color, time_out)
        self.held = [b"x" * (1 << 20) for _ in range(1024)]
