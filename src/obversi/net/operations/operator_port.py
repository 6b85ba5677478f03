"""A separate port for the pages of the operator, which clients need not reach."""

import asyncio
from http import HTTPStatus

from obversi.errors import InputError
from obversi.net.client_connection import plain_reason
from obversi.net.operations.pages import OperatorPages

_HEAD_BYTES = 8192
_SECONDS = 5.0


class OperatorPort:
    """Answers GET requests for the pages, one on each connection."""

    def __init__(self, pages: OperatorPages) -> None:
        """Show these pages."""
        self._pages = pages
        self._listener: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> str:
        """Listen, and return the address."""
        try:
            self._listener = await asyncio.start_server(self._answer, host, port, limit=_HEAD_BYTES)
        except (OSError, OverflowError) as error:
            raise InputError(
                f"the pages of the operator cannot be on {host}:{port}: {plain_reason(error)}"
            ) from error
        address, port, *_ = self._listener.sockets[0].getsockname()
        return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"

    async def close(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._reply(head))
                await writer.drain()
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass  # the client has disconnected, or does not speak HTTP
        finally:
            writer.close()

    def _reply(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0].decode("latin-1")
        if method not in (b"GET", b"HEAD"):
            return b"HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n"
        status, kind, body = self._pages.page(path)
        lines = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            "Connection: close",
        )
        answer = "\r\n".join(lines).encode() + b"\r\n\r\n"
        return answer if method == b"HEAD" else answer + body
