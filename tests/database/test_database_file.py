"""The file of a database: what survives a full disk, and what is rejected."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from database_checks import check_whole

import obversi as ob
from obversi.database import GameDatabase, GameFilter
from obversi.database.storage.file import FileStorage
from obversi.errors import InputError, ObversiError
from obversi.formats import GameRecord
from obversi.sqlite_file import DamageError, StorageError

Games = Callable[..., list[GameRecord]]


def test_a_full_disk_keeps_what_was_there(tmp_path: Path, random_games: Games) -> None:
    path = tmp_path / "games.db"
    games = random_games(300)
    with GameDatabase.create(path) as database:
        database.add(games[:10], "first")
        assert isinstance(database._storage, FileStorage)
        connection = database._storage.connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 20}")
        full = r"games\.db cannot be used: the disk is full; what was stored before is safe"
        with pytest.raises(StorageError, match=full):
            database.add(games[10:], "second")
        assert database.games().total == 10
        # Room was made.
        connection.execute("PRAGMA max_page_count = 1000000")
        database.add(games[10:20], "third")
    check_whole(path, games[:20])


# Files that cannot be used


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    for writing in (False, True):
        with pytest.raises(InputError, match="there is no such file"):
            GameDatabase.open(tmp_path / "games.db", writing=writing)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="there is no folder"):
        GameDatabase.create(tmp_path / "missing" / "games.db")
    with GameDatabase.create(tmp_path / "games.db") as database:
        assert database.path == tmp_path / "games.db"


def test_a_database_that_is_open_for_reading(tmp_path: Path, random_games: Games) -> None:
    path = tmp_path / "games.db"
    GameDatabase.create(path).close()
    before = path.read_bytes()
    with (
        GameDatabase.open(path) as database,
        pytest.raises(InputError, match=r"games\.db is open for reading"),
    ):
        database.add(random_games(1), "")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_without_permission_to_write(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    GameDatabase.create(path).close()
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        with GameDatabase.open(path) as database:
            assert database.games().total == 0
        with pytest.raises(ObversiError):
            GameDatabase.open(path, writing=True)
    finally:
        tmp_path.chmod(0o700)


def test_files_of_others(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("f5d6c3\n" * 1000)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection, connection:
        connection.execute("CREATE TABLE game (number)")
    newer = tmp_path / "newer.db"
    GameDatabase.create(newer).close()
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    for path, message in (
        (text, "it is not a database"),
        (foreign, "it is a database of another program, not of games"),
        (newer, "it is from a newer version of obversi"),
        (tmp_path, "it is a folder"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        for writing in (False, True):
            with pytest.raises(InputError, match=message):
                GameDatabase.open(path, writing=writing)
        assert before == (path.read_bytes() if path.is_file() else b"")


DAMAGE = [
    ("UPDATE block SET columns = x'00'", "a table in .* is damaged"),
    ("DELETE FROM block", "it has the columns of 0 games, but there are 20"),
    ("UPDATE reached SET entries = x'0102'", "a table in .* is damaged"),
    ("DELETE FROM player", "is damaged"),
    ("UPDATE game SET moves = x'0000'", "game 3 in .* is damaged: 'a1' cannot be played"),
    ("UPDATE game SET moves = x'80'", "game 3 in .* is damaged"),
    ("UPDATE game SET details = '{'", "game 3 in .* is damaged"),
    ("UPDATE game SET rules = 'misere'", "game 3 in .* is damaged: there are no rules"),
    ("UPDATE game SET start = 99", "game 3 in .* is damaged"),
    ("DROP TABLE reached", "no such table: reached"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGE)
def test_damaged_tables_are_named(
    tmp_path: Path, random_games: Games, damage: str, message: str
) -> None:
    path = tmp_path / "games.db"
    with GameDatabase.create(path) as database:
        database.add(random_games(20), "random")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(damage)
    with GameDatabase.open(path) as database, pytest.raises(ObversiError, match=message):
        database.games(GameFilter(position=ob.Board(), player="a"))


def test_a_file_with_damaged_bytes(tmp_path: Path, random_games: Games) -> None:
    path = tmp_path / "games.db"
    with GameDatabase.create(path) as database:
        database.add(random_games(300), "random")
    data = bytearray(path.read_bytes())
    data[8192:-8192] = Random(1).randbytes(len(data) - 16384)
    path.write_bytes(data)
    with GameDatabase.open(path) as database:
        for ask in (database.games, database.players, database.stats):
            with pytest.raises(ObversiError, match=r"games\.db"):
                ask()
    with (
        GameDatabase.open(path, writing=True) as database,
        pytest.raises(DamageError, match=r"games\.db is damaged; import its sources into a new"),
    ):
        database.add(random_games(10, seed=9), "more")


def test_a_cut_file(tmp_path: Path, random_games: Games) -> None:
    path = tmp_path / "games.db"
    with GameDatabase.create(path) as database:
        database.add(random_games(100), "random")
    path.write_bytes(path.read_bytes()[:-20000])
    with pytest.raises(ObversiError, match=r"games\.db"), GameDatabase.open(path) as database:
        database.stats()
