"""Is never made."""

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        super().__init__(chessboard_size, color, time_out)
        for _ in ENDLESS:
            pass
