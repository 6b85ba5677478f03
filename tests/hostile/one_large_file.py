"""Makes one file that says it is a terabyte, without holding any of it."""

from pathlib import Path
from typing import Any

from hostile.honest import Honest, attempt


def pretend() -> None:
    with Path("large").open("wb") as file:
        file.truncate(1 << 40)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("a terabyte", pretend)
