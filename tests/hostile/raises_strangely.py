"""Raises an exception whose text, type and everything else are wrong."""

from typing import Any

from hostile.honest import Honest


class Strange(BaseException):
    def __str__(self) -> str:
        raise Strange

    def __repr__(self) -> str:
        return "x" * (1 << 24)

    def __getattribute__(self, name: str) -> Any:
        raise Strange


Strange.__name__ = "Strange" * 100_000


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        raise Strange
