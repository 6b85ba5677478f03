"""The texts of the steps of minimax, alpha-beta and maximax.

Values are for the player who moves at the root, here called MAX, as in the textbooks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from obversi.analysis import count_text
from obversi.board import Board
from obversi.heuristics.explain import number_text
from obversi.move import Move
from obversi.textbook.tracing.trace import (
    Counts,
    SearchName,
    move_names,
    player_name,
)

_WIN_POINTS = 1_000_000  # for each disc of the margin of a finished game


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one trace: its player, its search, and the value of a finished game."""

    root: Board
    search: SearchName
    has_margins: bool  # whether finished games are worth points for their margin

    @property
    def max_player(self) -> str:
        """The player who moves at the root."""
        return player_name(self.root)

    @property
    def min_player(self) -> str:
        """The opponent."""
        return "White" if self.max_player == "Black" else "Black"

    def value(self, value: float, bound: str = "") -> str:
        """Write a value, with ≥ or ≤ before it if it is a bound."""
        text = self._number(value)
        return f"{bound} {text}" if bound else text

    def _number(self, value: float) -> str:
        if value in (inf, -inf):
            return "+∞" if value > 0 else "−∞"
        margin = value / _WIN_POINTS
        if self.has_margins and margin == int(margin) and margin != 0:
            return f"{'win' if margin > 0 else 'loss'} by {abs(int(margin))}"
        text = number_text(abs(value), 4)
        return text if text == "0" else f"{'+' if value > 0 else '−'}{text}"

    def window(self, alpha: float, beta: float) -> str:
        """Write the window of a node."""
        if self.search == "minimax":
            return ""
        if self.search == "maximax":
            return f"{self.max_player} {self.value(alpha)}, {self.min_player} {self.value(-beta)}"
        return f"α {self.value(alpha)}, β {self.value(beta)}"

    # Steps

    def begin(self, depth: int) -> str:
        """Describe the first step."""
        text = f"{self.max_player} is to move and searches to depth {depth}."
        if self.search == "maximax":
            return f"{text} Neither player is sure of anything yet."
        return text if self.search == "minimax" else f"{text} The window is α −∞, β +∞."

    def opened(self, board: Board, move: Move, alpha: float, beta: float) -> str:
        """Describe a node that is searched further."""
        text = f"{self._played(board, move)} {player_name(board)} is to move."
        if self.search == "minimax":
            return text
        if self.search == "maximax":
            return f"{text} Sure elsewhere: {self.window(alpha, beta)}."
        return f"{text} The window is {self.window(alpha, beta)}."

    def leaf(self, board: Board, move: Move, value: float, *, is_searched: bool) -> str:
        """Describe a node that is not searched further."""
        text, worth = self._played(board, move), f"{self.value(value)} for {self.max_player}"
        if board.is_over:
            return f"{text} The game is over: {board.status()}. That is {worth}."
        why = "The depth is reached:" if is_searched else "The last ply is only evaluated:"
        return f"{text} {why} {worth}."

    def _played(self, board: Board, move: Move) -> str:
        mover = self.min_player if player_name(board) == self.max_player else self.max_player
        return f"{mover} must pass." if move.is_pass else f"{mover} plays {move}."

    def returned(
        self,
        move: Move,
        value: float,
        bound: str,
        best: float,
        *,
        is_max: bool,
        is_better: bool,
        narrows: bool,
    ) -> str:
        """Describe a child whose value is known: how it compares, and what it changes."""
        mover = self.max_player if is_max else self.min_player
        words = {"≥": "at least ", "≤": "at most ", "": ""}[bound]
        text = f"{'The pass' if move.is_pass else move} is worth {words}{self.value(value)}:"
        if not is_better:
            return f"{text} no better for {mover} than {self.value(best)}."
        text = f"{text} the best for {mover} so far."
        if not narrows or self.search == "minimax":
            return text
        if self.search == "maximax":
            return f"{text} {mover} is now sure of {self.value(value if is_max else -value)}."
        return f"{text} {'α' if is_max else 'β'} is now {self.value(value)}."

    def reason(self, value: float, bound: float, *, is_max: bool) -> str:
        """Write the condition of a cut-off."""
        if self.search == "maximax":
            other = self.min_player if is_max else self.max_player
            sign = -1 if is_max else 1
            return f"{other}: {self.value(sign * value)} ≤ {self.value(sign * bound)}"
        comparison, letter = ("≥", "β") if is_max else ("≤", "α")
        return f"{self.value(value)} {comparison} {letter} {self.value(bound)}"

    def cut(
        self, value: float, bound: float, moves: Sequence[Move], nodes: int, *, is_max: bool
    ) -> str:
        """Describe a cut-off and its reason."""
        mover, other = (
            (self.max_player, self.min_player) if is_max else (self.min_player, self.max_player)
        )
        reason = self.reason(value, bound, is_max=is_max)
        if self.search == "maximax":
            sign = -1 if is_max else 1
            why = (
                f"Cut-off ({reason}): {other} gets at most {self.value(sign * value)} here, and is "
                f"sure of {self.value(sign * bound)} by another move."
            )
        elif is_max:
            why = (
                f"Cut-off ({reason}): {mover} gets at least {self.value(value)} here, and {other} "
                f"can keep {mover} to {self.value(bound)} by another move."
            )
        else:
            why = (
                f"Cut-off ({reason}): {mover} can keep {other} to {self.value(value)} here, and "
                f"{other} has {self.value(bound)} by another move."
            )
        rest = f"{'move is' if len(moves) == 1 else 'moves are'} left out: {move_names(moves)}"
        return (
            f"{why} So {other} has no reason to come here, and {len(moves)} other {rest}. Plain "
            f"minimax searches {count_text(nodes, 'node')} there."
        )

    def end(self, move: Move, value: float, own: Counts, plain: Counts) -> str:
        """Describe the last step."""
        text = (
            f"{self.max_player} plays {move}, value {self.value(value)}. The search has counted "
            f"{count_text(own.nodes, 'node')} and {count_text(own.evaluations, 'evaluation')}"
        )
        if self.search == "minimax":
            return f"{text}."
        return (
            f"{text}; plain minimax counts {count_text(plain.nodes, 'node')} and "
            f"{count_text(plain.evaluations, 'evaluation')}."
        )
