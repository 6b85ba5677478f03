"""Catches the time-out once, and then has another answer than it had in time."""

import time
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        try:
            time.sleep(60)
        except BaseException:
            # All that is legal still, but another move.
            self.candidate_list += self.candidate_list[-2:-1]
