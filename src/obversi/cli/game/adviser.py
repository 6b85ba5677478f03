"""Someone to ask at the board: what moves are worth, who is ahead, what was played badly."""

from typing import Self

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.cli.progress import progress
from obversi.engine import Engine, Top
from obversi.formats import GameRecord
from obversi.limit import Limit
from obversi.review import Review, review

__all__ = ["Adviser"]

_HASH_MB = 16

# A review looks at every position of a game, so that each gets only a part of a hint's time.
_SHARE_FOR_REVIEW = 0.2


class Adviser:
    """An engine that is made when it is asked for the first time."""

    def __init__(self, seconds: float) -> None:
        """Think so long about a question."""
        self._limit = Limit(seconds=seconds)
        self._limit_of_review = Limit(seconds=seconds * _SHARE_FOR_REVIEW)
        self._engine: Engine | None = None

    def analyse(self, board: Board, top: Top = 1) -> Analysis:
        """Return the best moves of a position."""
        with progress("thinking"):
            return self._made().analyse(board, self._limit, top)

    def review(self, record: GameRecord) -> Review:
        """Look for mistakes in a game."""
        engine = self._made()
        with progress("reviewing", len(record.moves) + 1) as step:

            def analyse(board: Board) -> Analysis:
                found = engine.analyse(board, self._limit_of_review)
                step()
                return found

            return review(record, analyse)

    def close(self) -> None:
        """Give the engine's memory back."""
        if self._engine is not None:
            self._engine.close()

    def __enter__(self) -> Self:
        """Be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the engine."""
        self.close()

    def _made(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(hash_mb=_HASH_MB)
        return self._engine
