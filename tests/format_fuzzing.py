"""Damaged files of every binary format: they are read, or an error of the package says why not.

``python tests/format_fuzzing.py 5`` reads damaged files of each format for five minutes, and prints
how many there were. Formats named after the minutes are the only ones. What ends in another error
is kept in the folder that is printed first; so is the last file, should it end the process.
"""

import shutil
import struct
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from zlib import crc32

from stored_games import add_tournament, game_of_number

import obversi as ob
from obversi.arena.store.store import Store
from obversi.arena.store.watching import WatchedStore
from obversi.book import file as book_file, foreign, shipped_book
from obversi.book.editing import merged, pruned, read_book, read_graph, root_of
from obversi.book.graph import Graph
from obversi.book.store import BookStore
from obversi.database import GameDatabase, GameFilter
from obversi.errors import ObversiError
from obversi.formats import GameRecord, read_path, record_from_moves, wthor, wthor_names
from obversi.formats.losses import ignore_loss
from obversi.game_arrays import games_to_arrays
from obversi.move import Move
from obversi.net.games.game import token_digest
from obversi.net.store import GameStore
from obversi.net.stored_game import StoredMove, StoredSeat, StoredServerGame, finished_outcome
from obversi.training.from_files import add_files
from obversi.training.game_files import GameData
from obversi.training.positions import read_positions
from obversi.web.studies.store import StudyStore
from obversi.weights import read_evaluation, read_weights, shipped_path

_NUMBERS = (0, 1, 0xFF, 0x7FFF, 0xFFFF, 1 << 24, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)


@dataclass(frozen=True)
class BinaryFormat:
    """How a whole file is written and read.

    `opened` gives the content behind a compression and a checksum, and `sealed` the file of one.
    """

    name: str
    write: Callable[[Path], object]
    read: Callable[[Path], object]
    opened: Callable[[bytes], bytes] | None = None
    sealed: Callable[[bytes], bytes] | None = None


def damaged(content: bytes, random: Random) -> bytes:
    """Change a file at some places: bytes, numbers, parts that are lost, repeated or moved."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        # Headers are where the lengths are.
        end = len(changed) if random.random() < 0.7 else min(len(changed), 128)
        place = random.randrange(end + 1)
        part = changed[place : place + random.choice((1, 4, 60, 1000))]
        match random.choice((0, 0, 0, 1, 1, 1, 2, 3, 4, 5)):
            case 0:
                changed[place : place + 1] = random.randbytes(1)
            case 1:
                width = random.choice((1, 2, 4, 8))
                number = random.choice(_NUMBERS) & (1 << 8 * width) - 1
                written = number.to_bytes(width, "little")
                changed[place : place + width] = random.choice((written, written[::-1]))
            case 2:
                del changed[place:]
            case 3:
                del changed[place : place + len(part)]
            case 4:
                changed[place:place] = part * random.choice((1, 1, 100))
            case _:
                changed[place:place] = random.randbytes(random.choice((1, 8, 100)))
    return bytes(changed)


@dataclass
class Report:
    """How many damaged files were read and refused, and the other errors."""

    read: int = 0
    refused: int = 0
    errors: list[str] = field(default_factory=list)
    longest: float = 0


def read_damaged(
    format: BinaryFormat, folder: Path, random: Random, *, seconds: float = 1e9, inputs: int = 10**9
) -> Report:
    """Read damaged files for some time, or some number of them."""
    whole = folder / "whole"
    whole.mkdir()
    format.write(whole / format.name)
    content = (whole / format.name).read_bytes()
    format.read(whole / format.name)
    inside = format.opened(content) if format.opened else b""
    report, deadline = Report(), time.monotonic() + seconds
    for number in range(inputs):
        begin = time.monotonic()
        if begin > deadline:
            break
        made = damaged(content, random)
        if format.sealed and random.random() < 0.7:
            made = format.sealed(damaged(inside, random))
        place = folder / "damaged"
        place.mkdir()
        (place / format.name).write_bytes(made)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                format.read(place / format.name)
            report.read += 1
        except ObversiError:
            report.refused += 1
        except Exception:
            error = traceback.format_exc()
            report.errors.append(error)
            (folder / f"error-{number}").write_bytes(made)
            (folder / f"error-{number}.txt").write_text(error)
        report.longest = max(report.longest, time.monotonic() - begin)
        shutil.rmtree(place)
    return report


# What is written and read


def _games(size: int = 8) -> list[GameRecord]:
    """Some finished games."""
    return [game_of_number(number, size=size).record for number in range(1, 12) if number % 3]


@cache
def _small_book() -> Graph:
    book = shipped_book(8, "normal")
    assert book is not None
    return pruned(book.graph(), 60, strict=1, lenient=1)


def _use_book(path: Path) -> None:
    graph = read_graph(path)
    merged([graph, graph]).without_unknown()
    book = read_book(path)
    board = ob.Board(book.size, book.rules)
    book.line(board)
    for move in book.moves(board):
        assert board.is_legal(move.move)
    root_of(graph)


def _write_working_copy(path: Path) -> None:
    with BookStore.create(path, 8, "normal", {}) as store:
        store.replace(_small_book())


def _use_working_copy(path: Path) -> None:
    with BookStore.open(path, writing=True) as store:
        store.graph(searched=False)
    _use_book(path)


def _use_weights(path: Path) -> None:
    weights = read_weights(path)
    weights.to_bytes()
    learned = read_evaluation(path)
    board = ob.Board(weights.size, weights.rules)
    with ob.Engine(weights=path) as engine:
        engine.analyse(board, ob.Limit(depth=4))
    assert learned.size == weights.size


def _write_wthor(path: Path) -> None:
    with path.open("wb") as target:
        wthor.write(_games(), target, year=2026, on_loss=ignore_loss)


def _use_wthor(path: Path) -> None:
    problems: list[ObversiError] = []
    found = list(read_path(path, on_problem=problems.append))
    arrays = games_to_arrays(path, on_problem=problems.append)
    assert len(arrays.results) == len(found)
    list(read_path(path))


def _write_names(path: Path) -> None:
    with path.open("wb") as target:
        wthor_names.write_players(["", "Ann", "Bérénice"], target)


def _use_names(path: Path) -> None:
    with path.open("rb") as source:
        wthor_names.read_players(source)


def _write_training_games(path: Path) -> None:
    data = GameData.create(path.parent / "written", 6)
    lines = path.with_name("lines.txt")
    lines.write_text("\n".join("".join(played.move for played in game.moves) for game in _games(6)))
    list(add_files(data, [lines]))
    [shard] = data.shards()
    shutil.copy(shard.path, path)


def _use_training_games(path: Path) -> None:
    data = GameData.create(path.parent / "games", 6)
    shutil.copy(path, data.folder / "games-2147483648.obg")
    read_positions([data], td_lambda=0.5, threads=1)


def _write_database(path: Path) -> None:
    with GameDatabase.create(path) as database:
        database.add(_games(), "a test")


def _use_database(path: Path) -> None:
    board = ob.Board()
    with GameDatabase.open(path, writing=True) as database:
        database.moves(board)
        database.players()
        database.movers(board)
        database.stats()
        board.push("f5")
        database.games(GameFilter(position=board))
        database.add([record_from_moves(["f5", "f4"])], "more")
        list(database.each_game())
    with GameDatabase.create(path.with_name("other.db")) as database:
        database.add_file(path)


def _write_tournaments(path: Path) -> None:
    with Store.open(path) as store:
        number = add_tournament(store)
        store.add_games(number, [game_of_number(number) for number in range(1, 20)])


def _use_tournaments(path: Path) -> None:
    with closing(WatchedStore.watch(path)) as watched:
        for stored in watched.whole_and_damaged()[0]:
            watched.some_games(stored, after=0, most=10)
            watched.tallies(stored.number)
    with Store.open(path, create=False) as store:
        for stored in store.tournaments():
            store.openings(stored.number)
            store.last_identities(stored.number)
            store.add_games(stored.number, [game_of_number(50)])
            store.games(stored.number)
    with GameDatabase.create(path.with_name("other.db")) as database:
        database.add_file(path)


def _write_server(path: Path) -> None:
    seat = StoredSeat("Ann", token=token_digest("key"))
    with GameStore.open(path) as store:
        for number, record in enumerate(_games()):
            moves = tuple(StoredMove(played.move, 1.0) for played in record.moves)
            id = f"g-{number}"
            start = record.start.to_string()
            store.add(
                StoredServerGame(id, start, "normal", black=seat, white=StoredSeat("b", agent=True))
            )
            store.add_moves(id, 0, moves)
            if number % 2 and (outcome := finished_outcome(record.board())):
                store.end(id, outcome)


def _use_server(path: Path) -> None:
    with GameStore.open(path) as store:
        store.unfinished()
        list(store.records(lambda _: None))
        store.take_back("g-2", 0)
        store.add_moves("g-2", 0, [StoredMove(Move("f5"))])
        store.remove_oldest(5)
        store.ratings.ranked("normal", 8)
    with GameDatabase.create(path.with_name("other.db")) as database:
        database.add_file(path)


def _write_studies(path: Path) -> None:
    with closing(StudyStore.open(path)) as store:
        for number in range(20):
            store.add(f"{{{number}: {'x' * 300}}}")


def _use_studies(path: Path) -> None:
    with closing(StudyStore.open(path)) as store:
        id = store.add("new")[0].id
        store.study(id)
        store.tables.rows("SELECT * FROM study")


# What is behind a checksum


def _sealed_book(content: bytes) -> bytes:
    """Give the header of a book the checksum that belongs to it."""
    return (
        content[:20]
        + struct.pack("<I", crc32(content[:20] + bytes(4) + content[24:]))
        + content[24:]
    )


def _packed_book(content: bytes) -> bytes:
    sealed = _sealed_book(content)
    with suppress(ValueError, struct.error):  # lengths that are wrong
        sealed = book_file._transposed(sealed)
    return zlib.compress(sealed, 1)


def _sealed_weights(content: bytes) -> bytes:
    return zlib.compress(content[:-4] + struct.pack("<I", crc32(content[:-4])), 1)


def _opened_games(content: bytes) -> bytes:
    return content[:32] + zlib.decompress(content[32:])


def _sealed_games(content: bytes) -> bytes:
    checksum = crc32(content[:28] + content[32:])
    return content[:28] + struct.pack("<I", checksum) + zlib.compress(content[32:], 1)


FORMATS = {
    format.name: format
    for format in (
        BinaryFormat(
            "book.obb",
            lambda path: book_file.write(path, _small_book(), "about"),
            _use_book,
            bytes,
            _sealed_book,
        ),
        BinaryFormat(
            "packed.obb",
            lambda path: book_file.write(path, _small_book(), "about", is_packed=True),
            _use_book,
            lambda content: book_file._transposed(zlib.decompress(content), is_back=True),
            _packed_book,
        ),
        BinaryFormat("book.db", _write_working_copy, _use_working_copy),
        BinaryFormat("edax.dat", lambda path: foreign.write_edax(path, _small_book()), _use_book),
        BinaryFormat(
            "egaroucid.egbk3", lambda path: foreign.write_egaroucid(path, _small_book()), _use_book
        ),
        BinaryFormat(
            "weights.obw",
            lambda path: shutil.copy(shipped_path(4, "normal"), path),
            _use_weights,
            zlib.decompress,
            _sealed_weights,
        ),
        BinaryFormat("games.wtb", _write_wthor, _use_wthor),
        BinaryFormat("names.jou", _write_names, _use_names),
        BinaryFormat(
            "training.obg", _write_training_games, _use_training_games, _opened_games, _sealed_games
        ),
        BinaryFormat("games.db", _write_database, _use_database),
        BinaryFormat("tournaments.db", _write_tournaments, _use_tournaments),
        BinaryFormat("server.db", _write_server, _use_server),
        BinaryFormat("studies.db", _write_studies, _use_studies),
    )
}


def main(minutes: str = "1", *names: str) -> None:
    """Read damaged files of the named formats, or of all, and print what happened."""
    folder = Path(tempfile.mkdtemp())
    print(folder, flush=True)
    for name in names or FORMATS:
        place = folder / f"{name}.damaged"
        place.mkdir()
        random = Random()
        report = read_damaged(FORMATS[name], place, random, seconds=60 * float(minutes))
        files = report.read + report.refused + len(report.errors)
        print(
            f"{name}: {files:,} files, {report.read:,} read, {report.refused:,} refused, "
            f"{len(report.errors)} tracebacks, the slowest in {report.longest:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
