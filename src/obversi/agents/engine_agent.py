"""The agent that searches."""

from obversi.board import Board
from obversi.engine import Engine
from obversi.limit import Limit
from obversi.move import Move

__all__ = ["EngineAgent"]


class EngineAgent:
    """Plays what the engine finds best within its limits."""

    name = "engine"

    def __init__(
        self,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        hash_mb: int = 16,
    ) -> None:
        """Think so long about each move, a second if nothing is limited."""
        self._limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
        self._engine = Engine(threads, hash_mb)

    @property
    def seconds(self) -> float | None:
        """The time for a move, if it is limited."""
        return self._limit.seconds

    @property
    def threads(self) -> int:
        """How many cores it thinks on."""
        return self._engine.threads

    def choose(self, board: Board) -> Move:
        """Choose the best move that was found."""
        return self._engine.play(board, self._limit)
