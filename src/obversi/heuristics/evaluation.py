"""What a position is worth at a glance: what every evaluation can do."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Literal, get_args

from obversi import _core
from obversi.board import Board, checked_board
from obversi.errors import InputError
from obversi.move import Move
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size

__all__ = ["Evaluation", "Finished", "Term", "checked_finished"]


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a value: a feature of the position, seen by the mover, times its weight.

    >>> Term("corners", weight=25.0, value=-2.0).points
    -50.0
    """

    name: str
    weight: float
    value: float

    @property
    def points(self) -> float:
        """What this part adds to the value; nothing is never minus zero."""
        return self.weight * self.value + 0.0


class Evaluation(ABC):
    """Judges positions without looking ahead; larger is better for the player to move.

    ``name`` is what to call it by.
    """

    name: str

    @abstractmethod
    def _make_core(self, size: int, rules: Rules) -> _core.Heuristic:
        """Make what the searches of the core ask, for boards of a size and rules."""

    def core(self, size: int, rules: Rules) -> _core.Heuristic:
        """Return what the searches of the core ask; it is made once for each size and rules."""
        # Written past the guard of frozen subclasses: what was made already changes no value.
        made: dict[tuple[int, str], _core.Heuristic] = self.__dict__.setdefault("_cores", {})
        game = checked_size(size), checked_rules(rules)
        if game not in made:
            made[game] = self._make_core(*game)
        return made[game]

    def __call__(self, board: Board) -> float:
        """Return what a position is worth to the mover."""
        core = self.core(checked_board(board).size, board.rules)
        return core.finished_value(*board.bits) if board.is_over else core.value(*board.bits)

    def terms(self, board: Board) -> list[Term]:
        """Return the parts that a value is the sum of; one, unless the evaluation has more."""
        return [Term(self.name, 1.0, self(board))]

    def by_move(self, board: Board) -> dict[Move, float]:
        """Return what each move is worth to the mover, judged right after it."""
        after = board.copy(stack=False)
        values = {}
        for move in board.legal_moves:
            after.push(move)
            values[move] = 0.0 - self(after)  # which is never minus zero
            after.pop()
        return values

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the settings; another process makes its own core."""
        return {name: value for name, value in self.__dict__.items() if name != "_cores"}


# Points for the margin, more than any guess; 1, 0 or -1; or what the evaluation says of the
# position as of any other.
Finished = Literal["margin", "result", "evaluated"]


def checked_finished(finished: Finished) -> Finished:
    """Return the name if it says what a finished game is worth."""
    if finished not in get_args(Finished):
        raise InputError(
            f"a finished game cannot be {finished!r}: expected margin, result or evaluated"
        )
    return finished
