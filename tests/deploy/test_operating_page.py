"""What docs/operating.md says: options, events, metrics, backups, and how a name is deleted."""

import re
import sqlite3
from pathlib import Path

import click
from game_server import LineClient, serving

from obversi.cli import main
from obversi.move import Move
from obversi.net.operations.pages import METRICS
from obversi.net.store import GameStore
from obversi.net.stored_game import StoredMove, StoredSeat, StoredServerGame, lost_outcome
from obversi.wire.session import EndReason

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
START = "-----OX--XO----- X"


def section(title: str) -> str:
    """Return the text below a heading."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_its_options_exist() -> None:
    rows = re.findall(r"^\| (`--.*?) \|", section("Options of an operator"), re.MULTILINE)
    named = {option for row in rows for option in re.findall(r"--[a-z-]+", row)}
    web = main.get_command(click.Context(main), "web")
    assert web is not None
    assert named <= {name for option in web.params for name in option.opts}
    assert {"--store", "--bus", "--engine", "--proxy", "--drain", "--metrics-port"} <= named


def test_its_events_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| (`.*?) \|", section("The log"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    source = ROOT / "src" / "obversi"
    texts = [path.read_text(encoding="utf-8") for path in source.rglob("*.py")]
    logged = {name for text in texts for name in re.findall(r"=event\(\s*\"(\w+)\"", text)}
    logged |= {name for text in texts for name in re.findall(r"= event\(\s*\"(\w+)\"", text)}
    assert named == logged | {"error", "left_out"}


async def test_its_metrics_are_exported() -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address)
        await client.play(against="random", size=4)
        lines = server.pages.page(METRICS).body.decode()
    rows = re.findall(r"^\| (`(?:obversi|process)_.*?) \|", section("Metrics"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    families = set(re.findall(r"^# TYPE (\w+)", lines, re.MULTILINE))
    assert named <= families
    assert {name for name in families if name.startswith("obversi_")} <= named


def finished_game(store: GameStore, id: str, black: StoredSeat, white: StoredSeat) -> None:
    store.add(StoredServerGame(id, START, "normal", black, white))
    store.add_moves(id, 0, [StoredMove(Move("b1"))])
    board = StoredServerGame(id, START, "normal", black, white).board()
    store.end(id, lost_outcome(board, -1, EndReason.RESIGN, "black has resigned"))


def statements() -> str:
    [found] = re.findall(r"^```sql\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def test_a_name_is_deleted_from_finished_games(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with GameStore.open(path) as store:
        ann, _ = store.persons.add("Ann")
        finished_game(store, "g-1", StoredSeat("Zoe"), StoredSeat("Ann", person=ann.id))
        finished_game(store, "g-2", StoredSeat("Zoe", agent=True), StoredSeat("Zoe"))
        store.add(StoredServerGame("g-3", START, "normal", StoredSeat("Zoe"), StoredSeat("Ann")))
    with sqlite3.connect(path) as connection:
        connection.executescript(statements())
        listed = connection.execute("SELECT opponent, folded FROM person_game").fetchall()
    connection.close()
    assert listed == [("Guest", "guest\n")]
    with GameStore.open(path) as store:
        names = [
            [seat.name for seat in (game.black, game.white) if seat is not None]
            for game in map(store.game, ("g-1", "g-2", "g-3"))
            if game is not None
        ]
    assert names == [["Guest", "Ann"], ["Zoe", "Guest"], ["Zoe", "Ann"]]


def test_the_tables_that_it_names_are_all(tmp_path: Path) -> None:
    named = set(re.findall(r"`(game|move|person|rating|person_game|study)`", section("Privacy")))
    path = tmp_path / "games.db"
    GameStore.open(path).close()
    connection = sqlite3.connect(path)
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = {name for (name,) in connection.execute(query)}
    connection.close()
    assert tables | {"study"} == named


def test_a_backup_can_be_made_while_the_server_runs(tmp_path: Path) -> None:
    assert 'sqlite3 obversi-games.db ".backup games-backup.db"' in PAGE
    path, copy = tmp_path / "obversi-games.db", tmp_path / "copy.db"
    with GameStore.open(path) as store:
        store.add(StoredServerGame("g-1", START, "normal", StoredSeat("Ann"), StoredSeat("Bob")))
        source, target = sqlite3.connect(path), sqlite3.connect(copy)
        source.backup(target)  # what the command does
        source.close()
        target.close()
    with GameStore.open(copy) as store:
        assert store.game("g-1") is not None
