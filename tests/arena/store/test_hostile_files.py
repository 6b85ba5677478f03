"""Files of tournaments that were made to hurt whoever reads them."""

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from web_app import app_client, error_of

from obversi import sqlite_file
from obversi.arena.game.plan import TimeControl
from obversi.arena.openings import random_openings
from obversi.arena.store import store, watching
from obversi.arena.store.store import Store
from obversi.arena.store.watching import WatchedStore
from obversi.arena.tournament.settings import TournamentSettings, entrants
from obversi.errors import InputError

# Without an end, but for the test that fails.
ROWS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)"

HOSTILE = {
    "a view without end": [
        "ALTER TABLE game RENAME TO hidden",
        f"CREATE VIEW game AS {ROWS} SELECT hidden.*, i FROM n LEFT JOIN hidden",
    ],
    "a view of tournaments": [
        "ALTER TABLE tournament RENAME TO hidden",
        f"CREATE VIEW tournament AS {ROWS} SELECT hidden.* FROM n, hidden",
    ],
    "a trigger": [
        "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM game; END",
    ],
    "a computed column": [
        "ALTER TABLE tournament ADD COLUMN extra AS (hex(zeroblob(length(number) * 1000000)))",
    ],
    "a virtual table": ["CREATE VIRTUAL TABLE words USING fts5(word)"],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one tournament."""
    file = tmp_path / "arena.db"
    settings = TournamentSettings(
        entrants=entrants(["random", "greedy"]),
        form="round-robin",
        size=4,
        rules="normal",
        pairs=3,
        time=TimeControl(seconds=0.1),
        seed=1,
        openings="random",
    )
    with Store.open(file) as made:
        made.add_tournament(settings, random_openings(3, size=4, seed=1), [{}, {}])
    return file


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("open_file", [Store.open, WatchedStore.watch])
def test_only_plain_tables_are_read(
    path: Path, hostile: str, open_file: Callable[[Path], Store]
) -> None:
    open_file(path).close()
    change(path, *HOSTILE[hostile])
    with pytest.raises(InputError, match=r"arena\.db cannot be used: it has the .* never do"):
        open_file(path)


def test_the_app_says_so(path: Path) -> None:
    change(path, *HOSTILE["a view without end"])
    with app_client(arena=path) as app:
        for page in ("/api/arena", "/api/arena/1", "/api/arena/1/games"):
            status, text, _ = error_of(app.get(page))
            assert (status, "the view 'game'" in text) == (409, True)


def test_a_long_value_is_not_read(path: Path) -> None:
    change(path, "UPDATE tournament SET name = hex(zeroblob(10000000))")
    with WatchedStore.watch(path) as watched, pytest.raises(InputError, match="too long"):
        watched.tournament(1)


def test_a_query_has_a_limited_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with WatchedStore.watch(path) as watched:
        assert len(watched._rows("SELECT * FROM opening")) == 3
        monkeypatch.setattr(watching, "_QUERY_SECONDS", 0.0)
        monkeypatch.setattr(sqlite_file, "_STEPS_BETWEEN_CHECKS", 1)
        with pytest.raises(InputError, match="takes too long to read"):
            watched.openings(1)


def test_ctrl_c_ends_a_query(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def press() -> float:
        signal.raise_signal(signal.SIGINT)
        return 0.0

    monkeypatch.setattr(sqlite_file, "_STEPS_BETWEEN_CHECKS", 1)
    with Store.open(path) as opened:
        with monkeypatch.context() as context:
            context.setattr("time.monotonic", press)
            with pytest.raises(KeyboardInterrupt):
                opened.tournament(1)
        assert opened.tournament(1).number == 1


def test_there_are_not_too_many_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_MOST_ROWS", 3)
    with Store.open(path) as opened:
        assert len(opened.openings(1).boards) == 3
        monkeypatch.setattr(store, "_MOST_ROWS", 2)
        with pytest.raises(InputError, match="more than 2 rows"):
            opened.openings(1)
