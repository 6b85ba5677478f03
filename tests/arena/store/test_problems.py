"""Problems with a file are reported with its name and the cause, and stored games are not lost."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from stored_games import SETTINGS, add_tournament, game_of_number

from obversi.arena.store.schema import SCHEMA
from obversi.arena.store.store import Store
from obversi.errors import ObversiError, ObversiWarning

NOBODY = 65534


def statements(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def stored_file(folder: Path, games: int = 3) -> Path:
    path = folder / "arena.db"
    with Store.open(path) as store:
        store.add_games(add_tournament(store), map(game_of_number, range(1, games + 1)))
    return path


def add_one_by_one(store: Store, number: int, games: int) -> None:
    for one in range(1, games + 1):
        store.add_games(number, [game_of_number(one)])


def rejection(path: Path, *, create: bool = True) -> str:
    with pytest.raises(ObversiError) as rejected, Store.open(path, create=create):
        pass
    beginning = f"{path} cannot be used: "
    assert str(rejected.value).startswith(beginning)
    return str(rejected.value).removeprefix(beginning)


@pytest.mark.parametrize("create", [True, False])
def test_file_that_is_not_a_database_is_not_changed(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary\n" * 500)
    assert rejection(path, create=create) == "it is not a database"
    assert path.read_text() == "dear diary\n" * 500
    assert list(tmp_path.iterdir()) == [path]


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mail.db"
    statements(path, "CREATE TABLE message (text)", "PRAGMA user_version = 1")
    before = path.read_bytes()
    expected = "it is a database of another program, not of tournaments"
    assert rejection(path) == rejection(path, create=False) == expected
    assert path.read_bytes() == before
    unused = tmp_path / "unused.db"
    statements(unused, "PRAGMA application_id = 5")
    assert rejection(unused) == expected


@pytest.mark.parametrize(("version", "age"), [(SCHEMA.version + 1, "a newer"), (0, "an older")])
def test_another_version_is_rejected_and_left_alone(tmp_path: Path, version: int, age: str) -> None:
    path = stored_file(tmp_path)
    statements(path, f"PRAGMA user_version = {version}")
    assert rejection(path) == (
        f"it is from {age} version of obversi (tables {version}, here {SCHEMA.version}); "
        "use another file, or that version"
    )
    statements(path, f"PRAGMA user_version = {SCHEMA.version}")
    with Store.open(path) as store:
        assert len(store.games(1)) == 3


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    assert rejection(missing / "arena.db") == f"there is no folder {missing}"
    assert rejection(missing / "arena.db", create=False) == f"there is no folder {missing}"
    assert rejection(tmp_path) == rejection(tmp_path, create=False) == "it is a folder"
    assert rejection(tmp_path / "arena.db", create=False) == "there is no such file"
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_becomes_a_database_only_to_play(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    path.touch()
    assert rejection(path, create=False) == "it is empty"
    with Store.open(path) as store:
        assert store.tournaments() == []


def test_odd_names_of_files(tmp_path: Path) -> None:
    for name in ("a b?mode=ro#%41.db", "é.db", os.fsdecode(b"\xff.db")):
        path = tmp_path / name
        with Store.open(path) as store, store.playing(add_tournament(store)):
            pass
        with Store.open(path, create=False) as store:
            assert store.tournament().number == 1
    assert len(list(tmp_path.iterdir())) == 3


def test_full_disk_keeps_stored_games(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        number = add_tournament(store)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 20}")
        full = r"arena\.db cannot be used: the disk is full; what was stored before is safe"
        with pytest.raises(ObversiError, match=full):
            add_one_by_one(store, number, 99)
        stored = store.tournament(number).games
        assert 1 < stored < 99
        with pytest.raises(ObversiError, match=full):
            store.add_games(number, map(game_of_number, range(stored + 1, 300)))
        assert len(store.games(number)) == stored
        # Room was made.
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.add_games(number, [game_of_number(stored + 1)])
    with Store.open(path) as store:
        assert store.games(number) == [game_of_number(one) for one in range(1, stored + 2)]


def test_a_file_that_another_process_keeps_locked(tmp_path: Path) -> None:
    path = stored_file(tmp_path)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        Store.open(path, timeout=0.05) as store,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ObversiError, match=r"arena\.db .*: it is locked by another process"):
            store.add_games(1, [game_of_number(4)])
        assert len(store.games(1)) == 3  # looking goes on
        other.execute("ROLLBACK")
        store.add_games(1, [game_of_number(4)])


def test_damaged_file_is_reported(tmp_path: Path) -> None:
    path = stored_file(tmp_path, games=200)
    content = bytearray(path.read_bytes())
    content[4096 * 10 : 4096 * 30] = bytes(4096 * 20)
    path.write_bytes(content)
    with (
        Store.open(path) as store,
        pytest.raises(ObversiError, match=r"arena\.db cannot be used: it is damaged"),
    ):
        store.games(1)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE game SET moves = 'd3 z9' WHERE number = 2", "game 2 of tournament 1 in "),
        ("UPDATE game SET clocks = '{' WHERE number = 2", "game 2 of tournament 1 in "),
        ("UPDATE game SET move_values = '[\"x\"]' WHERE number = 2", "game 2 of tournament 1 in "),
        ("UPDATE tournament SET settings = '{}'", "tournament 1 in "),
        ("UPDATE tournament SET settings = '[]'", "tournament 1 in "),
    ],
)
def test_damaged_rows_are_named(tmp_path: Path, change: str, what: str) -> None:
    path = stored_file(tmp_path)
    statements(path, change)
    with Store.open(path) as store, pytest.raises(ObversiError, match=f"^{what}.* is damaged: "):
        store.games(1)


@pytest.mark.parametrize(
    "change",
    [
        "settings = '{}'",
        "settings = '5'",
        "settings = '{\"entrants\": 5}'",
        "settings = CAST(x'ff' AS TEXT)",
        "settings = x'ff'",
    ],
)
def test_other_tournaments_than_the_damaged_one_can_be_used(tmp_path: Path, change: str) -> None:
    path = stored_file(tmp_path)
    with Store.open(path) as store:
        for name in ("second", "third"):
            add_tournament(store, name)
        statements(path, f"UPDATE tournament SET {change} WHERE number = 2")
        with pytest.warns(ObversiWarning, match=r"^tournament 2 in .*arena\.db is damaged: "):
            assert [stored.number for stored in store.tournaments()] == [1, 3]
        # The warning is given once.
        assert [stored.number for stored in store.tournaments()] == [1, 3]
        found = store.find(SETTINGS)
        assert found is not None
        assert found.number == 3
        assert store.tournament().number == 3
        assert len(store.games(1)) == 3
        for which in (2, "second"):
            with pytest.raises(ObversiError, match=r"^tournament 2 in .*arena\.db is damaged: "):
                store.tournament(which)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("DELETE FROM opening", "tournament 1 in .* is damaged: it has no openings"),
        (
            "DELETE FROM opening WHERE place = 1",
            "opening 2 of tournament 1 in .* is damaged: it is missing",
        ),
        ("UPDATE opening SET moves = 'a1' WHERE place = 1", "opening 2 of .* is damaged: "),
        (
            "DELETE FROM agent WHERE place = 0",
            "agent 'one' of tournament 1 in .* is damaged: it is missing",
        ),
        ("UPDATE agent SET identity = '[]' WHERE place = 0", "agent 'one' of .* is damaged: "),
    ],
)
def test_missing_rows_are_named(tmp_path: Path, change: str, message: str) -> None:
    path = stored_file(tmp_path)
    statements(path, change)
    with Store.open(path) as store:
        read = store.openings if "opening" in message else store.identities
        with pytest.raises(ObversiError, match=f"^{message}"):
            read(1)


# Permissions


@pytest.fixture
def folder() -> Iterator[Path]:
    """Make a folder that another user can get to."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Be a user for whom permissions count, as they do not for the super-user."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.mark.parametrize("create", [True, False])
def test_a_file_that_may_only_be_read_can_be_looked_at(folder: Path, create: bool) -> None:
    path = stored_file(folder)
    path.chmod(0o444)
    folder.chmod(0o555)
    with as_nobody(), Store.open(path, create=create) as store:
        assert len(store.games(1)) == 3
        with pytest.raises(ObversiError, match=r"arena\.db .*: it is read-only"):
            store.end(1, "over")
        with (
            pytest.raises(
                ObversiError, match=r"arena\.db-playing-1 cannot be written: Permission denied"
            ),
            store.playing(1),
        ):
            pass


@pytest.mark.skipif(os.geteuid() != 0, reason="there is one user only")
def test_a_file_that_another_user_is_writing_can_be_looked_at(folder: Path) -> None:
    path = stored_file(folder)
    path.chmod(0o444)
    folder.chmod(0o555)
    with Store.open(path) as playing:
        playing.add_games(1, [game_of_number(4)])
        with as_nobody(), Store.open(path, create=False) as store:
            assert len(store.games(1)) == 4


def test_files_and_folders_without_permission(folder: Path) -> None:
    path = stored_file(folder)
    path.chmod(0)
    with as_nobody():
        assert rejection(path, create=False) == "there is no permission to read it"
    folder.chmod(0o555)
    with as_nobody():
        expected = f"there is no permission to write into {folder}"
        assert rejection(folder / "new.db") == expected
        assert rejection(folder / "new.db", create=False) == "there is no such file"
    folder.chmod(0)
    with as_nobody():
        assert rejection(path) == rejection(path, create=False) == "Permission denied"
