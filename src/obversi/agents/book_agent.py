"""An agent that plays the moves of a book, and otherwise those of another agent."""

from obversi import _core
from obversi.agents.agent import BaseAgent, ThinkingAgent, Thought
from obversi.arguments import checked_type
from obversi.board import Board, checked_board
from obversi.engine import book_player
from obversi.errors import InputError
from obversi.limit import Limit
from obversi.rules import Rules


class BookAgent(ThinkingAgent):
    """Plays the moves of a book, and those of another agent if the book has none."""

    def __init__(
        self, agent: BaseAgent, book: str, tolerance: int | None = None, seed: int | None = None
    ) -> None:
        """Choose as `BookPlayer` does with this tolerance; a seed repeats the choices."""
        self._agent = checked_type(agent, BaseAgent, "agent")
        self._book = book_player(book, tolerance, seed)
        self.name = agent.name
        self.threads = agent.threads

    @property
    def seconds(self) -> float | None:
        """The time for a move, if it is limited."""
        return self._agent.seconds_per_move(None)

    def seconds_per_move(self, given: float | None) -> float | None:
        """Return the limit of the other agent."""
        return self._agent.seconds_per_move(given)

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose a move of the book with its value there, or let the other agent think."""
        known = self._book.choose(board) if len(checked_board(board).legal_moves) > 1 else None
        if known is None:
            return self._agent.think(board, limit)
        return Thought(known.move, float(known.value), known.depth, 0)

    def prepare(self, size: int, rules: Rules) -> None:
        """Open the book, which may be for another game, and prepare the other agent."""
        self._book.choose(Board(size, rules))
        self._agent.prepare(size, rules)

    def begin(self) -> None:
        """Start a new game."""
        self._agent.begin()

    def close(self) -> None:
        """Close the other agent."""
        self._agent.close()

    def core_player(self, _size: int, _rules: Rules) -> _core.Player:
        """Reject games inside the core, which cannot read a book."""
        raise InputError("games in bulk are played without a book: `obversi match` plays with it")
