"""Files of older versions: to look at one leaves it as it is, to write makes it a new one."""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from stored_games import add_tournament, game_of_number

from obversi.arena.game.played import PlayedGame
from obversi.arena.store.schema import SCHEMA
from obversi.arena.store.store import Store
from obversi.errors import ObversiError

GAMES = [game_of_number(number) for number in range(1, 6)]


def without_notes(games: list[PlayedGame]) -> list[PlayedGame]:
    return [replace(game, notes={}) for game in games]


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Make a file as version 1 made it, whose games had no notes."""
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        store.add_games(add_tournament(store, "spring"), GAMES)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE game DROP COLUMN notes")
        connection.execute("PRAGMA user_version = 1")
    return path


@pytest.mark.parametrize("create", [True, False])
def test_reading_an_old_file_does_not_change_it(old: Path, create: bool) -> None:
    before = old.read_bytes()
    with Store.open(old, create=create) as store:
        assert store.games(1) == without_notes(GAMES)
        assert store.tournament("spring").games == len(GAMES)
    assert old.read_bytes() == before


def test_an_old_file_that_may_only_be_read(old: Path) -> None:
    old.chmod(0o444)
    old.parent.chmod(0o555)
    try:
        with Store.open(old, create=False) as store:
            assert store.games(1) == without_notes(GAMES)
            if os.geteuid() != 0:
                with pytest.raises(ObversiError, match="it is read-only"):
                    store.add_games(1, [game_of_number(6)])
    finally:
        old.parent.chmod(0o755)


def test_writing_migrates_an_old_file(old: Path) -> None:
    more = game_of_number(7)
    assert more.notes
    # A reader can go on reading.
    with Store.open(old) as looking, Store.open(old) as store:
        assert len(looking.games(1)) == 5
        store.add_games(1, [more])
        assert store.games(1) == looking.games(1) == [*without_notes(GAMES), more]
        looking.end(1, "over")
    assert version(old) == SCHEMA.version
    with Store.open(old) as again:
        assert again.games(1) == [*without_notes(GAMES), more]


def test_failed_write_does_not_migrate(old: Path) -> None:
    with Store.open(old) as store, pytest.raises(ObversiError, match="FOREIGN KEY"):
        store.add_games(1, [replace(game_of_number(7), a=9)])
    assert version(old) == 1
    with Store.open(old) as store:
        assert store.games(1) == without_notes(GAMES)
