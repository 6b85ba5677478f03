"""Changes the judge's own record of its call, so that it may think on and seem to be in time."""

import sys
import time
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        begin = time.process_time()  # processor time counts even on a busy machine
        super().go(chessboard)
        calls = []
        frame = sys._getframe(1)
        while frame is not None:
            calls += [
                call for call in frame.f_locals.values() if type(call).__name__ == "TimedCall"
            ]
            frame = frame.f_back  # type: ignore[assignment]
        for call in calls:
            call.seconds += 60
        while time.process_time() < begin + self.time_out + 0.28:
            pass
        # What it found out in the time that it did not have.
        self.candidate_list.append(self.candidate_list[1])
        for call in calls:
            call.seen, call.is_up = [list(self.candidate_list)], True
