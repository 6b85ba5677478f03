"""Changes the built-in functions that its caller uses."""

import builtins
from typing import Any

from hostile.honest import Honest


def lie(*_: object, **__: object) -> int:
    return 7


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for name in ("len", "int", "isinstance", "range", "repr", "list", "tuple", "iter", "type"):
            setattr(builtins, name, lie)
