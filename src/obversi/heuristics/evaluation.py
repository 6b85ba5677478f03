"""The base class of all evaluations, which judge positions without a search."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Literal, get_args

from obversi import _core
from obversi.board import Board, checked_board
from obversi.errors import InputError
from obversi.move import Move
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size


@dataclass(frozen=True, slots=True)
class WeightedFeature:
    """A part of a value: a feature of the position, seen by the mover, times its weight.

    >>> WeightedFeature("corners", weight=25.0, value=-2.0).points
    -50.0
    """

    name: str
    weight: float
    value: float

    @property
    def points(self) -> float:
        """The contribution to the value; it is never minus zero."""
        return self.weight * self.value + 0.0


class Evaluation(ABC):
    """Judges positions without looking ahead; larger is better for the player to move.

    ``name`` is its name.
    """

    name: str

    @abstractmethod
    def _make_core(self, size: int, rules: Rules) -> _core.Heuristic:
        """Make the evaluation for searches of the core, for boards of a size and rules."""

    def core(self, size: int, rules: Rules) -> _core.Heuristic:
        """Return the evaluation for searches of the core, made once for each size and rules."""
        # This bypasses the guard of frozen subclasses: a cache does not change the evaluation.
        made: dict[tuple[int, str], _core.Heuristic] = self.__dict__.setdefault("_cores", {})
        game = checked_size(size), checked_rules(rules)
        if game not in made:
            made[game] = self._make_core(*game)
        return made[game]

    def __call__(self, board: Board) -> float:
        """Return the value of a position for the mover."""
        core = self.core(checked_board(board).size, board.rules)
        return core.finished_value(*board.bits) if board.is_over else core.value(*board.bits)

    def weighted_features(self, board: Board) -> list[WeightedFeature]:
        """Return the parts whose sum is the value; by default there is only one."""
        return [WeightedFeature(self.name, 1.0, self(board))]

    def by_move(self, board: Board) -> dict[Move, float]:
        """Return the value of each move for the mover, by the position right after it."""
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


# The value of a finished game: points for the margin, more than any estimate; 1, 0 or -1; or the
# evaluation of the position like any other.
Finished = Literal["margin", "result", "evaluated"]


def checked_finished(finished: Finished) -> Finished:
    """Return the name if it is one of the values for finished games."""
    if finished not in get_args(Finished):
        raise InputError(
            f"a finished game cannot be {finished!r}: expected margin, result or evaluated"
        )
    return finished
