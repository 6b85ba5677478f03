"""The connection of a client: requests and replies as lines, reconnecting when it is lost."""

import asyncio
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Protocol, TypeVar

from obversi.errors import FormatError, MachineError, ObversiError
from obversi.net.limits import TokenBucket
from obversi.wire import session

_NUMBER = re.compile(r"\[Errno (\d+)\]")


def plain_reason(error: Exception) -> str:
    """Return the reason of an error, without the addresses that asyncio adds.

    If a name has several addresses, asyncio joins their errors in one text.

    >>> from errno import ECONNREFUSED as number
    >>> plain_reason(OSError(number, "Connect call failed ('127.0.0.1', 1)"))
    'Connection refused'
    >>> plain_reason(OSError(f"Multiple exceptions: [Errno {number}] a, [Errno {number}] b"))
    'Connection refused'
    """
    number = getattr(error, "errno", None)
    if number is not None and number > 0:  # unknown names have numbers below
        return os.strerror(number)
    reasons = dict.fromkeys(os.strerror(int(each)) for each in _NUMBER.findall(str(error)))
    return ", ".join(reasons) or getattr(error, "strerror", None) or str(error)


_CONNECT_SECONDS = 10.0

# After this time without a message the client sends a ping, and waits as long for the reply.
_SILENT_SECONDS = 20.0

_LONGEST_LINE = 1 << 17


class ConnectionLostError(MachineError):
    """There is no connection, or it was lost."""


class ProtocolError(FormatError):
    """The other end does not follow the protocol."""


async def open_streams(
    host: str, port: int, limit: int = _LONGEST_LINE
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect, or raise an error with a plain reason."""
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            return await asyncio.open_connection(host, port, limit=limit)
    except TimeoutError:
        reason = f"no answer within {_CONNECT_SECONDS:g} s"
    except OSError as error:
        reason = plain_reason(error)
    except UnicodeError:
        reason = "this is not the name of a computer"
    raise ConnectionLostError(f"no connection to {host} port {port}: {reason}")


class Link:
    """One connection; its errors are `ConnectionLostError` and `ProtocolError`."""

    def __init__(
        self, place: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Use these streams to a server at a place."""
        self._place = place
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, host: str, port: int) -> "Link":
        """Connect to a server."""
        return cls(f"{host} port {port}", *await open_streams(host, port))

    async def send(self, request: session.Request, id: session.Id | None = None) -> None:
        """Send a request."""
        try:
            self._writer.write(session.write(request, id).encode() + b"\n")
            await self._writer.drain()
        except OSError as error:
            raise self._lost(error) from error

    async def receive(self) -> session.ReplyEnvelope:
        """Wait for the next reply."""
        line = await self._line()
        try:
            return session.parse_reply(line)
        except FormatError as error:
            raise ProtocolError(
                f"{self._place} is not a game server of Obversi: {error}"
            ) from error

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def _line(self) -> bytes:
        reading = asyncio.ensure_future(self._reader.readline())
        try:
            done, _ = await asyncio.wait({reading}, timeout=_SILENT_SECONDS)
            if not done:
                await self.send(session.Ping(0))
                done, _ = await asyncio.wait({reading}, timeout=_SILENT_SECONDS)
            if not done:
                raise ConnectionLostError(f"{self._place} does not answer")
            line = reading.result()
        except OSError as error:
            raise self._lost(error) from error
        except ValueError as error:  # a stream raises it for a line that is too long
            raise ProtocolError(
                f"{self._place} sends lines of more than {_LONGEST_LINE} bytes"
            ) from error
        finally:
            reading.cancel()
        if not line.endswith(b"\n"):
            raise ConnectionLostError(f"{self._place} has closed the connection")
        return line

    def _lost(self, error: OSError) -> ConnectionLostError:
        return ConnectionLostError(f"{self._place}: {plain_reason(error)}")


class SendLimiter:
    """Delays messages beyond the rate that a server allows."""

    def __init__(self, per_second: float) -> None:
        """Start with the connection."""
        self._per_second = per_second
        now = asyncio.get_running_loop().time()
        self._rate = TokenBucket(per_second, max(1, int(per_second)), now)

    async def keep(self) -> None:
        """Wait until the next message may be sent."""
        loop = asyncio.get_running_loop()
        while not self._rate.take(loop.time()):
            await asyncio.sleep(1 / self._per_second)


_WELCOME_SECONDS = 10.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 3.0

AnyReply = TypeVar("AnyReply", bound=session.Reply)


class RejectedError(ObversiError):
    """The server has rejected a request; `code` is for programs, the message for people."""

    def __init__(self, error: session.Error) -> None:
        """Store the code."""
        super().__init__(error.text)
        self.code: session.ErrorCode = error.code


class LinkListener(Protocol):
    """Receives replies and the state of the connection."""

    def take(self, reply: session.Reply) -> None:
        """Handle a message, whether it is a reply or an event."""

    def interrupted(self, reason: str) -> None:
        """Handle the loss of the connection, which is being made again."""

    async def returned(self) -> None:
        """Handle the new connection, on which the server does not know us yet."""

    def ended(self, error: ObversiError) -> None:
        """Handle the final loss of the connection."""


@dataclass(slots=True)
class _Pending:
    """A request without a reply yet, its game, and the types of its reply."""

    answer: "asyncio.Future[session.Reply]"
    game: str | None
    expected: tuple[type[object], ...]


class ReconnectingLink:
    """The messages between one client and the server, over one connection after another.

    `welcome` is the server's reply to hello.
    """

    welcome: session.Welcome

    def __init__(
        self, host: str, port: int, name: str, reconnect_seconds: float, listener: LinkListener
    ) -> None:
        """Use a name, and try to reconnect for `reconnect_seconds`."""
        self._host, self._port, self._name = host, port, name
        self._reconnect_seconds, self._listener = reconnect_seconds, listener
        self._link: Link | None = None
        self._connected = asyncio.Event()
        self._settled = asyncio.Event()  # connected, and the games are rejoined
        self._failure: ObversiError | None = None
        self._pending: dict[session.Id, _Pending] = {}
        self._ids = count(1)
        self._pace: SendLimiter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._returning: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect and send hello."""
        self._link = await self._opened()
        self._connected.set()
        self._settled.set()
        self._reading = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Close the connection."""
        self._give_up(ConnectionLostError("the client has hung up"))
        for task in (self._reading, self._returning):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def ask(
        self, request: session.Request, *expected: type[AnyReply], game: str | None = None
    ) -> AnyReply:
        """Send a request and return its reply, which must be one of the expected types.

        A change of its game of such a type also counts as the reply to a request about a game, such
        as the state after a reconnection. While the connection is lost, such requests wait.
        """
        if game is not None:
            await self._settled.wait()
        pending = _Pending(asyncio.get_running_loop().create_future(), game, expected)
        id = next(self._ids)
        self._pending[id] = pending
        try:
            await self._send(request, id, pending)
            answer = await pending.answer
        finally:
            del self._pending[id]
        if not isinstance(answer, expected):
            name = session.name_of(answer)
            raise ProtocolError(f"the server answers {session.name_of(request)!r} with {name!r}")
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
                return  # the connection was lost before it was sent
            link = self._link if ready.is_set() else None
        with suppress(ConnectionLostError):  # the reader notices it too, and reconnects
            await link.send(request, id)

    # Reading

    async def _read(self) -> None:
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

    def _take(self, envelope: session.ReplyEnvelope) -> None:
        reply = envelope.reply
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
            is_answer = (id == envelope.id and not is_step) or (
                changed is not None
                and changed == pending.game
                and isinstance(reply, pending.expected)
            )
            # An error without an id may be about any request: none may wait for ever.
            is_answer = is_answer or (envelope.id is None and isinstance(reply, session.Error))
            if is_answer and not pending.answer.done():
                if isinstance(reply, session.Error):
                    pending.answer.set_exception(RejectedError(reply))
                else:
                    pending.answer.set_result(reply)

    # The connection

    async def _opened(self) -> Link:
        """Connect and send hello."""
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
        self._pace = SendLimiter(self.welcome.bounds.rate)
        return link

    async def _mend(self, lost: ConnectionLostError) -> None:
        """Connect again, or give up after `reconnect_seconds`."""
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
        give_up_at = loop.time() + self._reconnect_seconds
        while self._link is None:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            try:
                self._link = await self._opened()
            except (ConnectionLostError, RejectedError) as error:
                if loop.time() + pause > give_up_at:
                    raise ConnectionLostError(str(error)) from error
        self._connected.set()
        self._returning = asyncio.create_task(self._settle(self._link))

    async def _settle(self, link: Link) -> None:
        await self._listener.returned()
        if self._link is link:
            self._settled.set()

    def _give_up(self, error: ObversiError) -> None:
        """Fail all requests and games."""
        if self._failure is None:
            self._failure = error
            self._listener.ended(error)
            for pending in self._pending.values():
                if not pending.answer.done():
                    pending.answer.set_exception(error)
        if self._link is not None:
            self._link.close()
            self._link = None
        self._connected.set()  # so that waiting requests fail
        self._settled.set()


def _welcome(reply: session.Reply) -> session.Welcome:
    match reply:
        case session.Welcome():
            return reply
        case session.Error():
            raise RejectedError(reply)
        case session.Closing(text):
            raise ConnectionLostError(f"the server hangs up: {text}")
    raise ProtocolError(f"the server answers 'hello' with {session.name_of(reply)!r}")
