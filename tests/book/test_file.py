"""The compact file of a book: written and read, and every kind of damage named."""

import mmap
import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from book.slow_books import SlowBook, random_book

import obversi as ob
from obversi.book import file as book_file
from obversi.book.book import Book
from obversi.book.editing import read_book, read_graph
from obversi.book.file import BookFile, columns_of, read, write
from obversi.book.graph import Graph
from obversi.errors import FormatError
from obversi.rules import RULES, Rules

HEADER_BYTES = 64
CHECKSUM_AT = 20


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A book of a few positions."""
    path = tmp_path / "small.obb"
    write(path, random_book(4, "reversed", 1, count=4).graph(), "made for a test")
    return path


def rejected(path: Path) -> str:
    """Return the reason why a file cannot be read; it must name the file."""
    with pytest.raises(FormatError, match=f"^{re.escape(str(path))} ") as error:
        read(path)
    with pytest.raises(FormatError):
        Book.open(path)
    return str(error.value).removeprefix(f"{path} ")


def resealed(content: bytes) -> bytes:
    """Return a file with the checksum that it should have."""
    header, body = bytearray(content[:HEADER_BYTES]), content[HEADER_BYTES:]
    header[CHECKSUM_AT : CHECKSUM_AT + 4] = bytes(4)
    struct.pack_into("<I", header, CHECKSUM_AT, zlib.crc32(bytes(header) + body))
    return bytes(header) + body


def is_same(file: BookFile, graph: Graph) -> bool:
    return (
        (file.size, file.rules) == (graph.size, graph.rules)
        and np.array_equal(np.stack([file.own, file.opp], axis=1), graph.positions)
        and np.array_equal(file.records, columns_of(graph).records)
    )


# Packed files


def test_packed_file_is_the_same_book(tmp_path: Path) -> None:
    graph = random_book(6, "normal", 2, count=400).graph()
    plain, packed = tmp_path / "plain.obb", tmp_path / "packed.obb"
    write(plain, graph, "about")
    write(packed, graph, "about", is_packed=True)
    assert packed.stat().st_size < plain.stat().st_size
    assert book_file.unpacked(packed) == plain.read_bytes()
    assert is_same(read(packed), graph)
    assert read_graph(packed).size == 6
    assert len(read_book(packed).graph()) == len(graph)


def test_damaged_packed_file_is_named(small: Path) -> None:
    write(small, read_graph(small), "about", is_packed=True)
    content = zlib.decompress(small.read_bytes())
    for packed, reason in (
        (zlib.compress(content)[:-20], "is damaged: it has"),
        (zlib.compress(content + b"x"), "is damaged: it has"),
        (zlib.compress(content[:30]), "is no book"),
        (zlib.compress(content[:-1] + b"x"), "is damaged: its checksum is wrong"),
        (b"x is no book", "is no book of Obversi, or damaged"),
    ):
        small.write_bytes(packed)
        assert rejected(small).startswith(reason)


def test_every_cut_of_a_packed_file_is_noticed(small: Path) -> None:
    write(small, read_graph(small), "about", is_packed=True)
    packed = small.read_bytes()
    for length in range(len(packed)):
        small.write_bytes(packed[:length])
        rejected(small)
    small.write_bytes(packed[:-1])
    assert rejected(small) == "is damaged: it does not end where its content does"
    small.write_bytes(packed + b"\0")
    assert rejected(small) == "is damaged: it does not end where its content does"


def test_packed_file_is_not_unpacked_further_than_its_header_says(small: Path) -> None:
    length = len(small.read_bytes())
    small.write_bytes(zlib.compress(small.read_bytes() + bytes(1 << 26)))
    assert len(book_file.unpacked(small)) == length + 1


# Round trips


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_what_is_written_is_read(tmp_path: Path, size: int, rules: Rules) -> None:
    path = tmp_path / "a.obb"
    for seed, about in enumerate(("", "made of 3×3 games · ünïcode\n", "x" * 1000)):
        book = random_book(size, rules, seed)
        graph = book.graph()
        write(path, graph, about)
        file = read(path)
        assert is_same(file, graph)
        assert file.about == about
        boards = book.boards()
        assert file.records["value"].tolist() == [book.value(board) for board in boards]
        assert file.records["is_exact"].tolist() == [book.is_exact(board) for board in boards]
        assert file.records["leaf"].tolist() == graph.leaves.tolist()


def test_a_book_without_positions(tmp_path: Path) -> None:
    graph = SlowBook(8, "normal", {}).graph()
    write(tmp_path / "a.obb", graph, "nothing")
    file = read(tmp_path / "a.obb")
    assert is_same(file, graph)
    assert file.about == "nothing"
    assert (tmp_path / "a.obb").stat().st_size == HEADER_BYTES + len("nothing")


def test_the_file_is_mapped_and_not_copied(small: Path) -> None:
    file = read(small)
    for column in (file.own, file.opp, file.records):
        assert not column.flags.writeable
        base: object = column
        while isinstance(base, np.ndarray):
            base = base.base
        assert isinstance(base, memoryview)
        assert isinstance(base.obj, mmap.mmap)


def test_an_open_book_outlives_its_file(small: Path) -> None:
    graph = random_book(4, "reversed", 1, count=4).graph()
    file = read(small)
    write(small, random_book(8, "normal", 2).graph())
    assert is_same(file, graph)
    assert read(small).size == 8
    small.unlink()
    assert is_same(file, graph)


# Writing that fails


def test_a_failure_leaves_the_old_file(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = small.read_bytes()

    def full(_path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(book_file, "synced", full)
    with pytest.raises(OSError, match="No space left"):
        write(small, random_book(6, "normal", 1).graph())
    assert small.read_bytes() == before
    assert list(small.parent.iterdir()) == [small]


def test_where_no_file_can_be_written(tmp_path: Path) -> None:
    graph = random_book(4, "normal", 1).graph()
    with pytest.raises(FormatError, match="there is no folder"):
        write(tmp_path / "missing" / "a.obb", graph)
    with pytest.raises(FormatError, match="is not a file that could be replaced"):
        write(tmp_path, graph)


def test_a_link_stays_a_link(small: Path) -> None:
    link = small.with_name("link.obb")
    link.symlink_to(small)
    graph = random_book(6, "normal", 1).graph()
    write(link, graph)
    assert link.is_symlink()
    assert is_same(read(small), graph)


# Damage


def test_every_changed_byte_is_noticed(small: Path) -> None:
    content = small.read_bytes()
    assert len(content) < 400
    for place in range(len(content)):
        # A 2 makes size 6 of size 4, and a 1 makes the other rules.
        for change in (0x01, 0x02, 0xFF):
            damaged = bytearray(content)
            damaged[place] ^= change
            small.write_bytes(damaged)
            with pytest.raises(FormatError, match=f"^{re.escape(str(small))} "):
                read(small)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda _: b"", "is no book of Obversi"),
        (lambda content: content[:40], "is no book of Obversi"),
        (lambda content: b"\0" * len(content), "is no book of Obversi"),
        (lambda _: b"f5d6c3d3c4\n" * 100, "is no book of Obversi"),
        (lambda content: content[1:], "is no book of Obversi"),
        (lambda content: b"SQLite format 3\0" + content, "is the working copy of a book: make a"),
        (lambda content: content[:64], "is damaged: it has 64 bytes, and "),
        (lambda content: content[:-1], "is damaged: it has "),
        (lambda content: content + b"\0", "is damaged: it has "),
        (lambda content: content + content, "is damaged: it has "),
        (lambda content: content[:-1] + b"?", "is damaged: its checksum is wrong"),
        (lambda content: content[:60] + b"?" + content[61:], "is damaged: its checksum is wrong"),
        (
            lambda content: content[:8] + b"\3" + content[9:],
            "is a book of version 3, and version 2 is",
        ),
        (
            lambda content: content[:9] + b"\1" + content[10:],
            "is a book of version 258, and version",
        ),
    ],
)
def test_damage_is_named(small: Path, damage: Callable[[bytes], bytes], reason: str) -> None:
    small.write_bytes(damage(small.read_bytes()))
    assert rejected(small).startswith(reason)


def test_every_length_that_is_too_short(small: Path) -> None:
    content = small.read_bytes()
    for length in range(len(content)):
        small.write_bytes(content[:length])
        with pytest.raises(FormatError, match=f"^{re.escape(str(small))} "):
            read(small)


def test_positions_beyond_the_board(tmp_path: Path) -> None:
    path = tmp_path / "a.obb"
    write(path, random_book(6, "normal", 1).graph())
    content = path.read_bytes()
    assert resealed(content) == content
    for size in (b"\4", b"\5"):
        path.write_bytes(resealed(content[:10] + size + content[11:]))
        assert rejected(path) == "is damaged: a position does not fit the board"


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    assert rejected(tmp_path / "missing.obb").startswith("cannot be read: No such file")
    assert rejected(tmp_path).startswith("cannot be read: Is a directory")
