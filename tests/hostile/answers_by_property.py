"""Counts on being asked for its candidates, and then never answers."""

from typing import Any

from hostile.honest import ENDLESS, Honest


class AI(Honest):
    has_moved = False

    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.has_moved = True

    def __getattribute__(self, name: str) -> Any:
        if name == "candidate_list" and object.__getattribute__(self, "has_moved"):
            for _ in ENDLESS:
                pass
        return object.__getattribute__(self, name)
