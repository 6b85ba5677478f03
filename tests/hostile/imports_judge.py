"""Uses the judge's own modules: its board, its engine, and its store of results."""

import importlib
from typing import Any

from hostile.honest import Honest, attempt


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        attempt("obversi", self.board)
        for name in ("obversi._core", "obversi.agents", "obversi.arena.store"):
            attempt(name, importlib.import_module, name)

    def board(self) -> object:
        # An empty folder may be left of it.
        return importlib.import_module("obversi").Board
