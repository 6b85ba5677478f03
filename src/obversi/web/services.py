"""What the endpoints need, beside what they are asked."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Final, ParamSpec, TypeVar

from fastapi import Depends, Request

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.limit import Limit
from obversi.net.home import home_of
from obversi.net.thinkers import Asker, Thinkers
from obversi.web.apart import Apart
from obversi.web.settings import AppSettings

__all__ = ["Services", "ServicesHere", "address_of"]

_MOST_APART: Final = 2

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Services:
    """Who thinks, the settings of the app, and from which address it is asked."""

    thinkers: Thinkers
    settings: AppSettings
    address: str = ""
    _long: Apart = field(default_factory=lambda: Apart(_MOST_APART))
    _short: Apart = field(default_factory=lambda: Apart(_MOST_APART))

    async def apart(
        self, do: Callable[Arguments, Result], *args: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """Do what takes a while in a thread, so that everybody else is heard meanwhile."""
        return await self._long.do(self.address, partial(do, *args, **named))

    async def shortly(
        self, do: Callable[Arguments, Result], *args: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """Do what takes some milliseconds in a thread, where it waits for nothing longer."""
        return await self._short.do(self.address, partial(do, *args, **named))

    async def solved(self, board: Board, *, top: Top = "all", seconds: float) -> Analysis:
        """Search until the end of the game is proven, or so many seconds have gone by."""
        limit = Limit(seconds=min(seconds, self.settings.bounds.analysis_seconds))
        return await self.searched(board, limit, top)

    async def searched(self, board: Board, limit: Limit, top: Top = 1) -> Analysis:
        """Search a position.

        Addresses share the thinkers fairly with each other and with those who play; a `BusyError`
        if there is no room for the question.
        """
        return await self.thinkers.analyse(Asker(self.address, "http"), board, limit, top)


def address_of(request: Request) -> str:
    """Return the address that a request is counted by."""
    return home_of(request.client.host) if request.client is not None else "unknown"


async def _services_here(request: Request) -> Services:
    services: Services = request.app.state.services
    return replace(services, address=address_of(request))


#: The services as an endpoint takes them: ``async def endpoint(services: ServicesHere)``.
ServicesHere = Annotated[Services, Depends(_services_here)]
