"""Boards whose clock is in dispute: they are repeated before an agent is blamed."""

from collections.abc import Callable
from typing import Protocol, TypeVar

_MOST_REPEATS = 3


class _Judged(Protocol):
    """A result on a board."""

    @property
    def failure(self) -> str | None:
        """The kind of failure, if there was one."""


_Result = TypeVar("_Result", bound=_Judged)


class Disputes:
    """The disputed boards of one agent.

    A failure that all repeats of a board have confirmed is not disputed again.
    """

    def __init__(self) -> None:
        """Start without a dispute."""
        self.repeats = 0
        self._confirmed: set[str | None] = set()

    def settled(
        self, ask: Callable[[], tuple[_Result, bool]], restart: Callable[[], None]
    ) -> _Result:
        """Return the result of a board.

        `ask` returns a result, and whether the machine may be its cause. `restart` ends the
        agent's process before each repeat.
        """
        result, is_disputed = ask()
        repeats = 0
        while is_disputed and repeats < _MOST_REPEATS and result.failure not in self._confirmed:
            repeats += 1
            restart()
            result, is_disputed = ask()
        if is_disputed and repeats == _MOST_REPEATS:
            self._confirmed.add(result.failure)
        self.repeats += repeats
        return result
