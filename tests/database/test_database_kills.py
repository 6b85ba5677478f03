"""Imports that are killed or interrupted, and several writers, in a file and in PostgreSQL."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from database_checks import check_whole

from obversi.board import Board
from obversi.database import GameDatabase
from obversi.errors import InputError
from obversi.formats import GameRecord, write_path
from obversi.sql.interface import address_label
from obversi.sqlite_file import StorageError

Games = Callable[..., list[GameRecord]]
Place = Path | str

IMPORT = """
import sys
from obversi.database import GameDatabase, importing
from obversi.formats import read_path

importing._PART = 10  # most games are in the tables when the process waits

def games():
    for number, game in enumerate(read_path(sys.argv[2])):
        if number == 95:
            print("working", flush=True)
            sys.stdin.read()
        yield game

with GameDatabase.open(sys.argv[1], writing=True) as database:
    database.add(games(), "second")
"""


def importing_process(place: Place, games: Path) -> "subprocess.Popen[str]":
    """A process that has added many games, and waits in the middle of its transaction."""
    command = [sys.executable, "-c", IMPORT, str(place), str(games)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "working\n"
    return process


def label(place: Place) -> str:
    return address_label(place) if isinstance(place, str) else str(place)


@pytest.mark.long
def test_a_killed_import_leaves_the_database_whole(
    store_place: Place, tmp_path: Path, random_games: Games
) -> None:
    new = tmp_path / "new.json"
    games = random_games(130)
    write_path(games[30:], new)
    with GameDatabase.create(store_place) as database:
        database.add(games[:30], "first")
    for _ in range(2):
        process = importing_process(store_place, new)
        with GameDatabase.open(store_place) as database:  # others can read meanwhile
            assert database.games().total == 30
        process.kill()
        process.communicate()
        check_whole(store_place, games[:30])
    # The same import again.
    with GameDatabase.open(store_place, writing=True) as database:
        assert database.add_file(new).added == 100
    check_whole(store_place, games)


@pytest.mark.few_cases
def test_only_one_process_writes(store_place: Place, tmp_path: Path, random_games: Games) -> None:
    new = tmp_path / "new.json"
    write_path(random_games(100), new)
    GameDatabase.create(store_place).close()
    process = importing_process(store_place, new)
    for create in (False, True):
        with pytest.raises(StorageError) as error:
            GameDatabase.open(store_place, writing=True, create=create)
        name = f" ({process.pid})" if isinstance(store_place, Path) else ""
        assert str(error.value) == f"another process writes to {label(store_place)}{name}"
    process.communicate("")
    assert process.returncode == 0
    with GameDatabase.open(store_place, writing=True) as database:
        assert database.games().total == 100
    assert not (tmp_path / "games.db.lock").exists()


def test_ctrl_c_keeps_what_was_there(database: GameDatabase, random_games: Games) -> None:
    games = random_games(20)

    def interrupted() -> Iterator[GameRecord]:
        yield from games[10:]
        raise KeyboardInterrupt

    database.add(games[:10], "first")
    with pytest.raises(KeyboardInterrupt):
        database.add(interrupted(), "second")
    assert database.games().total == 10
    assert database.add(games[10:], "second").added == 10
    assert [game.record for game in database.each_game()] == games


def test_a_reader_sees_one_state(store_place: Place, random_games: Games) -> None:
    games = random_games(20)
    with (
        GameDatabase.create(store_place) as writer,
        GameDatabase.open(store_place) as reader,
    ):
        writer.add(games[:10], "first")
        with reader._storage.reading() as statements:
            query = "SELECT count(*) AS games FROM game"
            before = statements.execute(query).fetchone()["games"]
            writer.add(games[10:], "second")
            assert statements.execute(query).fetchone()["games"] == before == 10
        assert reader.games().total == 20


def test_a_reader_sees_what_was_added_since(database: GameDatabase, random_games: Games) -> None:
    games = random_games(30)
    assert database.stats().games == 0
    for number in (10, 20, 30):
        database.add(games[:number], "more")
        assert database.stats().games == database.games().total == number
        assert database.moves(Board()).games == number


def test_create_and_open(store_place: Place, random_games: Games) -> None:
    for writing in (False, True):
        with pytest.raises(InputError, match=r"there is no such file|it has no tables of games"):
            GameDatabase.open(store_place, writing=writing)
    with pytest.raises(InputError, match="is open for writing"):
        GameDatabase.open(store_place, create=True)
    GameDatabase.create(store_place).close()
    with pytest.raises(InputError, match=r"exists already|has games already"):
        GameDatabase.create(store_place)
    with GameDatabase.open(store_place, writing=True, create=True) as database:
        assert database.add(random_games(1), "").added == 1
        assert database.label == label(store_place)
    with (
        GameDatabase.open(store_place) as database,
        pytest.raises(InputError, match="is open for reading: open it with writing=True"),
    ):
        database.add(random_games(1), "")
    with GameDatabase.open(store_place, writing=True, create=True) as database:
        assert database.games().total == 1


@pytest.mark.parametrize("place", ["mysql://ann:secret@host/games", "https://host/games.db"])
def test_addresses_of_other_databases(place: str) -> None:
    with pytest.raises(InputError, match="an address that begins with postgresql://") as error:
        GameDatabase.open(place)
    assert "secret" not in str(error.value)
