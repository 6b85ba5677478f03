"""Agents whose thinking happens inside the core."""

import secrets
from abc import ABC, abstractmethod

from obversi import _core
from obversi.agents.thought import Thought
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.numbers import whole_number

__all__ = ["CoreAgent"]

_MOST_SQUARES = 64


class CoreAgent(ABC):
    """Plays what a player inside the core chooses; games between such agents run in bulk too."""

    name: str

    def __init__(self, seed: int | None = None, perfect: int = 0) -> None:
        """Choose alike whenever the seed is the same, and the last `perfect` empties perfectly."""
        chosen = secrets.randbits(63) if seed is None else seed
        self._seed = whole_number(chosen, "the seed", -(1 << 63)) & (1 << 64) - 1
        self._perfect = whole_number(
            perfect, "the number of squares to play perfectly", 0, most=_MOST_SQUARES
        )
        self._players: dict[tuple[int, str], _core.Player] = {}

    def choose(self, board: Board) -> Move:
        """Choose the move of the player inside, or the pass where that is due."""
        return self.think(board).move

    def think(self, board: Board, _limit: Limit | None = None) -> Thought:
        """Choose, and tell how many positions were looked at; its limits are its own."""
        if board.is_over:
            raise ObversiError(f"{self.name} has no move to choose: {board.status()}")
        if board.must_pass:
            return Thought(PASS)
        self.prepare(board.size, board.rules)
        move, nodes = self._players[board.size, board.rules].choose(*board.bits)
        return Thought(Move.from_index(move), nodes=nodes or None)

    def prepare(self, size: int, rules: str) -> None:
        """Make the player of a game; an evaluation that is compiled is compiled now."""
        if (size, rules) not in self._players:
            player = self.core_player(size, rules)
            player.begin(self._seed)
            self._players[size, rules] = player

    def core_player(self, size: int, rules: str) -> _core.Player:
        """Make a player of one of the six games, to be used inside the core."""
        player = self._thinking_player(size, rules)
        return _core.PerfectEndingPlayer(player, self._perfect) if self._perfect else player

    @abstractmethod
    def _thinking_player(self, size: int, rules: str) -> _core.Player:
        """Make the player that chooses until the last squares are played perfectly."""
