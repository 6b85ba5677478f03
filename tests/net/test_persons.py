"""Persons and their games: what the server stores for a key, finds, counts and forgets."""

import re
import sqlite3
from pathlib import Path

import pytest
from simulated_server import SimulatedClient, SimulatedServer

from obversi.board import Board
from obversi.net.person_games import PersonGameFilter, PersonGames
from obversi.net.persons import Person, PersonsFullError, PersonStore, key_digest, new_key
from obversi.net.store import GameStore
from obversi.net.stored_game import lost_outcome
from obversi.sqlite_file import StorageError
from obversi.wire import session
from obversi.wire.session import EndReason

ALL = PersonGameFilter()


def connected(server: SimulatedServer, name: str, key: str = "") -> SimulatedClient:
    client = server.connect("")
    server.request(client, session.Hello(session.VERSION, name, key))
    return client


def with_person(server: SimulatedServer, name: str = "Ann") -> tuple[SimulatedClient, Person]:
    person, key = server.store.persons.add(name)
    return connected(server, name, key), person


def finished(server: SimulatedServer, client: SimulatedClient, join: session.Join) -> session.Start:
    """Play a game against an agent, or both colours, to its end; the engines choose the moves."""
    server.request(client, join)
    start = client.last(session.Start)
    board = Board.parse(start.board, start.rules)
    while not client.all_of(session.End):
        states = client.all_of(session.State)
        board = Board.parse(states[-1].board if states else start.board, start.rules)
        received = list(client.received)
        server.request(client, session.Play(start.game, str(board.legal_moves[0])))
        client.received = received + client.received
    return start


# Keys and persons


def test_a_key_has_128_bits_and_only_its_digest_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with GameStore.open(path) as store:
        person, key = store.persons.add("Ann")
        assert re.fullmatch(r"(?:[0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{2}", key)
        assert len({new_key() for _ in range(100)}) == 100
        assert store.persons.by_key(key) == person == store.persons.by_id(person.id)
    files = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert key.encode() not in files
    assert key.replace("-", "").encode() not in files
    assert (key_digest(key) or b"?") in files


@pytest.mark.parametrize("written", [str.upper, lambda key: key.replace("-", " ")])
def test_a_key_may_be_written_in_other_ways(written: object, store_place: Path | str) -> None:
    with GameStore.open(store_place) as store:
        person, key = store.persons.add("Ann")
        assert callable(written)
        assert store.persons.by_key(f" {written(key)} ") == person


@pytest.mark.parametrize("key", ["", "x", "0" * 26, "ä" * 26, "\0" * 26, "1" * 5000, "' OR 1"])
def test_wrong_keys_are_nobodys(key: str, store_place: Path | str) -> None:
    with GameStore.open(store_place) as store:
        store.persons.add("Ann")
        assert store.persons.by_key(key) is None


def test_an_id_is_not_used_again(store_place: Path | str) -> None:
    with GameStore.open(store_place) as store:
        ann, key = store.persons.add("Ann")
        store.persons.remove(ann.id)
        assert store.persons.by_key(key) is None
        ben, _ = store.persons.add("Ben")
        assert ben.id != ann.id


def test_a_full_server_removes_old_persons_without_games(store_place: Path | str) -> None:
    with GameStore.open(store_place) as store:
        persons = PersonStore(store.tables, most=2)
        old, _ = persons.add("old")
        persons.add("new")
        with pytest.raises(PersonsFullError, match="too many persons"):
            persons.add("one more")
        with store.writing() as connection:
            connection.execute("UPDATE person SET created = '2020' WHERE id = ?", (old.id,))
        persons.add("one more")
        assert persons.by_id(old.id) is None


# As the first version of the file had them.
FIRST_TABLES = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE game (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created TEXT NOT NULL,
        rules TEXT NOT NULL, position TEXT NOT NULL, opening INTEGER NOT NULL, black TEXT,
        white TEXT, black_agent INTEGER NOT NULL, white_agent INTEGER NOT NULL, black_token BLOB,
        white_token BLOB, clock REAL, increment REAL, private INTEGER NOT NULL,
        flexible INTEGER NOT NULL, reason TEXT, winner INTEGER, margin INTEGER, ending TEXT
    );
    CREATE INDEX unfinished ON game (number) WHERE reason IS NULL;
    CREATE TABLE move (
        game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, move TEXT NOT NULL,
        seconds REAL, black_left REAL, white_left REAL, PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    INSERT INTO game VALUES (1, 'g-1', '2026.01.02_03:04:05.UTC', 'normal',
        '-----OX--XO----- X', 0, 'Ann', 'greedy', 0, 1, x'00', NULL, NULL, NULL, 0, 0,
        NULL, NULL, NULL, NULL);
    INSERT INTO move VALUES (1, 0, 'b1', NULL, NULL, NULL);
    PRAGMA application_id = 1331852903;
    PRAGMA user_version = 1;
"""


def test_a_file_of_the_first_version_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path)
    connection.executescript(FIRST_TABLES)
    connection.close()
    with GameStore.open(path, to_serve=False) as reader:
        assert [record.black for record in reader.records()] == ["Ann"]
    with GameStore.open(path) as store:
        person, _ = store.persons.add("Ann")
        game = store.game("g-1")
        assert game is not None
        assert store.set_person("g-1", person.id, ["black"]) is False  # it is not over
        store.end("g-1", lost_outcome(game.board(), 1, EndReason.RESIGN, "white has resigned"))
        [kept] = store.person_games.find(person.id, ALL, 9)
        assert (kept.id, kept.result, kept.played) == ("g-1", "win", "2026-01-02T03:04:05Z")


# Games


def test_the_server_greets_a_person_by_name(server: SimulatedServer) -> None:
    _, key = server.store.persons.add("Ann")
    assert connected(server, "A", key).last(session.Welcome).person == "Ann"
    assert connected(server, "A", new_key()).last(session.Welcome).person is None
    assert connected(server, "A").last(session.Welcome).person is None


def test_a_finished_game_is_stored_for_its_person(server: SimulatedServer) -> None:
    ann, person = with_person(server)
    guest = connected(server, "Guest")
    start = finished(server, ann, session.Join("greedy", "white", "reversed", 4))
    finished(server, guest, session.Join("greedy", size=4))
    [game] = server.store.person_games.find(person.id, ALL, 10)
    stored = server.store.game(start.game)
    assert stored is not None
    assert stored.ending is not None
    assert (game.id, game.color, game.opponent, game.kind) == (
        start.game,
        "white",
        "greedy",
        "agent",
    )
    assert (game.rules, game.size, game.white, game.accuracy) == ("reversed", 4, "Ann", None)
    board = stored.board()
    assert game.moves == "".join(move for move in board.move_stack if not move.is_pass)
    outcome = board.outcome()
    assert outcome is not None
    results = {1: "win", -1: "loss", None: "draw"}
    assert game.result == results[outcome.winner]
    assert game.margin == (outcome.margin if outcome.winner == 1 else -outcome.margin)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", game.played)


def test_both_players_of_a_game_have_it(server: SimulatedServer) -> None:
    (ann, first), (ben, second) = with_person(server), with_person(server, "Ben")
    server.request(ann, session.Join(color="black", size=4))
    server.request(ben, session.Join(color="white", size=4))
    game = ben.last(session.Start).game
    server.request(ann, session.Play(game, "b1"))
    server.request(ben, session.Resign(game))
    [won] = server.store.person_games.find(first.id, ALL, 10)
    [lost] = server.store.person_games.find(second.id, ALL, 10)
    assert (won.opponent, won.kind, won.result, won.margin) == ("Ben", "person", "win", 16)
    assert (lost.opponent, lost.result, lost.margin) == ("Ann", "loss", -16)
    # A deleted person is deleted from the opponent's list, and the game stays for the opponent.
    assert server.store.person_games.remove(first.id) == 1
    assert server.store.person_games.find(first.id, ALL, 10) == []
    [left] = server.store.person_games.find(second.id, ALL, 10)
    assert (left.opponent, left.black, left.white, left.moves) == ("Guest", "Guest", "Ben", "b1")
    assert server.store.person_games.count(second.id, PersonGameFilter(text="ann")) == 0
    assert server.store.person_games.count(second.id, PersonGameFilter(text="GUEST")) == 1


def test_games_without_a_move_or_another_person_are_not_listed(server: SimulatedServer) -> None:
    ann, person = with_person(server)
    server.request(ann, session.Join("greedy", "black", size=4))
    server.request(ann, session.Resign(ann.last(session.Start).game))
    assert server.store.person_games.count(person.id) == 0
    finished(server, ann, session.Join(session.MYSELF, size=4))
    [game] = server.store.person_games.find(person.id, ALL, 10)
    assert (game.color, game.kind, game.result) == ("both", "self", None)


def test_a_guest_becomes_a_person_during_a_game(server: SimulatedServer) -> None:
    guest = connected(server, "Ann")
    server.request(guest, session.Join("greedy", "black", size=4))
    start = guest.last(session.Start)
    assert start.token is not None
    ann, person = with_person(server)
    server.request(ann, session.Rejoin(start.game, start.token))
    server.request(ann, session.Play(start.game, "b1"))
    server.request(ann, session.Resign(start.game))
    assert server.store.person_games.count(person.id) == 1


def test_a_deleted_person_plays_on_as_a_guest(server: SimulatedServer) -> None:
    ann, person = with_person(server)
    server.request(ann, session.Join("greedy", "black", size=4))
    start = ann.last(session.Start)
    server.game_server.forget(person.id)
    server.store.persons.remove(person.id)
    server.request(ann, session.Play(start.game, "b1"))
    server.request(ann, session.Resign(start.game))
    assert ann.all_of(session.End)
    server.request(ann, session.Join("greedy", size=4))
    assert ann.all_of(session.Start)


def test_search_and_results(server: SimulatedServer) -> None:
    ann, person = with_person(server)
    for color in ("black", "white"):
        finished(server, ann, session.Join("greedy", color, "reversed", 4))
    finished(server, ann, session.Join("level=3", "black", size=8))
    games = server.store.person_games
    found = games.find(person.id, ALL, 10)
    assert [game.size for game in found] == [8, 4, 4]  # the newest first
    assert games.find(person.id, ALL, 1, 1) == [found[1]]
    today, opening = found[0].played[:10], found[0].opening
    for wanted, count in (
        (PersonGameFilter(text="GREE"), 2),
        (PersonGameFilter(text="%"), 0),
        (PersonGameFilter(text="level"), 1),
        (PersonGameFilter(opponent="engine:level=3"), 1),
        (PersonGameFilter(color="black"), 2),
        (PersonGameFilter(color="black", rules="reversed"), 1),
        (PersonGameFilter(size=8, kind="agent"), 1),
        (PersonGameFilter(kind="person"), 0),
        (PersonGameFilter(first_day=today, last_day=today), 3),
        (PersonGameFilter(last_day="2020-01-01"), 0),
        (PersonGameFilter(opening=opening), 1 if opening else 3),
        (PersonGameFilter(reviewed=False), 3),
    ):
        assert games.count(person.id, wanted) == count, wanted
        assert len(games.find(person.id, wanted, 10)) == count, wanted
    for by, names in (
        ("opponent", ["greedy", "engine:level=3"]),
        ("color", ["black", "white"]),
        ("game", ["reversed 4", "normal 8"]),
    ):
        groups = games.results(person.id, ALL, by, 10)  # type: ignore[arg-type]
        assert [group.name for group in groups] == names
        assert [group.games for group in groups] == [2, 1]
        for group, name in zip(groups, names, strict=True):
            mine = [
                game.result
                for game in found
                if name in (game.opponent, game.color, f"{game.rules} {game.size}")
            ]
            counts = [mine.count(result) for result in ("win", "draw", "loss")]
            assert [group.wins, group.draws, group.losses] == counts


def test_a_review_stores_its_accuracy(server: SimulatedServer) -> None:
    ann, person = with_person(server)
    finished(server, ann, session.Join("greedy", "white", size=4))
    games = server.store.person_games
    [game] = games.find(person.id, ALL, 1)
    board = Board(4)
    for move in re.findall("..", game.moves):
        if board.must_pass:
            board.push("pass")
        board.push(move)
    assert games.set_accuracy(person.id, board, 50.0, 75.0)
    assert not games.set_accuracy(person.id + 1, board, 1.0, 1.0)
    board.pop()
    assert not games.set_accuracy(person.id, board, 1.0, 1.0)
    [game] = games.find(person.id, PersonGameFilter(reviewed=True, rules="normal"), 1)
    assert game.accuracy == 75.0
    filters = PersonGameFilter(rules="normal", opening=game.opening)
    assert games.accuracies(person.id, filters, 9) == [(game.id, game.played, 75.0)]
    [result] = games.results(person.id, ALL, "color", 9)
    assert (result.reviewed, result.accuracy) == (1, 75.0)


def test_a_person_has_a_maximum_of_games(server: SimulatedServer) -> None:
    ann, person = with_person(server)
    server.store.person_games = PersonGames(server.store.tables, most=1)
    first = finished(server, ann, session.Join("greedy", "black", size=4))
    finished(server, ann, session.Join("greedy", "black", size=4))
    assert [game.id for game in server.store.person_games.find(person.id, ALL, 9)] == [first.game]
    assert server.store.person_games.remove(person.id, first.game) == 1
    assert server.store.game(first.game) is None
    assert server.store.person_games.count(person.id) == 0


def test_a_full_disk_loses_nothing_that_was_confirmed(
    server: SimulatedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, person = with_person(server)
    finished(server, ann, session.Join("greedy", "black", size=4))
    server.request(ann, session.Join("greedy", "black", size=4))
    start = ann.last(session.Start)
    server.request(ann, session.Play(start.game, "b1"))

    def full(*_: object) -> int:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(PersonGames, "add", full)
        [error] = server.request(ann, session.Resign(start.game))
        assert isinstance(error, session.Error)  # neither the end nor the entry is stored
    stored = server.store.game(start.game)
    assert stored is not None
    assert stored.ending is None
    assert server.store.person_games.count(person.id) == 1
    server.request(ann, session.Resign(start.game))
    assert ann.all_of(session.End)
    assert server.store.person_games.count(person.id) == 2
