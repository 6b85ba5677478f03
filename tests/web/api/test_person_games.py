"""A person's games over HTTP: search, results, claims, export, removal, and limits."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from simulated_server import SimulatedClient
from web_app import AppClient, app_client, error_of

from obversi.board import Board
from obversi.formats import read_text
from obversi.formats.detect import detect
from obversi.net.game_server import GameServer
from obversi.net.games.game import token_digest
from obversi.net.stored_game import StoredMove, StoredSeat, StoredServerGame, finished_outcome
from obversi.sql.interface import Statements
from obversi.sqlite_file import StorageError
from obversi.wire import session

START = "-----OX--XO----- X"


class Player:
    """A person, with games in the store of an app."""

    def __init__(self, app: AppClient, name: str = "Ann") -> None:
        self.app, self.name = app, name
        self.store = _server(app).store
        key = app.post("/api/person", json={"name": name}).json()["key"]
        self.headers = {"Authorization": f"Bearer {key}"}
        found = self.store.persons.by_key(key)
        assert found is not None
        self.id = found.id

    def get(self, path: str, **query: object) -> Any:
        answer = self.app.get(path, params=query, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: object) -> Any:
        answer = self.app.post(path, json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def plays(
        self, id: str, opponent: str = "engine:level=3", *, known: bool = True
    ) -> StoredServerGame:
        """Play a game on 4×4 with the first legal moves."""
        own = StoredSeat(self.name, False, token_digest("token"), self.id if known else None)
        other = StoredSeat(opponent, agent=True, token=token_digest("token"))
        game = StoredServerGame(id, START, "normal", own, other)
        self.store.add(game)
        board = Board(4)
        while not board.is_over:
            board.push(board.legal_moves[0])
        moves = [StoredMove(move) for move in board.move_stack]
        self.store.add_moves(id, 0, moves, finished_outcome(board))
        found = self.store.game(id)
        assert found is not None
        return found


@pytest.fixture(scope="module")
def app(module_store_place: Path | str) -> Iterator[AppClient]:
    with app_client(module_store_place) as client:
        yield client


@pytest.fixture(scope="module")
def ann(app: AppClient) -> Player:
    player = Player(app)
    player.plays("a-1")
    player.plays("a-2", "greedy")
    return player


def test_search(ann: Player) -> None:
    everything = ann.get("/api/person/games")
    assert everything["total"] == 2
    assert [game["id"] for game in everything["games"]] == ["a-2", "a-1"]
    one = ann.get("/api/person/games", text="LEVEL", size=4, kind="agent", color="black")
    assert (one["total"], one["games"][0]["opponent"]) == (1, "engine:level=3")
    assert ann.get("/api/person/games", most=1, skip=1)["games"] == everything["games"][1:]
    assert ann.get("/api/person/games", last_day="2020-01-01")["total"] == 0
    assert ann.get("/api/person")["games"] == 2


@pytest.mark.parametrize(
    "query",
    [
        {"most": "101"},
        {"skip": "-1"},
        {"first_day": "yesterday"},
        {"size": "5"},
        {"result": "won"},
        {"text": "x" * 101},
    ],
)
def test_wrong_searches_name_the_field(ann: Player, query: dict[str, str]) -> None:
    answer = ann.app.get("/api/person/games", params=query, headers=ann.headers)
    status, _, where = error_of(answer)
    assert (status, where) == (422, next(iter(query)))


def test_results_and_accuracy(ann: Player) -> None:
    game = ann.store.game("a-1")
    assert game is not None
    assert ann.store.person_games.set_accuracy(ann.id, game.board(), 62.5, 40.0)
    found = ann.get("/api/person/results", opponent="greedy")
    assert (found["games"], found["unreviewed"]) == (1, 0)  # both games have the same moves
    found = ann.get("/api/person/results")
    assert [row["name"] for row in found["opponents"]] == ["engine:level=3", "greedy"]
    assert [point["accuracy"] for point in found["accuracy"]] == [62.5, 62.5]
    [colors] = found["colors"]
    assert (colors["name"], colors["games"], colors["accuracy"]) == ("black", 2, 62.5)


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("format", ["ggf", "sgf", "json", "transcript"])
def test_an_export_has_all_games(app: AppClient, format: str) -> None:
    player = Player(app)
    games = [player.plays(f"{format}-{number}") for number in range(25)]
    answer = app.get("/api/person/export", params={"format": format}, headers=player.headers)
    assert answer.status_code == 200
    assert 'filename="obversi-games.' in answer.headers["content-disposition"]
    lines = answer.text.splitlines()
    assert len(lines) == len(games)
    # Transcripts of 4×4 have the board before them.
    assert detect(lines[0]) == ("board" if format == "transcript" else format)
    read = [game.board() for game in read_text(answer.text)]
    assert read == [game.board() for game in reversed(games)]


def test_a_damaged_file_is_the_servers_problem(app: AppClient) -> None:
    player = Player(app)
    player.plays("whole")
    player.plays("damaged")
    with player.store.writing() as connection:
        connection.execute("UPDATE game SET position = 'x' WHERE id = 'damaged'")
    answer = app.get("/api/person/export", headers=player.headers)
    assert len(answer.text.splitlines()) == 1
    seats = {"seats": [{"game": "damaged", "token": "token"}]}
    answer = app.post("/api/person/claim", json=seats, headers=player.headers)
    assert answer.status_code == 503
    assert ":memory:" not in answer.text


def test_exports_are_limited(app: AppClient) -> None:
    player = Player(app)
    statuses = [app.get("/api/person/export", headers=player.headers).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_a_guests_games_are_claimed_by_their_tokens(app: AppClient) -> None:
    player, thief = Player(app), Player(app, "Eve")
    player.plays("guest", known=False)
    seat = {"game": "guest", "token": "token"}
    wrong = [{"game": "guest", "token": "x"}, {"game": "none", "token": "token"}]
    claimed = player.post("/api/person/claim", seats=[seat, *wrong])
    assert claimed == {"added": 1, "known": 0, "missing": 2}
    assert player.post("/api/person/claim", seats=[seat]) == {"added": 0, "known": 1, "missing": 0}
    assert player.get("/api/person/games")["games"][0]["id"] == "guest"
    assert thief.post("/api/person/claim", seats=[seat])["missing"] == 1
    too_many = app.post("/api/person/claim", json={"seats": [seat] * 101}, headers=player.headers)
    assert error_of(too_many)[0] == 422


def test_games_are_the_persons_own(ann: Player, app: AppClient) -> None:
    eve = Player(app, "Eve")
    assert eve.get("/api/person/games")["total"] == 0
    answer = app.post("/api/person/games/remove", json={"game": "a-1"}, headers=eve.headers)
    assert error_of(answer)[:2] == (404, "you have no game 'a-1'")
    eve.plays("e-1")
    eve.plays("e-2")
    assert eve.post("/api/person/games/remove", game="e-1") == {"games": 1}
    assert eve.post("/api/person/delete") == {"games": 1}
    assert eve.store.game("e-2") is None
    assert app.get("/api/person/games", headers=eve.headers).status_code == 401
    assert ann.get("/api/person/games")["total"] == 2


def test_a_full_disk_is_reported_and_loses_nothing(
    app: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(app)
    player.plays("kept")

    tables = player.store.tables
    writing = tables.writing

    @contextmanager
    def fail() -> Iterator[Statements]:
        with writing() as statements:
            yield statements
            raise StorageError("/games.db cannot be used: the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(tables, "writing", fail)
        answer = app.post("/api/person/rename", json={"name": "Bea"}, headers=player.headers)
        text = "the server cannot store or read this now: try again later"
        assert error_of(answer)[:2] == (503, text)
        answer = app.post("/api/person/delete", json={}, headers=player.headers)
        assert answer.status_code == 503
    assert player.get("/api/person")["name"] == "Ann"
    assert player.get("/api/person/games")["total"] == 1


def test_a_player_of_a_running_game_gets_no_help() -> None:
    requests: dict[str, dict[str, object]] = {
        "/api/explorer": {},
        "/api/explorer/game": {"moves": "f5"},
        "/api/explain": {"evaluations": ["positional"]},
        "/api/perfect": {"size": 4},
        "/api/puzzles/mistakes": {"color": "black"},
        "/api/tree": {"size": 4, "depth": 1},
        "/api/tree/picture": {"size": 4, "depth": 1},
    }
    with app_client() as app:
        ann = Player(app)
        key = ann.headers["Authorization"].removeprefix("Bearer ")
        puzzle = app.get("/api/puzzles/daily").json()["id"]
        requests[f"/api/puzzles/{puzzle}/hint"] = {}
        game = app.run(_clock_game(app, key))
        for path, body in requests.items():
            status, text, _ = error_of(app.post(path, json=body, headers=ann.headers))
            assert status == 403, path
            assert text == "analysis is closed until your game with a clock is over"
            assert app.post(path, json=body).status_code == 200, path  # another client
        app.run(_resigned(app, *game))
        for path, body in requests.items():
            assert app.post(path, json=body, headers=ann.headers).status_code == 200, path


async def _clock_game(app: AppClient, key: str) -> tuple[SimulatedClient, str]:
    """Let a person with a key play a guest, with a clock."""
    server = _server(app)
    clients = [SimulatedClient("a", "192.0.2.1"), SimulatedClient("b", "192.0.2.2")]
    for client, own_key in zip(clients, (key, ""), strict=True):
        server.connect(client)
        hello = session.Hello(session.VERSION, "Ann", own_key)
        server.handle(client, session.RequestEnvelope(hello))
        join = session.Join(clock=session.ClockSetting(600, 0))
        server.handle(client, session.RequestEnvelope(join))
    return clients[0], clients[0].last(session.Start).game


async def _resigned(app: AppClient, client: SimulatedClient, game: str) -> None:
    _server(app).handle(client, session.RequestEnvelope(session.Resign(game)))


def _server(app: AppClient) -> GameServer:
    server: GameServer = app.app.state.services.game_server  # type: ignore[attr-defined]
    return server
