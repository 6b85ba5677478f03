"""Messages over TCP: each is a line."""

from typing import Final

from obversi.net.connection import Connection
from obversi.net.origin import is_request_of_page
from obversi.net.reception import Reception
from obversi.wire.session import Closing, Error, ErrorCode, plain, write

__all__ = ["LineConnection"]

_END: Final = b"\n"


class LineConnection(Connection):
    """A visitor who sends lines, and is sent lines."""

    kind = "lines"

    def __init__(self, reception: Reception) -> None:
        """Wait for the socket."""
        super().__init__(reception)
        self._heard = bytearray()
        self._begun = 0  # up to here there is no end of a line

    def _received(self, data: bytes) -> None:
        self._heard += data

    def _next_message(self) -> bytes | None:
        end = self._heard.find(_END, self._begun)
        length = len(self._heard) if end < 0 else end
        if length > self._reception.bounds.line_bytes:
            self._heard.clear()
            self._refuse_size()
            return None
        if end < 0:
            self._begun = length
            return None
        message = bytes(self._heard[:end])
        del self._heard[: end + len(_END)]
        self._begun = 0
        if is_request_of_page(message):
            self.close("this port is for lines of JSON, not for HTTP")
            return None
        return message

    def _framed(self, text: str) -> bytes:
        return text.encode("ascii") + _END

    def _say_farewell(self, text: str) -> None:
        """Nothing more is said over this wire."""

    def _refuse(self, text: str) -> None:
        for reply in (Error(ErrorCode.BUSY, plain(text)), Closing(plain(text))):
            self._write(self._framed(write(reply)))
