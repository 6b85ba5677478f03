"""The room where visitors meet: it hears what they ask for, and answers."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from typing import Final

from obversi.errors import ObversiError
from obversi.net.bounds import Bounds
from obversi.net.games.desk import Desk
from obversi.net.games.guest import Guest
from obversi.net.games.refusal import RefusedError
from obversi.net.games.resting import Resting
from obversi.net.games.room import Later, Room, loop_later
from obversi.net.store import Store
from obversi.net.thinkers import BusyError, Thinkers
from obversi.net.visitor import Visitor
from obversi.wire import session
from obversi.wire.session import Asked, ErrorCode

__all__ = ["Lobby"]

_LOG: Final = logging.getLogger("obversi.net")

_NOT_STORED: Final = "the server cannot store or read this game now: try again"


class Lobby:
    """All games of a server, and the visitors who play and watch them.

    There is one event loop, in which everything is called; nothing here waits.
    """

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        bounds: Bounds,
        *,
        now: Callable[[], float] = time.monotonic,
        heard: Callable[[], float] | None = None,
        later: Later = loop_later,
        chance: random.Random | None = None,
    ) -> None:
        """Begin without visitors; chance gives colours to those who do not mind."""
        resting = Resting(bounds.resting_games)
        self._room = Room(store, thinkers, bounds, resting, now, heard or now, later)
        self._guests: dict[str, Guest] = {}
        self._desk = Desk(self._room, self._guests, chance or random.SystemRandom())
        self._closing = ""

    @property
    def visitors(self) -> int:
        """How many are in the room."""
        return len(self._guests)

    @property
    def games(self) -> int:
        """How many games wait or are played."""
        return len(self._desk.tables)

    def arrive(self, visitor: Visitor) -> None:
        """Let a visitor in, who has to say hello first."""
        self._guests[visitor.number] = Guest(visitor, self._room)

    def depart(self, visitor: Visitor) -> None:
        """Hear that a visitor is gone; to say so twice does no harm."""
        guest = self._guests.pop(visitor.number, None)
        if guest is None or self._closing:
            return
        guest.analyses.cancel()
        for table in list(guest.tables.values()):
            table.depart(visitor)
        self._desk.rematches.depart(visitor)

    def is_engaged(self, visitor: Visitor) -> bool:
        """Whether a visitor plays, watches or waits, and is not to be called idle."""
        guest = self._guests.get(visitor.number)
        return guest is not None and guest.is_engaged

    def has_clock(self, visitor: Visitor) -> bool:
        """Whether a visitor plays with a clock, and may be silent as long as that runs."""
        guest = self._guests.get(visitor.number)
        return guest is not None and guest.has_clock

    def forget_old_games(self) -> None:
        """Keep the file from growing for ever; what is left to forget is for the next time."""
        keep = self._room.bounds.kept_games
        try:
            forgotten = self._room.store.forget_oldest(keep)
        except ObversiError as error:
            _LOG.warning("old games cannot be removed: %s", error)
            return
        if forgotten:
            _LOG.info("%d old games are removed: the last %d are kept", forgotten, keep)

    def hear(self, visitor: Visitor, asked: Asked) -> None:
        """Do what a visitor asks for, or answer with an error that says why not."""
        guest = self._guests.get(visitor.number)
        if guest is None:
            return  # gone already
        try:
            self._refuse_strangers(guest, asked)
            self._desk.do(guest, asked.request, asked.id)
        except RefusedError as error:
            code, text = error.code, str(error)
        except BusyError as error:
            code, text = ErrorCode.BUSY, str(error)
        except ObversiError as error:
            # What is meant for visitors is a refusal: this is about the file, and for its owner.
            _LOG.warning("%s: %s", visitor.number, error)
            code, text = ErrorCode.REFUSED, _NOT_STORED
        else:
            return
        about = session.name_of(asked.request)
        visitor.send(session.Error(code, session.plain(text), about), asked.id)

    def restore(self) -> int:
        """Go on with the games of the store that are not over, and return how many there are."""
        tables, problems = self._desk.tables.restore()
        for problem in problems:
            _LOG.warning("%s", problem)
        for table in tables:
            table.resume()
        return len(tables)

    async def close(self, text: str) -> None:
        """Stop thinking and tell everybody why; games stay as they are in the store."""
        self._closing = text or "the server goes down"
        for table in self._desk.tables:
            table.close()
        for guest in list(self._guests.values()):
            guest.analyses.cancel()
            guest.visitor.close(self._closing, again=True)
        await asyncio.sleep(0)  # for those who think to hear that it is over

    def _refuse_strangers(self, guest: Guest, asked: Asked) -> None:
        if self._closing:
            raise RefusedError(ErrorCode.CLOSING, self._closing)
        if isinstance(asked.request, session.Hello) == guest.greeted:
            why = "you have said hello already" if guest.greeted else "say hello first"
            raise RefusedError(ErrorCode.HELLO, why)
