"""Bytes that arrive in pieces, as lines."""

from obversi.errors import FormatError


class LineBuffer:
    r"""Cuts bytes into lines; bytes that are not UTF-8 become replacement characters.

    >>> buffer = LineBuffer()
    >>> buffer.feed(b"=1 d3\r\n\n=2"), buffer.feed(b" c4\n")
    (['=1 d3', ''], ['=2 c4'])
    """

    def __init__(self, longest: int = 1 << 16) -> None:
        """Reject lines of more than `longest` bytes, to bound the memory."""
        self._longest = longest
        self._begun = bytearray()

    def feed(self, data: bytes) -> list[str]:
        """Return the lines that these bytes complete, without their ends."""
        *complete, rest = data.split(b"\n")
        lines = []
        for part in complete:
            self._add(part)
            lines.append(self._begun.removesuffix(b"\r").decode("utf-8", "replace"))
            self._begun.clear()
        self._add(rest)
        return lines

    def _add(self, part: bytes) -> None:
        if len(self._begun) + len(part) > self._longest:
            raise FormatError(f"a line has more than {self._longest} bytes")
        self._begun += part
