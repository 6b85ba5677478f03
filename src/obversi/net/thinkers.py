"""Who thinks for the room: the agents and the engine of the server."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from obversi.agents.thought import Thought
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.wire.session import Offer

__all__ = ["Asker", "BusyError", "Offer", "Thinkers"]


class BusyError(ObversiError):
    """There is too much to think about already, for this asker or for all together."""


class Asker(NamedTuple):
    """Who asks: a visitor or a game by its number, and from which address.

    Addresses have equal shares of the time, and so have those who share an address.
    """

    address: str
    number: str


class Thinkers(Protocol):
    """Agents and an engine that think elsewhere while the room goes on.

    Every asker has a fair share of the time. Boards are copied before a call returns. Cancelling a
    future stops what it stands for.
    """

    def offers(self) -> Sequence[Offer]:
        """Return the agents that visitors may play against."""

    def checked(self, description: str) -> str:
        """Return the normal form of an offered agent, or raise an error that says what is."""

    def think(
        self,
        asker: Asker,
        description: str,
        board: Board,
        limit: Limit,
        on_begin: Callable[[], None],
    ) -> "asyncio.Future[Thought]":
        """Have a move chosen; a `BusyError` if there is no room for the question.

        The question may have to wait: `on_begin` is called in the loop when the thinking begins.
        """

    def analyse(
        self,
        asker: Asker,
        board: Board,
        limit: Limit,
        top: Top,
        on_step: Callable[[Analysis], None] | None = None,
    ) -> "asyncio.Future[Analysis]":
        """Begin to analyse; `on_step` is called in the loop, with each step on the way.

        With one, the first step comes soon, however much there is to do.
        """
