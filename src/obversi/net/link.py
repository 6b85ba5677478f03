"""A client's connection to a game server: requests go out as lines, replies come in as lines."""

import asyncio
from typing import Final

from obversi.errors import FormatError, MachineError
from obversi.net.reason import plain_reason
from obversi.wire import session

__all__ = ["ConnectionLostError", "Link", "PeerError", "open_streams"]

_CONNECT_SECONDS: Final = 10.0

# A server that says nothing for so long is asked whether it is there, and has as long to answer.
_SILENT_SECONDS: Final = 20.0

_LONGEST_LINE: Final = 1 << 17


class ConnectionLostError(MachineError):
    """There is no connection, or no longer: nobody who plays is to blame."""


class PeerError(FormatError):
    """Whoever is at the other end does not speak the protocol."""


async def open_streams(
    host: str, port: int, limit: int = _LONGEST_LINE
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect, or say in plain words why that cannot be."""
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            return await asyncio.open_connection(host, port, limit=limit)
    except TimeoutError:
        reason = f"no answer within {_CONNECT_SECONDS:g} s"
    except OSError as error:
        reason = plain_reason(error)
    except UnicodeError:
        reason = "that is no name of a computer"
    raise ConnectionLostError(f"no connection to {host} port {port}: {reason}")


class Link:
    """One connection; what goes wrong is a `ConnectionLostError` or a `PeerError`."""

    def __init__(
        self, place: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Speak by these streams with a server at a place."""
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

    async def receive(self) -> session.Told:
        """Wait for the next reply."""
        line = await self._line()
        try:
            return session.parse_reply(line)
        except FormatError as error:
            raise PeerError(f"{self._place} is no game server of Obversi: {error}") from error

    def close(self) -> None:
        """Hang up."""
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
        except ValueError as error:  # what a stream says of a line that is too long
            raise PeerError(
                f"{self._place} sends lines of more than {_LONGEST_LINE} bytes"
            ) from error
        finally:
            reading.cancel()
        if not line.endswith(b"\n"):
            raise ConnectionLostError(f"{self._place} has closed the connection")
        return line

    def _lost(self, error: OSError) -> ConnectionLostError:
        return ConnectionLostError(f"{self._place}: {plain_reason(error)}")
