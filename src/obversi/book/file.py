"""The compact file of a book: sorted columns behind a header, mapped into memory or packed.

The header is 64 bytes: a magic number, the version, the size, the rules, the number of positions,
the length of the text about the book, a checksum of the file, in which the checksum itself counts
as 0, and the number of results. Then come the own discs of all positions, the opponent's discs, the
records (value, whether it is exact, and the leaf), the results of games, and the text. Numbers are
little-endian.

A packed file is the same content compressed by zlib, up to the end of the file. It has a quarter
of the size, but every process needs a copy of its own in memory. In each column the first bytes of
all numbers come first, then the second bytes, and so on. Such bytes are more alike, so they take
less space and less time.
"""

import mmap
import struct
import zlib
from math import prod
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from obversi.book.graph import Graph, Leaves, Results
from obversi.errors import FormatError
from obversi.formats.saving import replacing, synced
from obversi.rules import Rules
from obversi.size import SIZES, board_mask

_MAGIC = b"OBVBOOK\0"
#: The first bytes of the working copy of a book.
SQLITE = b"SQLite format 3\0"
_VERSION = 2
_PACKED = b"\x78"  # the first byte of a zlib stream
_HEADER = struct.Struct("<8sHBBIIII36x")
_KEY_BYTES = 16

#: The record of a position: the value by minimax, whether it is proven, and the leaf.
Records = np.dtype([("value", "i1"), ("is_exact", "u1"), ("leaf", Leaves)])


class BookFile(NamedTuple):
    """The columns of a book, and a text about it."""

    size: int
    rules: Rules
    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    records: NDArray[np.void]
    results: NDArray[np.void]
    about: str


class _Header(NamedTuple):
    magic: bytes
    version: int
    size: int
    is_reversed: int
    positions: int
    text_bytes: int
    checksum: int
    results: int

    @classmethod
    def of(cls, content: bytes | mmap.mmap) -> "_Header":
        return cls(*_HEADER.unpack_from(content))

    def packed(self, body: bytes | memoryview | None = None) -> bytes:
        """Return the bytes of the header, with the checksum of the rest if it is given."""
        if body is None:
            return _HEADER.pack(*self)
        unsealed = _HEADER.pack(*self._replace(checksum=0))
        return _HEADER.pack(*self._replace(checksum=zlib.crc32(body, zlib.crc32(unsealed))))

    @property
    def columns(self) -> tuple[tuple[int, int], ...]:
        """The rows and the bytes in a row of each column."""
        key = (self.positions, _KEY_BYTES // 2)
        rows = (self.positions, Records.itemsize)
        return key, key, rows, (self.results, Results.itemsize)

    @property
    def file_bytes(self) -> int:
        """The length of the whole file."""
        return _HEADER.size + sum(map(prod, self.columns)) + self.text_bytes


def columns_of(graph: Graph, about: str = "") -> BookFile:
    """Return the book of a graph."""
    records = np.zeros(len(graph), Records)
    records["value"] = graph.values
    records["is_exact"] = graph.exact
    records["leaf"] = graph.leaves
    own, opp = (np.ascontiguousarray(column, "<u8") for column in graph.positions.T)
    return BookFile(graph.size, graph.rules, own, opp, records, graph.results, about)


def write(path: Path, graph: Graph, about: str = "", *, is_packed: bool = False) -> None:
    """Write the book of a graph; a file at the path is replaced when the new one is complete."""
    text = about.encode()
    _, _, *columns, _ = columns_of(graph)
    body = b"".join(column.tobytes() for column in columns) + text
    header = _Header(
        *(_MAGIC, _VERSION, graph.size, graph.rules == "reversed", len(graph)),
        *(len(text), 0, len(graph.results)),
    )
    content = header.packed(body) + body
    with replacing(path.resolve()) as partial:
        partial.write_bytes(zlib.compress(_transposed(content), 9) if is_packed else content)
        synced(partial)


def is_compact(begin: bytes) -> bool:
    """Whether a file that begins in this way is a compact one, packed or not."""
    return begin.startswith((_MAGIC, _PACKED))


def unpacked(path: Path) -> mmap.mmap | bytes:
    """Return the content of a file, mapped into memory if it is not packed."""
    try:
        with path.open("rb") as file:
            content: mmap.mmap | bytes = b""
            if path.stat().st_size:
                content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}") from error
    if content[: len(_PACKED)] != _PACKED:
        return content
    unpacking = zlib.decompressobj()
    try:
        head = unpacking.decompress(content, _HEADER.size)
        if len(head) < _HEADER.size:
            return head
        # At most the length in the header: a small file could become very large.
        length = _Header.of(head).file_bytes
        rest = unpacking.decompress(unpacking.unconsumed_tail, length - len(head) + 1)
    except zlib.error:
        raise FormatError(f"{path} is no book of Obversi, or damaged") from None
    if len(head) + len(rest) != length:
        return head + rest
    # The end of the stream has a checksum.
    if not unpacking.eof or unpacking.unused_data:
        raise FormatError(f"{path} is damaged: it does not end where its content does")
    return _transposed(head + rest, is_back=True)


def _transposed(content: bytes, *, is_back: bool = False) -> bytes:
    """Return a whole file with the bytes of its columns in the order for packing, or back."""
    parts, begin = [content[: _HEADER.size]], _HEADER.size
    for count, width in _Header.of(content).columns:
        column = np.frombuffer(content, np.uint8, count * width, offset=begin)
        shape = (width, count) if is_back else (count, width)
        parts.append(column.reshape(shape).T.tobytes())
        begin += len(column)
    return b"".join(parts) + content[begin:]


def read(path: Path) -> BookFile:
    """Open a book; a FormatError says what is wrong with it."""
    content = unpacked(path)
    if content[: len(SQLITE)] == SQLITE:
        raise FormatError(
            f"{path} is the working copy of a book: make a compact file with obversi book export"
        )
    if len(content) < _HEADER.size or content[: len(_MAGIC)] != _MAGIC:
        raise FormatError(f"{path} is no book of Obversi")
    header = _Header.of(content)
    if header.version != _VERSION:
        raise FormatError(
            f"{path} is a book of version {header.version}, and version {_VERSION} is expected: "
            "update Obversi, or make the book again"
        )
    if len(content) != header.file_bytes:
        raise FormatError(
            f"{path} is damaged: it has {len(content)} bytes, and {header.file_bytes} are expected"
        )
    view = memoryview(content)[_HEADER.size :]
    if content[: _HEADER.size] != header.packed(view):  # also the unused bytes
        raise FormatError(f"{path} is damaged: its checksum is wrong")
    count, size = header.positions, header.size
    keys = np.frombuffer(view, "<u8", 2 * count)
    own, opp = keys[:count], keys[count:]
    records = np.frombuffer(view, Records, count, offset=_KEY_BYTES * count)
    results_at = (_KEY_BYTES + Records.itemsize) * count
    results = np.frombuffer(view, Results, header.results, offset=results_at)
    discs = np.concatenate([own | opp, results["own"] | results["opp"]])
    if size not in SIZES or int(np.bitwise_or.reduce(discs)) & ~board_mask(size):
        raise FormatError(f"{path} is damaged: a position does not fit the board")
    about = bytes(view[len(view) - header.text_bytes :]).decode(errors="replace")
    rules: Rules = "reversed" if header.is_reversed else "normal"
    return BookFile(size, rules, own, opp, records, results, about)
