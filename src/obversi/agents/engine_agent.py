"""The agent of the engine."""

import sys
import warnings
from dataclasses import replace

from obversi import _core
from obversi.agents.agent import ThinkingAgent, Thought
from obversi.board import Board, checked_board
from obversi.engine import Engine, book_player
from obversi.errors import InputError, ObversiWarning
from obversi.limit import Limit
from obversi.machine import core_count, memory_bytes
from obversi.move import Move
from obversi.rules import Rules
from obversi.size import LONGEST_GAME

_DEFAULT_SECONDS = 1.0

_MOST_NODES = 1 << 62

# The share of the machine's memory for games in bulk.
_SHARE_OF_MEMORY = 0.5


class EngineBasedAgent(ThinkingAgent):
    """An agent that searches by the engine."""

    _engine: Engine

    @property
    def threads(self) -> int:  # type: ignore[override]
        """How many cores it uses."""
        return self._engine.threads

    def prepare(self, size: int, rules: Rules) -> None:
        """Load the data of a game, which can take longer than a move may."""
        self._engine.evaluate(Board(size, rules))

    def stop(self) -> None:
        """End the running search with its result so far; any thread may call this."""
        self._engine.stop()


class EngineAgent(EngineBasedAgent):
    """Plays the move that the engine finds best within its limits."""

    name = "engine"

    def __init__(
        self,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        hash_mb: int = 16,
        weights: str | None = None,
        book: str | None = None,
        tolerance: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Set the limits of a move; the default is one second.

        With a `book` its moves are played: those that did well in its games, or with a `tolerance`
        all that are at most so many discs worse than the best. A `seed` repeats the choices.
        """
        self._limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
        self._has_book = book is not None
        player = None if book is None else book_player(book, tolerance, seed)
        self._engine = Engine(threads, hash_mb, weights, player)

    @property
    def seconds(self) -> float | None:
        """The time for a move, if it is limited."""
        return self._limit.seconds

    def seconds_per_move(self, _given: float | None) -> float | None:
        """Return its own limit; that of a match was set when the agent was made."""
        return self.seconds

    def choose(self, board: Board) -> Move:
        """Choose the best move that was found."""
        return self._engine.play(board, self._limit)

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose the best move that was found, within its own limits and the time on a clock."""
        if len(checked_board(board).legal_moves) == 1:
            return Thought(board.legal_moves[0])
        if (known := self._engine.book_move(board)) is not None:
            return Thought(known.move, float(known.value), known.depth, 0)
        found = self._engine.analyse(board, self._within(limit))
        return Thought(found.move, float(found.margin), found.depth, found.nodes)

    def _within(self, limit: Limit) -> Limit:
        if self._limit.is_unlimited:
            return limit
        return replace(self._limit, clock=limit.clock, increment=limit.increment)

    def core_player(self, size: int, rules: Rules) -> _core.Player:
        """Make a player of one of the six games, to be used inside the core."""
        if self.threads > 1:
            raise InputError("games in bulk share the cores out: each engine has one thread")
        if self._has_book:
            raise InputError("games in bulk are played without a book")
        return _core.EnginePlayer(
            size,
            rules == "reversed",
            self._engine.evaluation(size, rules),
            min(self._limit.depth or 0, LONGEST_GAME),
            min(self._limit.nodes or 0, _MOST_NODES),
            self._seconds_in_bulk(),
            self._bytes_in_bulk(),
        )

    def _bytes_in_bulk(self) -> int:
        """Return its memory, or its share if two such engines on every core need too much."""
        wanted = self._engine.hash_mb << 20
        share = int((memory_bytes() or sys.maxsize) * _SHARE_OF_MEMORY) // (2 * core_count())
        if wanted > share:
            warnings.warn(
                f"engines in bulk have {max(share >> 20, 1)} MB each: {wanted >> 20} are too many",
                ObversiWarning,
                stacklevel=2,
            )
        return min(wanted, max(share, 1 << 20))

    def _seconds_in_bulk(self) -> float:
        if self._limit.is_unlimited:
            return _DEFAULT_SECONDS
        return self._limit.seconds or 0.0
