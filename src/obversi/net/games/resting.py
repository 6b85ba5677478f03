"""Games that wait for their only player, for as long as there is room."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Resting"]


@dataclass(slots=True, eq=False)
class _Rest:
    give_up: Callable[[], None]
    resting: "Resting"

    def cancel(self) -> None:
        """Rest no longer."""
        self.resting.discard(self)


class Resting:
    """So many games may rest; where one more comes, that which has rested longest is given up."""

    def __init__(self, most: int) -> None:
        """Begin with none."""
        self._most = most
        self._rests: dict[_Rest, None] = {}

    def __len__(self) -> int:
        """How many rest."""
        return len(self._rests)

    def rest(self, give_up: Callable[[], None]) -> _Rest:
        """Let a game rest until that is cancelled, or until `give_up` is called."""
        rest = _Rest(give_up, self)
        self._rests[rest] = None
        if len(self._rests) > self._most:
            oldest = next(iter(self._rests))
            self.discard(oldest)
            oldest.give_up()
        return rest

    def discard(self, rest: _Rest) -> None:
        """Let a game rest no longer, if it did."""
        self._rests.pop(rest, None)
