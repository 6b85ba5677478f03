"""Whatever a client requests, there is an answer, and it says what is wrong."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from simulated_server import SimulatedClient, SimulatedServer, two_players

from obversi.board import Board
from obversi.errors import InputError
from obversi.net.limits import ServerLimits
from obversi.wire import session
from obversi.wire.session import End, ErrorCode, Request

CLOCK = session.ClockSetting(60)


def rejection(server: SimulatedServer, client: SimulatedClient, request: Request) -> session.Error:
    """Return the only answer, which has to be an error about this request, with its id."""
    [error] = server.request(client, request, "q")
    assert isinstance(error, session.Error)
    assert error.about == session.name_of(request)
    assert client.received[0].id == "q"
    return error


def test_hello_comes_first_and_once(server: SimulatedServer) -> None:
    client = server.connect(name="")
    assert rejection(server, client, session.Ping(1)).code is ErrorCode.HELLO
    wrong = rejection(server, client, session.Hello(2, "Ann"))
    assert (wrong.code, wrong.text) == (ErrorCode.VERSION, "this server uses version 1, not 2")
    [welcome] = server.request(client, session.Hello(1, "Ann"), 1)
    assert isinstance(welcome, session.Welcome)
    assert welcome.server.startswith("obversi ")
    assert welcome.visitor == client.number
    assert [offer.description for offer in welcome.agents] == ["greedy", "engine:level=3"]
    assert welcome.bounds == session.Allowance(line=4096, rate=30, games=20, seconds=10)
    assert client.name == "Ann"
    assert rejection(server, client, session.Hello(1, "Ben")).code is ErrorCode.HELLO
    assert server.request(client, session.Ping(7)) == [session.Pong(7)]


@pytest.mark.parametrize(
    "request_",
    [
        session.Accept("g-x"),
        session.Watch("g-x"),
        session.Leave("g-x"),
        session.Play("g-x", "b1"),
        session.Resign("g-x"),
        session.ChangeSeat("g-x", "black", "me"),
        session.Undo("g-x"),
        session.Redo("g-x"),
        session.Rejoin("g-x", "token"),
    ],
)
def test_unknown_games_are_rejected(server: SimulatedServer, request_: Request) -> None:
    error = rejection(server, server.connect(), request_)
    assert (error.code, error.text) == (ErrorCode.UNKNOWN_GAME, "there is no game 'g-x'")


def test_requests_for_games_of_others_are_rejected(server: SimulatedServer) -> None:
    ann, ben, eve = server.connect("Ann"), server.connect("Ben"), server.connect("Eve")
    server.request(ann, session.Join(size=4, color="black"))
    server.request(ben, session.Join(size=4))
    game = ben.last(session.Start).game
    for request in (
        session.Play(game, "b1"),
        session.Resign(game),
        session.ChangeSeat(game, "black", "me"),
        session.Undo(game),
        session.Redo(game),
    ):
        assert rejection(server, eve, request).code is ErrorCode.NOT_YOURS
    assert rejection(server, eve, session.Leave(game)).code is ErrorCode.NOT_YOURS
    assert rejection(server, eve, session.Accept(game)).code is ErrorCode.REFUSED
    # A token of another seat or another game, or an unknown one.
    server.request(eve, session.Join("greedy", size=4))
    own = eve.last(session.Start).token
    assert own is not None
    for token in (own, "x"):
        assert rejection(server, eve, session.Rejoin(game, token)).code is ErrorCode.TOKEN
    assert rejection(server, ben, session.Play(game, "b1")).code is ErrorCode.NOT_YOUR_TURN
    for move in ("a1", "c3", "h8", "pass", "nonsense"):
        assert rejection(server, ann, session.Play(game, move)).code is ErrorCode.ILLEGAL
    for change in (
        session.ChangeSeat(game, "white", "greedy"),
        session.ChangeSeat(game, "black", "greedy"),
        session.ChangeSeat(game, "white", "me"),
        session.Undo(game),
        session.Redo(game),
    ):
        error = rejection(server, ann, change)
        assert error.code is ErrorCode.REFUSED
        assert error.text.startswith("another person plays")
    assert rejection(server, ann, session.Leave(game)).code is ErrorCode.REFUSED
    assert not ben.all_of(session.State)
    server.request(ann, session.Play(game, "b1"))
    assert ben.all_of(session.State)


def test_requests_for_finished_games_are_rejected(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Join("greedy", size=4))
    game = ann.last(session.Start).game
    server.request(ann, session.Resign(game))
    for request in (
        session.Play(game, "b1"),
        session.Resign(game),
        session.ChangeSeat(game, "black", "me"),
        session.Undo(game),
        session.Redo(game),
        session.Accept(game),
        session.Leave(game),
    ):
        assert rejection(server, ann, request).code is ErrorCode.OVER
    assert rejection(server, ann, session.Rejoin(game, "x")).code is ErrorCode.TOKEN


def test_requests_for_waiting_games_are_rejected(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join(size=4))
    assert isinstance(waiting, session.Waiting)
    for request in (
        session.Play(waiting.game, "b1"),
        session.Resign(waiting.game),
        session.ChangeSeat(waiting.game, "black", "me"),
        session.Undo(waiting.game),
        session.Redo(waiting.game),
        session.Accept(waiting.game),
    ):
        assert rejection(server, ann, request).code is ErrorCode.REFUSED
    assert rejection(server, ben, session.Watch(waiting.game)).code is ErrorCode.REFUSED
    assert rejection(server, ben, session.Play(waiting.game, "b1")).code is ErrorCode.NOT_YOURS


@pytest.mark.parametrize(
    ("request_", "code", "words"),
    [
        (session.Join("gredy"), ErrorCode.AGENT, "did you mean 'greedy'?"),
        (session.Arrange("greedy", "x"), ErrorCode.AGENT, "there is no agent 'x'"),
        (session.Join(moves="f5a1"), ErrorCode.ILLEGAL, "'moves' cannot be played: ply 2"),
        (session.Join(moves="xyz"), ErrorCode.ILLEGAL, "'moves' cannot be played: ply 1"),
        (session.Join("greedy", position="X"), ErrorCode.FORMAT, "'position' is not a board"),
        (session.Join(position=Board(4).to_string()), ErrorCode.FORMAT, "has 4×4 squares"),
        (session.Join(size=4, position=16 * "X" + " O"), ErrorCode.OVER, "nothing left to play"),
        (session.Analyse(moves="a1"), ErrorCode.ILLEGAL, "'moves' cannot be played"),
        (session.Analyse(position=64 * "-" + "X"), ErrorCode.OVER, "nothing left to play"),
        (
            session.Join("myself", clock=CLOCK),
            ErrorCode.REFUSED,
            "against itself cannot have clocks",
        ),
        (session.Review(moves="f5a1"), ErrorCode.ILLEGAL, "'moves' cannot be played: ply 2"),
        (session.Review(position="X"), ErrorCode.FORMAT, "'position' is not a board"),
        (session.Stop(3), ErrorCode.REFUSED, "there is no running analysis 3"),
    ],
)
def test_bad_requests_are_rejected(
    server: SimulatedServer, request_: Request, code: str, words: str
) -> None:
    error = rejection(server, server.connect(), request_)
    assert error.code == code
    assert words in error.text
    assert server.game_server.games == 0


def test_games_of_a_client_are_limited() -> None:
    server = SimulatedServer(limits=ServerLimits(games_per_client=2), quick=False)
    ann, ben = server.connect("Ann"), server.connect("Ben")
    server.request(ann, session.Join("greedy"))
    game = ann.last(session.Start).game
    server.request(ann, session.Arrange("greedy", "greedy"))
    arranged = ann.last(session.Start).game
    [waiting] = server.request(ben, session.Join())
    assert isinstance(waiting, session.Waiting)
    for request in (
        session.Join("greedy"),
        session.Join(),
        session.Arrange("greedy", "greedy"),
        session.Accept(waiting.game),
    ):
        assert rejection(server, ann, request).code is ErrorCode.BUSY
    for watched in (game, arranged):
        server.request(ben, session.Watch(watched))
    server.request(server.connect("Cara"), session.Join("greedy", color="black"))
    third = server.game_server.games
    assert third == 4
    [listed] = server.request(ben, session.ListGames())
    assert isinstance(listed, session.GameList)
    other = next(g for g in listed.games if g.game not in (game, arranged, waiting.game))
    assert rejection(server, ben, session.Watch(other.game)).code is ErrorCode.BUSY
    server.request(ben, session.Leave(game))
    assert isinstance(server.request(ben, session.Watch(other.game))[0], session.Start)
    server.close()


def test_games_of_the_server_are_limited() -> None:
    server = SimulatedServer(
        limits=ServerLimits(games=3, games_per_address=2, spectators=1), quick=False
    )
    ann, ben = server.connect("Ann", "10.0.0.1"), server.connect("Ben", "10.0.0.2")
    server.request(ann, session.Join("greedy"))
    game = ann.last(session.Start).game
    server.request(ann, session.Join("greedy"))
    error = rejection(server, ann, session.Join("greedy"))
    assert (error.code, error.text) == (
        ErrorCode.BUSY,
        "too many games were started from your address",
    )
    server.request(ben, session.Join("greedy"))
    error = rejection(server, ben, session.Join("greedy"))
    assert (error.code, error.text) == (
        ErrorCode.BUSY,
        "the server has 3 games, which is its maximum",
    )
    server.request(ben, session.Watch(game))
    eve = server.connect("Eve")
    error = rejection(server, eve, session.Watch(game))
    assert (error.code, error.text) == (ErrorCode.BUSY, "this game has too many spectators")
    assert not server.game_server.is_engaged(eve)
    server.request(ann, session.Resign(game))
    assert isinstance(server.request(ann, session.Join("greedy"))[0], session.Start)
    server.close()


def test_new_games_of_an_address_are_limited_per_minute() -> None:
    server = SimulatedServer(limits=ServerLimits(new_games_per_minute=6, new_games_at_once=2))
    ann, ben = server.connect("Ann", "10.0.0.1"), server.connect("Ben", "10.0.0.1")
    for client in (ann, ben):
        assert isinstance(
            server.request(client, session.Arrange("greedy", "greedy", size=4))[-1], End
        )
    for request in (session.Arrange("greedy", "greedy"), session.Join("greedy"), session.Join()):
        error = rejection(server, ann, request)
        assert error.code is ErrorCode.BUSY
        assert error.text.startswith("at most 6 games per minute can be started from your address")
    eve = server.connect("Eve", "10.0.0.2")
    assert isinstance(server.request(eve, session.Join())[0], session.Waiting)
    server.time.advance(10)
    assert isinstance(server.request(ann, session.Join("greedy"))[0], session.Start)
    server.close()


def test_the_file_does_not_grow_for_ever() -> None:
    server = SimulatedServer(limits=ServerLimits(stored_games=3))
    ann = server.connect()
    server.request(ann, session.Join())
    waiting = ann.last(session.Waiting).game
    ended = []
    for _ in range(5):
        server.request(ann, session.Arrange("greedy", "greedy", size=4))
        ended.append(ann.last(End).game)
    server.game_server.remove_old_games()
    kept = [id for id in (waiting, *ended) if server.store.game(id) is not None]
    assert kept == [waiting, *ended[2:]]
    server.game_server.remove_old_games()
    assert len(list(server.store.records())) == 3
    server.close()


def test_a_move_that_cannot_be_stored_is_not_sent(
    server: SimulatedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    server.request(ann, session.Join(size=4, color="black"))
    server.request(ben, session.Join(size=4))
    game = ben.last(session.Start).game
    ben.take()
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise InputError("the disk is full")

        patch.setattr(server.store, "add_moves", full)
        patch.setattr(server.store, "end", full)
        assert "cannot store" in rejection(server, ann, session.Play(game, "b1")).text
        assert "cannot store" in rejection(server, ann, session.Resign(game)).text
    assert not ben.received
    server.request(ann, session.Play(game, "b1"))
    assert ben.last(session.State).ply == 1


def test_agents_try_again_what_could_not_be_stored(
    server: SimulatedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.connect("Ann")
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise InputError("the disk is full")

        patch.setattr(server.store, "add_moves", full)
        server.request(ann, session.Join("greedy", size=4, color="white"))
        assert not ann.all_of(session.State)
    server.time.advance(6)
    server.settle()
    assert ann.all_of(session.State)


def test_a_disconnected_client_is_ignored(server: SimulatedServer) -> None:
    ann = server.connect()
    server.game_server.disconnect(ann)
    assert server.request(ann, session.Join()) == []
    assert server.game_server.games == server.game_server.sessions == 0


def test_a_server_that_goes_down_does_nothing_more() -> None:
    server = SimulatedServer()
    ann = server.connect()
    server.loop.run_until_complete(server.game_server.close("good night"))
    error = rejection(server, ann, session.Join())
    assert (error.code, error.text) == (ErrorCode.CLOSING, "good night")
    server.store.close()
    server.loop.close()


def test_errors_of_the_store_are_logged_and_not_sent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = SimulatedServer(tmp_path / "games.db")
    players, start = two_players(server)
    move = session.Play(start.game, start.legal[0])
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        error = rejection(server, players["black"], move)
    assert (error.code, "try again" in error.text) == (ErrorCode.REFUSED, True)
    assert "games.db" not in error.text
    assert "games.db cannot be used: it is locked by another process" in caplog.text
    server.request(players["black"], move)
    assert players["white"].last(session.State).move == start.legal[0]
    server.close()
