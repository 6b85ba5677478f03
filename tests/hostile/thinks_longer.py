"""Changes the judge's own record of its turn, so that it may think on and seem to be in time."""

import sys
import time
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        begin = time.monotonic()
        super().go(chessboard)
        turns = []
        frame = sys._getframe(1)
        while frame is not None:
            turns += [turn for turn in frame.f_locals.values() if type(turn).__name__ == "Turn"]
            frame = frame.f_back  # type: ignore[assignment]
        for turn in turns:
            turn.seconds += 60
        while time.monotonic() < begin + self.time_out + 0.28:
            pass
        # What it found out in the time that it did not have.
        self.candidate_list.append(self.candidate_list[1])
        for turn in turns:
            turn.seen, turn.is_up = [list(self.candidate_list)], True
