"""A store in PostgreSQL: what it does when that is not there, denies access or goes away."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from postgres_server import PostgresServer

from obversi.errors import ObversiError
from obversi.move import Move
from obversi.net.store import SCHEMA, GameStore
from obversi.net.stored_game import StoredMove, StoredSeat, StoredServerGame, lost_outcome
from obversi.sql import postgres as module
from obversi.sql.postgres import PostgresTables
from obversi.sqlite_file import StorageError
from obversi.wire.session import EndReason

GAME = StoredServerGame("g-1", "-----OX--XO----- X", "normal", StoredSeat("Ann"), StoredSeat("Ben"))
NEWER = "a newer version of obversi .tables 99, here"
NO_TABLES = "it has no tables of a server's games"
ENDING = lost_outcome(GAME.board(), 1, EndReason.RESIGN, "white has resigned")


@pytest.fixture
def place(postgres: PostgresServer) -> str:
    return postgres.new_place()


def move(name: str) -> list[StoredMove]:
    return [StoredMove(Move(name))]


def moves_of(store: GameStore) -> list[str]:
    stored = store.game("g-1")
    assert stored is not None
    return [str(each.move) for each in stored.moves]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://127.0.0.1:1/games", "Connection refused"),
        ("postgresql:///games?host=/nowhere", "No such file or directory"),
        ("postgresql://[/games", "is not the address of a database"),
        ("postgresql://localhost:port/games", "cannot be used"),
        ("postgresql://ann:secret@nowhere.invalid/games", "(?i)name|address"),
    ],
)
def test_a_server_that_is_not_there(address: str, words: str) -> None:
    with pytest.raises(ObversiError, match=words) as error:
        GameStore.open(address)
    assert "\n" not in str(error.value)
    assert "secret" not in str(error.value)


def test_a_database_that_denies_access(postgres: PostgresServer) -> None:
    for wrong, words in (("obversi@", 'role "nobody" does not exist'), ("/postgres", "not exist")):
        right = {"obversi@": "nobody@", "/postgres": "/elsewhere"}[wrong]
        with pytest.raises(ObversiError, match=words) as error:
            GameStore.open(postgres.address.replace(wrong, right, 1))
        assert str(error.value).startswith("postgresql://")


@pytest.mark.parametrize(
    ("statement", "words", "words_to_readers"),
    [
        ("UPDATE obversi_version SET version = 99", NEWER, NEWER),
        ("UPDATE obversi_version SET version = 2", None, "an older version of obversi .tables 2"),
        ("DROP TABLE obversi_version", 'relation "person" already exists', NO_TABLES),
    ],
)
def test_other_tables_are_rejected(
    postgres: PostgresServer, place: str, statement: str, words: str | None, words_to_readers: str
) -> None:
    GameStore.open(place).close()
    postgres.run_sql(statement, place)
    with pytest.raises(ObversiError, match=words_to_readers):
        GameStore.open(place, to_serve=False)
    if words is not None:
        with pytest.raises(ObversiError, match=words):
            GameStore.open(place)


def test_a_reader_needs_tables(place: str) -> None:
    with pytest.raises(ObversiError, match=NO_TABLES):
        GameStore.open(place, to_serve=False)


def test_another_encoding_is_rejected(postgres: PostgresServer) -> None:
    postgres.run_sql("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII'")
    with pytest.raises(ObversiError, match="its encoding is SQL_ASCII, not UTF8"):
        GameStore.open(postgres.address.replace("/postgres", "/ascii", 1))


def test_older_tables_are_upgraded(place: str) -> None:
    with GameStore.open(place) as store:
        store.add(GAME)
    column = "ALTER TABLE game ADD COLUMN note TEXT"
    newer = replace(SCHEMA, version=SCHEMA.version + 1, migrations={SCHEMA.version: (column,)})
    for _ in range(2):
        tables = PostgresTables(place, newer, to_serve=True, alone=True)
        assert tables.rows("SELECT id, note FROM game") == [{"id": "g-1", "note": None}]
        tables.close()


def test_a_restart_of_the_database_loses_nothing(postgres: PostgresServer, place: str) -> None:
    with GameStore.open(place) as store:
        store.add(GAME)
        store.add_moves("g-1", 0, move("b1"))
        postgres.stop("immediate")
        try:
            for _ in range(2):
                with pytest.raises(StorageError, match="cannot be used") as error:
                    store.add_moves("g-1", 1, move("a1"))
                assert "\n" not in str(error.value)
            with pytest.raises(StorageError):
                store.game("g-1")
        finally:
            postgres.start()
        store.tables._next_attempt = 0  # type: ignore[attr-defined]  # without a pause
        assert moves_of(store) == ["b1"]
        postgres.restart()  # this time nobody has noticed
        store.add_moves("g-1", 1, move("a1"))
        assert moves_of(store) == ["b1", "a1"]
        with pytest.raises(ObversiError, match="served by another process"):
            GameStore.open(place)  # the lock was taken again


def test_attempts_to_connect_leave_time_for_clients(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GameStore.open(place) as store:
        attempts: list[None] = []

        def fail(*_: Any, **__: Any) -> None:
            attempts.append(None)
            raise psycopg.OperationalError("timeout expired")

        monkeypatch.setattr(psycopg, "connect", fail)
        monkeypatch.setattr(module, "_SHORTEST_PAUSE", 1000)
        store.tables.close()
        for _ in range(3):
            with pytest.raises(StorageError, match="timeout expired"):
                store.game("g-1")
        assert len(attempts) == 1


@pytest.mark.long
def test_a_slow_or_locked_database_is_reported(place: str) -> None:
    with GameStore.open(place) as store, psycopg.connect(place) as other:
        store.add(GAME)
        other.execute("LOCK TABLE game")
        with pytest.raises(StorageError, match="it is locked by another process"):
            store.add_moves("g-1", 0, move("b1"))
        with pytest.raises(StorageError, match="it is too slow"):
            store.tables.rows("SELECT pg_sleep(5)")
        other.rollback()
        store.add_moves("g-1", 0, move("b1"))
        assert moves_of(store) == ["b1"]


@contextmanager
def failing_commit(store: GameStore, error: type[psycopg.Error], *, stored: bool) -> Iterator[None]:
    """Let the next commit fail, before or after PostgreSQL has done it."""
    tables = store.tables
    assert isinstance(tables, PostgresTables)
    assert tables._connection is not None
    right = tables._connection.execute

    def execute(query: Any, *rest: Any, **options: Any) -> Any:
        if query != "COMMIT":
            return right(query, *rest, **options)
        if stored:
            right(query)
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables._connection, "execute", execute)
        yield


def test_a_full_disk_confirms_nothing(place: str) -> None:
    with GameStore.open(place) as store:
        store.add(GAME)
        with (
            failing_commit(store, psycopg.errors.DiskFull, stored=False),
            pytest.raises(StorageError, match="its disk is full; what was stored before is safe"),
        ):
            store.add_moves("g-1", 0, move("b1"))
        assert moves_of(store) == []
        store.add_moves("g-1", 0, move("b1"))


@pytest.mark.parametrize("again", ["b1", "a2"])
def test_a_move_that_was_stored_though_nobody_knew_can_be_made_again(
    place: str, again: str
) -> None:
    """The answer to a commit may be lost: then the player was notified that it failed."""
    with GameStore.open(place) as store:
        store.add(GAME)
        with (
            failing_commit(store, psycopg.OperationalError, stored=True),
            pytest.raises(StorageError),
        ):
            store.add_moves(
                "g-1",
                0,
                move("b1"),
                lost_outcome(GAME.board(), 1, EndReason.RESIGN, "white has resigned"),
            )
        assert moves_of(store) == ["b1"]
        store.add_moves("g-1", 0, move(again))
        stored = store.game("g-1")
        assert stored is not None
        assert stored.ending is None
        assert moves_of(store) == [again]
