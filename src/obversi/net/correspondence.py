"""Requests and their answers over a connection that is made again when it is lost."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Final, Protocol, TypeVar

from obversi.errors import ObversiError
from obversi.net.link import ConnectionLostError, Link, PeerError
from obversi.net.pace import Pace
from obversi.wire import session

__all__ = ["Correspondence", "Listener", "RefusedError"]

_WELCOME_SECONDS: Final = 10.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 3.0

AnyReply = TypeVar("AnyReply", bound=session.Reply)


class RefusedError(ObversiError):
    """The server refused a request; `code` is for programs, the message for people."""

    def __init__(self, error: session.Error) -> None:
        """Keep the code."""
        super().__init__(error.text)
        self.code: session.ErrorCode = error.code


class Listener(Protocol):
    """Whoever wants to know what the server says, and how the connection is."""

    def take(self, reply: session.Reply) -> None:
        """Hear what the server says, be it an answer or not."""

    def interrupted(self, reason: str) -> None:
        """Hear that the connection is lost, and being made again."""

    async def returned(self) -> None:
        """Hear that the connection is there again; the server knows nothing of us."""

    def ended(self, error: ObversiError) -> None:
        """Hear that there will be no connection any more."""


@dataclass(slots=True)
class _Pending:
    """A request that was not answered yet, and the game that it is about."""

    answer: "asyncio.Future[session.Reply]"
    game: str | None


class Correspondence:
    """What one visitor and the server say to each other.

    `welcome` is what the server said of itself.
    """

    welcome: session.Welcome

    def __init__(
        self, host: str, port: int, name: str, patience: float, listener: Listener
    ) -> None:
        """Be called by a name, and try for so many seconds to connect again."""
        self._host, self._port, self._name = host, port, name
        self._patience, self._listener = patience, listener
        self._link: Link | None = None
        self._connected = asyncio.Event()
        self._settled = asyncio.Event()  # connected, and the seats are taken again
        self._failure: ObversiError | None = None
        self._pending: dict[session.Id, _Pending] = {}
        self._ids = count(1)
        self._pace: Pace | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._returning: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect and say hello."""
        self._link = await self._opened()
        self._connected.set()
        self._settled.set()
        self._hearing = asyncio.create_task(self._hear())

    async def close(self) -> None:
        """Hang up."""
        self._give_up(ConnectionLostError("the client has hung up"))
        for task in (self._hearing, self._returning):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def ask(
        self, request: session.Request, *expected: type[AnyReply], game: str | None = None
    ) -> AnyReply:
        """Send a request and return its answer, if it is one of those that are expected.

        A request about a game is answered by whatever changes the game, too: the game as it is when
        a lost connection is there again, for one. Until then none is sent.
        """
        if game is not None:
            await self._settled.wait()
        pending = _Pending(asyncio.get_running_loop().create_future(), game)
        id = next(self._ids)
        self._pending[id] = pending
        try:
            await self._send(request, id, pending)
            answer = await pending.answer
        finally:
            del self._pending[id]
        if not isinstance(answer, expected):
            name = session.name_of(answer)
            raise PeerError(f"the server answers {session.name_of(request)!r} with {name!r}")
        return answer

    async def _send(self, request: session.Request, id: session.Id, pending: _Pending) -> None:
        ready = self._connected if pending.game is None else self._settled
        link = None
        while link is None:
            await ready.wait()
            if self._pace is not None:
                await self._pace.keep()
            if self._failure is not None:
                raise self._failure
            if pending.answer.done():
                return  # the connection was lost before this was sent
            link = self._link if ready.is_set() else None
        with suppress(ConnectionLostError):  # who listens hears of it too, and mends it
            await link.send(request, id)

    # Listening

    async def _hear(self) -> None:
        try:
            while self._link is not None:
                try:
                    self._take(await self._link.receive())
                except ConnectionLostError as error:
                    lost = error
                else:
                    continue
                await self._mend(lost)
        except ObversiError as error:
            self._give_up(error)

    def _take(self, told: session.Told) -> None:
        reply = told.reply
        if isinstance(reply, session.Closing):
            closed = ConnectionLostError(f"the server hangs up: {reply.text}")
            if reply.again:
                raise closed
            self._give_up(closed)
            return
        self._listener.take(reply)
        changed = None
        if isinstance(reply, session.Start | session.State | session.End):
            changed = reply.game
        is_step = (
            isinstance(reply, session.AnalysisReport | session.ReviewReport) and not reply.final
        )
        for id, pending in self._pending.items():
            is_answer = (id == told.id and not is_step) or (
                changed is not None and changed == pending.game
            )
            # An error without an id may be about any of them: nobody is to wait for ever.
            is_answer = is_answer or (told.id is None and isinstance(reply, session.Error))
            if is_answer and not pending.answer.done():
                if isinstance(reply, session.Error):
                    pending.answer.set_exception(RefusedError(reply))
                else:
                    pending.answer.set_result(reply)

    # The connection

    async def _opened(self) -> Link:
        """Connect and say hello."""
        link = await Link.open(self._host, self._port)
        try:
            await link.send(session.Hello(session.VERSION, self._name))
            async with asyncio.timeout(_WELCOME_SECONDS):
                self.welcome = _welcome((await link.receive()).reply)
        except TimeoutError:
            link.close()
            place = f"{self._host} port {self._port}"
            problem = f"{place} does not answer as a game server of Obversi does"
            raise ConnectionLostError(problem) from None
        except BaseException:
            link.close()
            raise
        self._pace = Pace(self.welcome.bounds.rate)
        return link

    async def _mend(self, lost: ConnectionLostError) -> None:
        """Connect again, or give up when that takes too long."""
        assert self._link is not None
        self._link.close()
        self._link = None
        self._connected.clear()
        self._settled.clear()
        self._listener.interrupted(str(lost))
        for pending in self._pending.values():
            if pending.game is None and not pending.answer.done():
                pending.answer.set_exception(lost)
        loop, pause = asyncio.get_running_loop(), _FIRST_PAUSE
        patience_ends = loop.time() + self._patience
        while self._link is None:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            try:
                self._link = await self._opened()
            except (ConnectionLostError, RefusedError) as error:
                if loop.time() + pause > patience_ends:
                    raise ConnectionLostError(str(error)) from error
        self._connected.set()
        self._returning = asyncio.create_task(self._settle(self._link))

    async def _settle(self, link: Link) -> None:
        await self._listener.returned()
        if self._link is link:
            self._settled.set()

    def _give_up(self, error: ObversiError) -> None:
        """Let everybody know that there is no server any more."""
        if self._failure is None:
            self._failure = error
            self._listener.ended(error)
            for pending in self._pending.values():
                if not pending.answer.done():
                    pending.answer.set_exception(error)
        if self._link is not None:
            self._link.close()
            self._link = None
        self._connected.set()  # so that those who would send hear of it
        self._settled.set()


def _welcome(reply: session.Reply) -> session.Welcome:
    match reply:
        case session.Welcome():
            return reply
        case session.Error():
            raise RefusedError(reply)
        case session.Closing(text):
            raise ConnectionLostError(f"the server hangs up: {text}")
    raise PeerError(f"the server answers 'hello' with {session.name_of(reply)!r}")
