"""The file of games: what it keeps, what it rejects, and what it does with damage."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from game_server import LineClient, serving

from obversi.errors import ObversiError, ObversiWarning
from obversi.formats import ggf
from obversi.move import Move
from obversi.net.games.game import Seat, new_token, token_digest
from obversi.net.store import SCHEMA, GameStore
from obversi.net.stored_game import (
    GameOutcome,
    StoredMove,
    StoredSeat,
    StoredServerGame,
    lost_outcome,
)
from obversi.sql.sqlite import SqliteTables
from obversi.wire.session import ClockSetting, EndReason

START = "-----OX--XO----- X"
ANN = StoredSeat("Ann", token=token_digest("key"))


def game(id: str = "g-1", **more: object) -> StoredServerGame:
    settings = {"black": ANN, "white": StoredSeat("greedy", agent=True)} | more
    return StoredServerGame(id, START, "reversed", **settings)  # type: ignore[arg-type]


def test_a_stored_game_is_complete(store_place: Path | str) -> None:
    opening = (StoredMove(Move("b1")),)
    kept = game(moves=opening, opening=1, clock=ClockSetting(60, 2), private=True)
    waiting = game("g-2", white=None, flexible=True)
    with GameStore.open(store_place) as store:
        store.add(kept)
        store.add(waiting)
        store.add_moves("g-1", 1, [StoredMove(Move("c1"), 0.5, 60.0, 59.5)])
    with GameStore.open(store_place) as store:
        [found, other], problems = store.unfinished()
        assert problems == []
        assert found == store.game("g-1")
        assert found.moves == (*opening, StoredMove(Move("c1"), 0.5, 60.0, 59.5))
        assert (found.clock, found.private, found.opening) == (kept.clock, True, 1)
        assert (found.black, found.white) == (kept.black, kept.white)
        assert other == waiting
        assert store.game("g-3") is None
        assert [record.black for record in store.records()] == ["Ann"]


def test_how_a_game_goes(store_place: Path | str) -> None:
    with GameStore.open(store_place) as store:
        store.add(game(white=None))
        store.set_seats("g-1", StoredSeat("Ben"), ANN)
        store.add_moves("g-1", 0, [StoredMove(Move(move), 1.0) for move in ("b1", "c1", "d3")])
        store.take_back("g-1", 1)
        stored = store.game("g-1")
        assert stored is not None
        assert stored.board().move_stack == ["b1"]
        store.end("g-1", lost_outcome(stored.board(), 1, EndReason.RESIGN, "white has resigned"))
        assert store.unfinished() == ([], [])
        [record] = store.records()
        assert (record.black, record.white, record.result) == ("Ben", "Ann", 16)
        assert ggf.parse(ggf.dump(record)).board() == record.board()
        store.add(game("g-2"))
        store.remove("g-2")
        assert store.game("g-2") is None
        with pytest.raises(ObversiError, match="there is no game 'g-2'"):
            store.add_moves("g-2", 0, [])


def test_the_last_move_and_the_end_are_stored_together(store_place: Path | str) -> None:
    with GameStore.open(store_place) as store:
        store.add(game())
        store.add_moves("g-1", 0, [StoredMove(Move("b1"))])
        ending = GameOutcome(EndReason.FINISHED, None, 0, "a draw")
        with pytest.raises(ObversiError):  # the ply is there already: nothing is stored
            store.add_moves("g-1", 0, [StoredMove(Move("a2"))], ending)
        stored = store.game("g-1")
        assert stored is not None
        assert stored.ending is None
        assert [kept.move for kept in stored.moves] == ["b1"]


def test_two_servers_cannot_open_one_store(store_place: Path | str, tmp_path: Path) -> None:
    with GameStore.open(store_place) as store:
        store.add(game())
        with pytest.raises(ObversiError, match="served by another process") as error:
            GameStore.open(store_place)
        if isinstance(store_place, Path):
            assert f"({os.getpid()})" in str(error.value)
        with GameStore.open(store_place, to_serve=False) as reader:  # others may look
            assert len(list(reader.records())) == 1
            with pytest.raises(ObversiError, match="it is read-only"):
                reader.remove("g-1")
        assert len(list(store.records())) == 1
    GameStore.open(store_place).close()
    files = ["games.db"] if isinstance(store_place, Path) else []
    assert [file.name for file in tmp_path.iterdir()] == files


def test_what_a_killed_server_leaves_is_read(tmp_path: Path) -> None:
    store = GameStore.open(tmp_path / "games.db")
    store.add(game())
    for file in tmp_path.glob("games.db*"):
        (tmp_path / file.name.replace("games", "copy")).write_bytes(file.read_bytes())
    with GameStore.open(tmp_path / "copy.db") as found:  # the mark of a dead process is no lock
        assert found.game("g-1") is not None
    store.close()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_text("no database, by no means " * 99), "it is not a database"),
        (lambda path: _statement(path, "CREATE TABLE mine (x)"), "of another program"),
        (lambda path: _versioned(path, SCHEMA.version + 1), "a newer version of obversi"),
        (lambda path: _versioned(path, 0), "an older version of obversi"),
        (lambda path: path.mkdir(), "cannot be used"),
    ],
)
def test_other_files_are_rejected(
    tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "games.db"
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    for to_serve in (True, False):
        with pytest.raises(ObversiError, match=words):
            GameStore.open(path, to_serve=to_serve)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]


def test_readers_do_not_change_the_store(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch()
    with pytest.raises(ObversiError, match="it is empty"):
        GameStore.open(path, to_serve=False)
    assert path.stat().st_size == 0
    with GameStore.open(path) as store:
        store.add(game())
    before = path.read_bytes()
    with GameStore.open(path, to_serve=False) as reader:
        assert len(list(reader.records())) == 1
        with pytest.raises(ObversiError, match="it is read-only"):
            reader.remove("g-1")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]


def test_a_server_hardly_waits_for_others(tmp_path: Path) -> None:
    with GameStore.open(tmp_path / "games.db") as store:
        assert isinstance(store.tables, SqliteTables)
        [milliseconds] = store.tables.connection.execute("PRAGMA busy_timeout").fetchone()
    assert milliseconds <= 50


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="there is no folder"):
        GameStore.open(tmp_path / "nowhere" / "games.db")
    with pytest.raises(ObversiError, match="there is no such file"):
        GameStore.open(tmp_path / "games.db", to_serve=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE move SET move = 'a1' WHERE game = 1",
        "UPDATE move SET move = 'zz' WHERE game = 1",
        "DELETE FROM move WHERE game = 1 AND ply = 0",
        "UPDATE game SET position = 'XO' WHERE number = 1",
        "UPDATE game SET rules = 'odd' WHERE number = 1",
        "UPDATE game SET clock = 'x', increment = NULL, opening = 'x' WHERE number = 1",
    ],
)
def test_a_damaged_game_harms_no_other(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "games.db"
    with GameStore.open(path) as store:
        for id in ("g-1", "g-2"):
            store.add(game(id, moves=(StoredMove(Move("b1")), StoredMove(Move("c1")))))
    _statement(path, statement)
    with GameStore.open(path) as store:
        games, problems = store.unfinished()
        assert [stored.id for stored in games] == ["g-2"]
        assert len(problems) == 1
        assert "game g-1 in" in problems[0]
        assert "is damaged" in problems[0]
        reported: list[str] = []
        assert len(list(store.records(reported.append))) == 1
        assert reported == problems
        with pytest.warns(ObversiWarning, match="game g-1 in .* is damaged"):
            assert len(list(store.records())) == 1


def test_a_token_opens_its_seat_alone() -> None:
    token = new_token()
    seat = Seat(-1, StoredSeat("Ann", token=token_digest(token)))
    assert seat.opens_with(token)
    assert not seat.opens_with(new_token())
    assert not Seat(1, StoredSeat("greedy", agent=True)).opens_with("")
    assert token.encode() not in (seat.who.token or b"")


def _statement(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


def _versioned(path: Path, version: int) -> None:
    GameStore.open(path).close()
    _statement(path, f"PRAGMA user_version = {version}")


VANISHING: dict[str, Callable[[Path], object]] = {
    "removed": lambda path: path.unlink(),
    "moved": lambda path: path.rename(path.with_suffix(".old")),
    "replaced": lambda path: (path.rename(path.with_suffix(".old")), path.write_bytes(b"")),
    "its log removed": lambda path: path.with_name(f"{path.name}-wal").unlink(),
    "its folder moved": lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
}


@pytest.mark.parametrize("how", VANISHING)
def test_a_file_that_vanishes_is_noticed_before_a_move_is_stored(tmp_path: Path, how: str) -> None:
    path = tmp_path / "games" / "games.db"
    path.parent.mkdir()
    with GameStore.open(path) as store:
        store.add(game())
        VANISHING[how](path)
        for _ in range(2):
            with pytest.raises(ObversiError, match=r"games\.db(-wal)? (is gone|was replaced)"):
                store.add_moves("g-1", 0, [StoredMove(Move("b1"))])
        stored = store.game("g-1")
        assert stored is not None
        assert stored.moves == ()


async def test_players_are_notified_that_their_move_is_not_stored(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    async with serving(path) as server:
        client = await LineClient.connect(server.address)
        await client.send(type="join", against="random", size=4, color="black")
        turn = await client.receive("turn")
        path.unlink()
        await client.send(type="move", game=turn["game"], move=turn["legal"][0])
        error = await client.receive("error")
        assert "cannot store" in error["text"]
