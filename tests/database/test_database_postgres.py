"""A database of games in PostgreSQL that is not there, denies access or goes away."""

from collections.abc import Callable, Iterator

import pytest
from database_checks import check_whole
from postgres_server import PostgresServer

import obversi as ob
from obversi.database import GameDatabase, GameFilter
from obversi.database.storage.postgres import PostgresStorage
from obversi.errors import InputError, ObversiError
from obversi.extras import MissingPackageError
from obversi.formats import GameRecord
from obversi.net.store import GameStore
from obversi.net.stored_game import StoredSeat, StoredServerGame
from obversi.sqlite_file import DamageError, StorageError

Games = Callable[..., list[GameRecord]]


@pytest.fixture
def place(postgres: PostgresServer) -> str:
    return postgres.new_place()


@pytest.fixture
def tables(place: str) -> str:
    """Return the schema of the games of the place."""
    return f"{place.rpartition('%3D')[2]}_games"


# Databases that cannot be used


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://127.0.0.1:1/games", "Connection refused"),
        ("postgresql:///games?host=/nowhere", "No such file or directory"),
        ("postgresql://[/games", "is not the address of a database"),
        ("postgresql://ann:secret@nowhere.invalid/games", "(?i)name|address"),
    ],
)
def test_a_server_that_is_not_there(address: str, words: str) -> None:
    for writing in (False, True):
        with pytest.raises(ObversiError, match=words) as error:
            GameDatabase.open(address, writing=writing)
        assert "\n" not in str(error.value)
        assert "secret" not in str(error.value)


def test_a_database_that_denies_access(postgres: PostgresServer) -> None:
    for right, wrong in (("obversi@", "nobody@"), ("/postgres", "/elsewhere")):
        with pytest.raises(ObversiError, match="does not exist") as error:
            GameDatabase.open(postgres.address.replace(right, wrong, 1))
        assert str(error.value).startswith("postgresql://")


def test_a_wrong_password(postgres: PostgresServer) -> None:
    postgres.run_sql("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    postgres.require_password("guarded")
    address = postgres.address.replace("obversi@", "guarded:wrong-one@", 1)
    with pytest.raises(ObversiError, match="password authentication failed") as error:
        GameDatabase.open(address)
    assert "wrong-one" not in str(error.value)
    with pytest.raises(InputError, match="it has no tables of games"):
        GameDatabase.open(address.replace("wrong-one", "right"))


def test_a_role_that_may_not_create_or_read(
    postgres: PostgresServer, place: str, tables: str, random_games: Games
) -> None:
    postgres.run_sql("CREATE ROLE visitor LOGIN")
    visitor = place.replace("obversi@", "visitor@", 1)
    with pytest.raises(InputError, match="permission denied for database postgres"):
        GameDatabase.create(visitor)
    with GameDatabase.create(place) as database:
        database.add(random_games(3), "")
    with pytest.raises(ObversiError, match="cannot be used"):
        GameDatabase.open(visitor)
    postgres.run_sql(f"GRANT USAGE ON SCHEMA {tables.removesuffix('_games')}, {tables} TO visitor")
    postgres.run_sql(f"GRANT SELECT ON ALL TABLES IN SCHEMA {tables} TO visitor")
    with GameDatabase.open(visitor) as database:
        assert database.games().total == 3
    with (
        GameDatabase.open(visitor, writing=True) as database,
        pytest.raises(InputError, match="permission denied for table"),
    ):
        database.add(random_games(1, seed=2), "")


def test_tables_of_another_version(postgres: PostgresServer, place: str, tables: str) -> None:
    GameDatabase.create(place).close()
    postgres.run_sql(f"UPDATE {tables}.obversi_version SET version = 99")
    for writing in (False, True):
        with pytest.raises(InputError, match=r"a newer version of obversi .tables 99, here 1"):
            GameDatabase.open(place, writing=writing)


def test_without_psycopg(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.extras.find_spec", lambda _: None)
    words = r"a PostgreSQL database needs psycopg, which is not installed: run .*\[postgres\]"
    with pytest.raises(MissingPackageError, match=words):
        GameDatabase.open(place)


DAMAGE = [
    ("UPDATE block SET columns = '\\x00'", "a table in .* is damaged"),
    ("DELETE FROM block", "it has the columns of 0 games, but there are 20"),
    ("UPDATE reached SET entries = '\\x0102'", "a table in .* is damaged"),
    ("DELETE FROM player", "is damaged"),
    ("UPDATE game SET moves = '\\x0000'", "game 3 in .* is damaged: 'a1' cannot be played"),
    ("UPDATE game SET details = '{'", "game 3 in .* is damaged"),
    ("UPDATE game SET start = 99", "game 3 in .* is damaged"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGE)
def test_damaged_tables_are_named(
    postgres: PostgresServer, place: str, random_games: Games, damage: str, message: str
) -> None:
    with GameDatabase.create(place) as database:
        database.add(random_games(20), "random")
    postgres.run_sql(damage, f"{place}_games")
    with GameDatabase.open(place) as database:
        with pytest.raises(DamageError, match=message) as error:
            database.games(GameFilter(position=ob.Board(), player="a"))
        assert "postgresql://obversi@/postgres" in str(error.value)
        assert str(error.value).endswith("; import its sources into a new database")


def test_a_table_that_is_missing(postgres: PostgresServer, place: str) -> None:
    GameDatabase.create(place).close()
    postgres.run_sql("DROP TABLE reached", f"{place}_games")
    with (
        GameDatabase.open(place) as database,
        pytest.raises(ObversiError, match='relation "reached" does not exist'),
    ):
        database.moves(ob.Board())


# Other tables of the same database


def test_a_server_can_use_the_same_database(place: str, random_games: Games) -> None:
    game = StoredServerGame(
        "g-1", "-----OX--XO----- X", "normal", StoredSeat("Ann"), StoredSeat("Ben")
    )
    with GameStore.open(place) as store, GameDatabase.create(place) as database:
        store.add(game)
        database.add(random_games(5), "random")
        assert store.game("g-1") == game
        assert database.games().total == 5


def test_places_in_one_database_are_apart(postgres: PostgresServer, random_games: Games) -> None:
    games = random_games(2)
    with (
        GameDatabase.create(postgres.new_place()) as one,
        GameDatabase.create(postgres.new_place()) as two,
    ):
        assert (one.add(games[:1], "").added, two.add(games, "").added) == (1, 2)
        assert (one.games().total, two.games().total) == (1, 2)


# Connections that are lost


def test_a_restart_of_the_database(
    postgres: PostgresServer, place: str, random_games: Games
) -> None:
    games = random_games(20)

    def interrupted() -> Iterator[GameRecord]:
        yield from games[10:]
        postgres.stop("immediate")
        postgres.start()

    with GameDatabase.create(place) as database, GameDatabase.open(place) as reader:
        database.add(games[:10], "first")
        assert reader.games().total == 10
        with pytest.raises(StorageError, match="the connection is lost; what was stored before"):
            database.add(interrupted(), "second")
        # Both connect again.
        assert reader.games().total == 10
        assert database.add(games[10:], "second").added == 10
    check_whole(place, games)


def test_an_import_may_wait_for_its_source(place: str) -> None:
    names = ("statement_timeout", "idle_in_transaction_session_timeout")
    query = f"SELECT {', '.join(f'current_setting({name!r}) AS {name}' for name in names)}"
    with GameDatabase.create(place) as writer, GameDatabase.open(place) as reader:
        for database, values in ((writer, {"0"}), (reader, {"30s", "1min"})):
            assert isinstance(database._storage, PostgresStorage)
            [row] = database._storage.rows(query)
            assert set(row.values()) == values


def test_a_reader_cannot_write(place: str) -> None:
    GameDatabase.create(place).close()
    with GameDatabase.open(place) as database:
        assert isinstance(database._storage, PostgresStorage)
        with pytest.raises(ObversiError, match="read-only"):
            database._storage.rows("DELETE FROM game RETURNING number")
