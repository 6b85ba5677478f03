"""Books of Edax and Egaroucid: read, written, and rejected."""

import re
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest
from book.slow_books import Leaf, SlowBook, after, images, key_of, number_of, random_book

from obversi import Board, Move, Symmetry
from obversi.book.editing import read_graph
from obversi.book.foreign import (
    is_edax,
    is_egaroucid,
    read_edax,
    read_egaroucid,
    write_edax,
    write_egaroucid,
)
from obversi.book.graph import NO_MOVE, Graph
from obversi.book.grow import GrowthPlan, grow
from obversi.book.store import BookStore
from obversi.errors import FormatError, InputError
from obversi.rules import Rules

# What Edax itself wrote: the start, searched 21 plies deep.
SAMPLE = bytes.fromhex(
    "584144454b4f4f420405ea070b100f3300001500000018000000020000000100000000000000010000000000001008"
    "000000000000081000000000000000000000000000000000000000010081ff7f0000150113"
)

EDAX_HEADER, EDAX_POSITION, EDAX_LINK = 42, 40, 2
EGAROUCID_HEADER, EGAROUCID_POSITION = 14, 25

Write = Callable[[Path, Graph], None]
Read = Callable[[Path], Graph]
FORMATS: list[tuple[Write, Read]] = [
    (write_edax, read_edax),
    (write_egaroucid, read_egaroucid),
]


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """A book that grew from the start."""
    path = tmp_path_factory.mktemp("grown") / "a.db"
    plan = GrowthPlan(depth=2, deeper_before=4, round=20)
    with BookStore.create(path, 8, "normal", {}) as store:
        for _ in grow(store, plan, positions=80, threads=2):
            pass
        return store.graph()


def edax_record(
    board: Board, leaf: tuple[int, int], level: int = 20, links: tuple[tuple[int, int], ...] = ()
) -> bytes:
    """Return a position as Edax writes it; leaf and links are values and moves."""
    numbers = (0, 0, 0, 0, 0, -127, 127, len(links), level)
    return b"".join(
        [
            struct.pack("<QQIIIIhhhBB", *board.bits, *numbers),
            *(struct.pack("<bB", *link) for link in links),
            struct.pack("<bB", *leaf),
        ]
    )


def edax_file(*records: bytes) -> bytes:
    return SAMPLE[: EDAX_HEADER - 4] + struct.pack("<i", len(records)) + b"".join(records)


def egaroucid_file(*positions: tuple[Board, tuple[int, int, int]]) -> bytes:
    """Return a file of positions with their leaves: value, move, and level."""
    rows = [
        struct.pack("<QQbbIbbb", *board.bits, 0, leaf[2], 0, *leaf) for board, leaf in positions
    ]
    return b"DICUORAGE\3" + struct.pack("<i", len(rows)) + b"".join(rows)


def rejected(read: Read, path: Path, content: bytes) -> str:
    """Return the reason why a file cannot be read; it must name the file."""
    path.write_bytes(content)
    with pytest.raises(FormatError, match=f"^{re.escape(str(path))} ") as error:
        read(path)
    return str(error.value).removeprefix(f"{path} ")


# What the other programs write


def test_a_book_that_edax_wrote(tmp_path: Path) -> None:
    assert len(SAMPLE) == EDAX_HEADER + EDAX_POSITION + EDAX_LINK
    path = tmp_path / "book.dat"
    path.write_bytes(SAMPLE)
    graph = read_edax(path)
    assert (graph.size, graph.rules, len(graph)) == (8, "normal", 1)
    start = key_of(Board())
    assert SlowBook.of(graph).leaves[start] == Leaf(19, 1, 21, 100, False)
    assert graph.pending.tolist() == []
    assert graph.values.tolist() == [1]
    assert Move.from_index(19) in Board().legal_moves


def test_a_file_of_egaroucid_byte_by_byte(tmp_path: Path) -> None:
    # There h8 is bit 0: the numbers of the start are those of the start after a half turn.
    path = tmp_path / "book.egbk3"
    own, opp = Board().transform(Symmetry.HALF_TURN).bits
    record = struct.pack("<QQ", own, opp) + bytes([2, 21, 0, 0, 0, 0, 2, 63 - 19, 21])
    path.write_bytes(b"DICUORAGE\x03\x01\0\0\0" + record)
    graph = read_egaroucid(path)
    [leaf] = SlowBook.of(graph).leaves.values()
    assert leaf[1:] == (2, 21, 100, False)
    assert key_of(after(Board(), leaf.move)) == key_of(after(Board(), 19))
    written = tmp_path / "again.egbk3"
    write_egaroucid(written, graph)
    assert len(written.read_bytes()) == EGAROUCID_HEADER + EGAROUCID_POSITION
    assert written.read_bytes()[:14] == path.read_bytes()[:14]


def test_which_program_a_file_is_of() -> None:
    assert is_edax(SAMPLE)
    assert not is_egaroucid(SAMPLE)
    assert is_egaroucid(b"DICUORAGE\3")
    assert not is_edax(b"DICUORAGE\3")
    assert not is_edax(b"")
    assert not is_egaroucid(b"")


# Round trips


@pytest.mark.parametrize(("write", "read"), FORMATS)
def test_a_book_comes_back(tmp_path: Path, grown: Graph, write: Write, read: Read) -> None:
    path = tmp_path / "book"
    write(path, grown)
    again = read(path)
    assert again.positions.tolist() == grown.positions.tolist()
    assert again.values.tolist() == grown.values.tolist()
    assert again.pending.tolist() == []
    assert again.has_leaf.tolist() == grown.has_leaf.tolist()
    assert again.leaves["depth"].tolist() == grown.leaves["depth"].tolist()
    for name in ("move", "value"):
        both = (graph.leaves[name][graph.has_leaf].tolist() for graph in (grown, again))
        assert next(both) == next(both)
    assert (again.leaves["move"][~again.has_leaf] == NO_MOVE).all()
    assert read_graph(path).positions.tolist() == grown.positions.tolist()
    twice = tmp_path / "twice"
    write(twice, again)
    skipped = slice(EDAX_HEADER if write is write_edax else 0, None)  # the time is in the header
    if not grown.exact.any():
        assert twice.read_bytes()[skipped] == path.read_bytes()[skipped]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("write", "read"), FORMATS)
def test_made_up_books_come_back(tmp_path: Path, seed: int, write: Write, read: Read) -> None:
    """With passes and ends of games; what has only a value for a leaf loses it."""
    book = random_book(8, "normal", seed)
    leaves = {
        key: leaf if leaf.move < NO_MOVE else leaf._replace(move=NO_MOVE)
        for key, leaf in book.leaves.items()
        if leaf.move <= 64 or book.leaf(book.board(key)) is None
    }
    book = SlowBook(8, "normal", leaves)
    pending = [key for key in leaves if book.is_pending(book.board(key))]
    graph = book.graph()
    path = tmp_path / "book"
    write(path, graph)
    again = SlowBook.of(read(path))
    assert set(again.leaves) == set(leaves)
    for board in book.boards():
        key = key_of(board)
        if (leaf := book.leaf(board)) is not None:
            assert again.leaves[key] == leaf._replace(selectivity=100, exact=False)
        else:
            assert again.leaves[key].move == NO_MOVE
            assert again.leaves[key].depth == leaves[key].depth
    if not pending:
        assert read(path).values.tolist() == graph.values.tolist()


def test_what_edax_receives(tmp_path: Path, grown: Graph) -> None:
    path = tmp_path / "book.dat"
    write_edax(path, grown)
    content = path.read_bytes()
    book = SlowBook.of(grown)
    assert content[:10] == SAMPLE[:10]
    assert struct.unpack_from("<i", content, EDAX_HEADER - 4) == (len(grown),)
    at = EDAX_HEADER
    for key in sorted(book.leaves):
        own, opp, *_, value, low, high, links, level = struct.unpack_from(
            "<QQIIIIhhhBB", content, at
        )
        at += EDAX_POSITION
        board = book.board(key)
        assert (own, opp) == key
        assert value == book.value(board)
        assert (low, high) == ((value, value) if book.is_exact(board) else (-127, 127))
        assert level == min(book.leaves[key].depth, 60)
        reached = set()
        for _ in range(links):
            link_value, move = struct.unpack_from("<bB", content, at)
            at += EDAX_LINK
            assert link_value == book.move_value(board, Move.from_index(move))
            reached.add(key_of(after(board, move)))
        assert len(reached) == links
        assert reached == {
            key_of(after(board, move)) for move in board.legal_moves if book.is_known(board, move)
        }
        leaf = book.leaf(board)
        expected = (0, 65) if leaf is None else (leaf.value, leaf.move)
        assert struct.unpack_from("<bB", content, at) == expected
        at += EDAX_LINK
    assert at == len(content)


# Other images


@pytest.mark.parametrize("program", ["edax", "egaroucid"])
def test_positions_may_be_any_image(tmp_path: Path, program: str) -> None:
    random = Random(5)
    path = tmp_path / "book"
    for book in (random_book(8, "normal", seed) for seed in range(2)):
        found = []
        targets = {}
        for board in book.boards():
            symmetry = random.choice(list(Symmetry))
            image = board.transform(symmetry)
            leaf = book.leaf(board)
            value, number, depth = 0, NO_MOVE, book.leaves[key_of(board)].depth
            if leaf is not None and leaf.move <= 64:
                value, number = leaf.value, leaf.move
                number = number_of(symmetry.move(Move.from_index(leaf.move)))
                targets[key_of(board)] = key_of(after(image, number))
            found.append((image, (value, number, depth)))
        random.shuffle(found)
        if program == "edax":
            records = [edax_record(image, leaf[:2], leaf[2]) for image, leaf in found]
            path.write_bytes(edax_file(*records))
        else:
            path.write_bytes(egaroucid_file(*found))
        again = SlowBook.of(read_graph(path))
        assert set(again.leaves) == set(book.leaves)
        for key, target in targets.items():
            leaf = again.leaves[key]
            assert key_of(after(again.board(key), leaf.move)) == target
            assert (leaf.value, leaf.depth) == book.leaves[key][1:3]
        assert any(image.bits != key_of(image) for image, _ in found)


def test_images_of_one_position_are_one(tmp_path: Path) -> None:
    board = after(Board(), Move("f5"))
    records = [edax_record(image, (3, number_of(image.legal_moves[0]))) for image in images(board)]
    path = tmp_path / "book.dat"
    path.write_bytes(edax_file(*records))
    assert read_edax(path).positions.tolist() == [list(key_of(board))]


def test_links_and_passes_of_edax(tmp_path: Path) -> None:
    start, later = Board(), after(Board(), Move("d3"))
    passing = Board.parse("OX" + 62 * "-" + " X")
    path = tmp_path / "book.dat"
    path.write_bytes(
        edax_file(
            edax_record(start, (0, 65), links=((1, 19),)),
            edax_record(later, (-1, number_of(later.legal_moves[0]))),
            edax_record(passing, (-9, 64)),
        )
    )
    graph = read_edax(path)
    assert graph.pending.tolist() == []
    book = SlowBook.of(graph)
    assert [book.value(board) for board in (start, later, passing)] == [1, -1, -9]
    assert sorted(graph.values.tolist()) == [-9, -1, 1]


def test_a_finished_game_in_a_book(tmp_path: Path) -> None:
    over = Board.parse("XXO" + 61 * "-" + " X")
    assert not over.is_over
    end = after(over, over.legal_moves[0])
    assert end.is_over
    path = tmp_path / "book.dat"
    path.write_bytes(edax_file(edax_record(end, (0, 65)), edax_record(over, (0, 65))))
    graph = read_edax(path)
    assert graph.pending.tolist() == []
    assert sorted(graph.values.tolist()) == [-64, 64]
    for write, read in FORMATS:
        write(path, graph)
        assert read(path).values.tolist() == graph.values.tolist()


# Damage

LEAF = "is damaged: the leaf of position 1 is no legal move, or its value is no margin"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is no book of Edax"),
        (SAMPLE[:30], "is no book of Edax"),
        (b"EDAXBOOK" + SAMPLE[8:], "is no book of Edax"),
        (SAMPLE[:8] + b"\3" + SAMPLE[9:], "is a book of version 3 of Edax: expected version 4"),
        (SAMPLE[:60], "is damaged: it is too short for 1 positions"),
        (SAMPLE[:-1], "is damaged: it is too short for 1 positions"),
        (SAMPLE + b"\0", "is damaged: 1 bytes follow the last position"),
        (SAMPLE[:38] + struct.pack("<i", 2) + SAMPLE[42:], "is damaged: it is too short"),
        (SAMPLE[:38] + struct.pack("<i", 0) + SAMPLE[42:], "is damaged: 42 bytes follow"),
        (SAMPLE[:38] + struct.pack("<i", -1) + SAMPLE[42:], "is damaged: it is too short"),
        (SAMPLE[:38] + struct.pack("<i", 2**31 - 1) + SAMPLE[42:], "is damaged: it is too"),
        (SAMPLE[:80] + b"\7" + SAMPLE[81:], "is damaged: it ends within position 1"),
        (SAMPLE[:50] + SAMPLE[42:50] + SAMPLE[58:], "is damaged: position 1 has two discs on one"),
        # Moves that are not legal, and numbers of no move.
        (SAMPLE[:83] + b"\0", LEAF),
        (SAMPLE[:83] + b"\x40", LEAF),
        (SAMPLE[:83] + b"\x42", LEAF),
        (SAMPLE[:83] + b"\xff", LEAF),
        (edax_file(edax_record(Board().transform(1), (0, 0))), LEAF),
        (SAMPLE[:82] + b"\x41" + SAMPLE[83:], LEAF),
    ],
)
def test_damaged_books_of_edax(tmp_path: Path, content: bytes, reason: str) -> None:
    assert rejected(read_edax, tmp_path / "book.dat", content).startswith(reason)


ONE = egaroucid_file((Board(), (2, 19, 21)))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is no book of Egaroucid"),
        (ONE[:13], "is no book of Egaroucid"),
        (b"EGAROUCID" + ONE[9:], "is no book of Egaroucid"),
        (ONE[:9] + b"\2" + ONE[10:], "is a book of version 2 of Egaroucid: expected version 3"),
        (ONE[:-1], "is damaged: it has 38 bytes, and 39 are expected"),
        (ONE + b"\0", "is damaged: it has 40 bytes, and 39 are expected"),
        (ONE[:10] + struct.pack("<i", -1) + ONE[14:], "is damaged: it has 39 bytes"),
        (ONE[:10] + struct.pack("<i", 2**31 - 1) + ONE[14:], "is damaged: it has 39 bytes"),
        (ONE[:22] + ONE[14:22] + ONE[30:], "is damaged: position 1 has two discs on one square"),
        (egaroucid_file((Board(), (2, 0, 21))), LEAF),
        (egaroucid_file((Board(), (2, 64, 21))), LEAF),
        (egaroucid_file((Board(), (65, 19, 21))), LEAF),
        (egaroucid_file((Board().transform(1), (2, 0, 21))), LEAF),
    ],
)
def test_damaged_books_of_egaroucid(tmp_path: Path, content: bytes, reason: str) -> None:
    assert rejected(read_egaroucid, tmp_path / "book.egbk3", content).startswith(reason)


@pytest.mark.parametrize("number", [-1, 65, 125])
def test_leaves_that_egaroucid_has_not(tmp_path: Path, number: int) -> None:
    path = tmp_path / "book.egbk3"
    path.write_bytes(egaroucid_file((Board(), (-126, number, 21))))
    graph = read_egaroucid(path)
    assert SlowBook.of(graph).leaves == {key_of(Board()): Leaf(NO_MOVE, 0, 21, 100, False)}
    assert graph.pending.tolist() == [0]


def test_no_changed_byte_ends_in_another_error(tmp_path: Path, grown: Graph) -> None:
    """There is no checksum: a change is rejected, or gives another book."""
    few = SlowBook.of(grown)
    keys = sorted(few.leaves, key=lambda key: -len(few.board(key).empty))[:3]
    graph = SlowBook(8, "normal", {key: few.leaves[key] for key in keys}).graph()
    path = tmp_path / "book"
    for write, read in FORMATS:
        write(path, graph.without_unknown())
        content = path.read_bytes()
        for place in range(len(content)):
            for change in (0x01, 0xFF):
                damaged = bytearray(content)
                damaged[place] ^= change
                path.write_bytes(damaged)
                with suppress(FormatError):
                    searched = read(path).without_unknown()
                    assert (np.abs(searched.values) <= 64).all()


@pytest.mark.parametrize("write", [write_edax, write_egaroucid])
@pytest.mark.parametrize(("size", "rules"), [(6, "normal"), (4, "normal"), (8, "reversed")])
def test_other_games_cannot_be_written(
    tmp_path: Path, write: Write, size: int, rules: Rules
) -> None:
    message = rf"a book of E.* is for normal 8×8, not for {rules} {size}×{size}"
    with pytest.raises(InputError, match=message):
        write(tmp_path / "book", random_book(size, rules, 1).graph())
    assert list(tmp_path.iterdir()) == []


def test_a_book_without_positions(tmp_path: Path) -> None:
    nothing = SlowBook(8, "normal", {}).graph()
    for write, read in FORMATS:
        write(tmp_path / "book", nothing)
        assert len(read(tmp_path / "book")) == 0
