"""The agent that searches."""

from obversi import _core
from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.move import Move
from obversi.weights import evaluation

__all__ = ["EngineAgent"]

_DEFAULT_SECONDS = 1.0


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

    def core_player(self, size: int, rules: str) -> _core.Player:
        """Make a player of one of the six games, to be used inside the core."""
        if self.threads > 1:
            raise ObversiError("games in bulk share the cores out: each engine has one thread")
        return _core.EnginePlayer(
            size,
            rules == "reversed",
            evaluation(size, rules),
            self._limit.depth or 0,
            self._limit.nodes or 0,
            self._seconds_in_bulk(),
            self._engine.hash_mb << 20,
        )

    def _seconds_in_bulk(self) -> float:
        if self._limit.is_unlimited:
            return _DEFAULT_SECONDS
        return self._limit.seconds or 0.0
