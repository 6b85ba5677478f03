"""Has candidates that never come to an end."""

import itertools
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list = itertools.cycle(self.candidate_list)
