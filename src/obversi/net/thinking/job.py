"""Something to think about: asked for in the event loop, done in another thread."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, Protocol

from obversi.agents.agent import Agent
from obversi.engine import Engine
from obversi.net.thinkers import Asker

__all__ = ["PAUSED", "Job", "Kind", "Tools"]

#: What work returns that was interrupted and is to go on later.
PAUSED: Final = object()


class Tools(Protocol):
    """What a job is done with: what the thread that does it keeps for all of them."""

    engine: Engine

    def agent(self, description: str) -> Agent:
        """Return the agent of a description."""


class Kind(Enum):
    """What is asked for, and how long it takes: a quick move or a look some milliseconds."""

    QUICK = auto()
    LOOK = auto()
    MOVE = auto()
    ANALYSIS = auto()


def _not_begun() -> None:
    """Stop what has not begun: it has to be said again."""


@dataclass(slots=True, eq=False)
class Job:
    """What is to be done for whom, and where the result goes.

    Once it is `given_up` nobody wants the result. `stop` is how to end it soon, or None if it
    cannot be; it may be called from any thread. If it is `interrupted` before that, work that can
    go on later pauses; `turns` counts how often it was begun and gone on with.
    """

    asker: Asker
    kind: Kind
    work: Callable[["Job", Tools], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    given_up: bool = False
    interrupted: bool = False
    turns: int = 0
    stop: Callable[[], None] | None = _not_begun

    def do(self, tools: Tools) -> bool:
        """Do it, in a thread, and have the result told in the event loop; False if it pauses."""
        try:
            result = self.work(self, tools)
        except BaseException as error:
            self.tell(self._fail, error)
        else:
            if result is PAUSED:
                return False
            self.tell(self._succeed, result)
        return True

    def tell(self, listener: Callable[[Any], None], news: object) -> None:
        """Have a listener called in the event loop, unless nobody wants to hear it any more."""

        def heard() -> None:
            if not self.future.done():
                listener(news)

        with suppress(RuntimeError):  # the loop has ended, and all who listened
            self.loop.call_soon_threadsafe(heard)

    def _succeed(self, result: Any) -> None:
        self.future.set_result(result)

    def _fail(self, error: BaseException) -> None:
        self.future.set_exception(error)
