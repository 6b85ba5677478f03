"""Changes whatever calls it: every function of every module that is not Python's own."""

import sys
from typing import Any

from hostile.honest import Honest


def nothing(*_: object, **__: object) -> None:
    return None


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        frame = sys._getframe(1)
        while frame is not None:
            for name, value in list(frame.f_globals.items()):
                if callable(value) and not name.startswith("__"):
                    frame.f_globals[name] = nothing
            frame = frame.f_back  # type: ignore[assignment]
