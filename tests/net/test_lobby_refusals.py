"""Whatever a visitor asks for, there is an answer, and it says what is wrong."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from game_room import GameRoom, Guest, two_players

from obversi.board import Board
from obversi.errors import ObversiError
from obversi.net.bounds import Bounds
from obversi.wire import session
from obversi.wire.session import End, ErrorCode, Request

CLOCK = session.ClockSetting(60)


def refusal(room: GameRoom, guest: Guest, request: Request) -> session.Error:
    """Return the only answer, which has to be an error about this request, with its id."""
    [error] = room.ask(guest, request, "q")
    assert isinstance(error, session.Error)
    assert error.about == session.name_of(request)
    assert guest.heard[0].id == "q"
    return error


def test_hello_comes_first_and_once(room: GameRoom) -> None:
    guest = room.guest(name="")
    assert refusal(room, guest, session.Ping(1)).code is ErrorCode.HELLO
    wrong = refusal(room, guest, session.Hello(2, "Ann"))
    assert (wrong.code, wrong.text) == (ErrorCode.VERSION, "version 1 is spoken here, not 2")
    [welcome] = room.ask(guest, session.Hello(1, "Ann"), 1)
    assert isinstance(welcome, session.Welcome)
    assert welcome.server.startswith("obversi ")
    assert welcome.visitor == guest.number
    assert [offer.description for offer in welcome.agents] == ["greedy", "engine:level=3"]
    assert welcome.bounds == session.Allowance(line=4096, rate=30, games=20, seconds=10)
    assert guest.name == "Ann"
    assert refusal(room, guest, session.Hello(1, "Ben")).code is ErrorCode.HELLO
    assert room.ask(guest, session.Ping(7)) == [session.Pong(7)]


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
def test_games_that_are_not_there(room: GameRoom, request_: Request) -> None:
    error = refusal(room, room.guest(), request_)
    assert (error.code, error.text) == (ErrorCode.UNKNOWN_GAME, "there is no game 'g-x'")


def test_games_of_others(room: GameRoom) -> None:
    ann, ben, eve = room.guest("Ann"), room.guest("Ben"), room.guest("Eve")
    room.ask(ann, session.Join(size=4, color="black"))
    room.ask(ben, session.Join(size=4))
    game = ben.last(session.Start).game
    for request in (
        session.Play(game, "b1"),
        session.Resign(game),
        session.ChangeSeat(game, "black", "me"),
        session.Undo(game),
        session.Redo(game),
    ):
        assert refusal(room, eve, request).code is ErrorCode.NOT_YOURS
    assert refusal(room, eve, session.Leave(game)).code is ErrorCode.NOT_YOURS
    assert refusal(room, eve, session.Accept(game)).code is ErrorCode.REFUSED
    # A token of another seat, of another game, or of nobody.
    room.ask(eve, session.Join("greedy", size=4))
    own = eve.last(session.Start).token
    assert own is not None
    for token in (own, "x"):
        assert refusal(room, eve, session.Rejoin(game, token)).code is ErrorCode.TOKEN
    assert refusal(room, ben, session.Play(game, "b1")).code is ErrorCode.NOT_YOUR_TURN
    for move in ("a1", "c3", "h8", "pass", "nonsense"):
        assert refusal(room, ann, session.Play(game, move)).code is ErrorCode.ILLEGAL
    for change in (
        session.ChangeSeat(game, "white", "greedy"),
        session.ChangeSeat(game, "black", "greedy"),
        session.ChangeSeat(game, "white", "me"),
        session.Undo(game),
        session.Redo(game),
    ):
        error = refusal(room, ann, change)
        assert error.code is ErrorCode.REFUSED
        assert error.text.startswith("another person plays")
    assert refusal(room, ann, session.Leave(game)).code is ErrorCode.REFUSED
    assert not ben.all_of(session.State)
    room.ask(ann, session.Play(game, "b1"))
    assert ben.all_of(session.State)


def test_games_that_are_over(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Join("greedy", size=4))
    game = ann.last(session.Start).game
    room.ask(ann, session.Resign(game))
    for request in (
        session.Play(game, "b1"),
        session.Resign(game),
        session.ChangeSeat(game, "black", "me"),
        session.Undo(game),
        session.Redo(game),
        session.Accept(game),
        session.Leave(game),
    ):
        assert refusal(room, ann, request).code is ErrorCode.OVER
    assert refusal(room, ann, session.Rejoin(game, "x")).code is ErrorCode.TOKEN


def test_games_that_have_not_begun(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join(size=4))
    assert isinstance(waiting, session.Waiting)
    for request in (
        session.Play(waiting.game, "b1"),
        session.Resign(waiting.game),
        session.ChangeSeat(waiting.game, "black", "me"),
        session.Undo(waiting.game),
        session.Redo(waiting.game),
        session.Accept(waiting.game),
    ):
        assert refusal(room, ann, request).code is ErrorCode.REFUSED
    assert refusal(room, ben, session.Watch(waiting.game)).code is ErrorCode.REFUSED
    assert refusal(room, ben, session.Play(waiting.game, "b1")).code is ErrorCode.NOT_YOURS


@pytest.mark.parametrize(
    ("request_", "code", "words"),
    [
        (session.Join("gredy"), ErrorCode.AGENT, "did you mean 'greedy'?"),
        (session.Arrange("greedy", "x"), ErrorCode.AGENT, "there is no agent 'x'"),
        (session.Join(moves="f5a1"), ErrorCode.ILLEGAL, "'moves' cannot be played: ply 2"),
        (session.Join(moves="xyz"), ErrorCode.ILLEGAL, "'moves' cannot be played: ply 1"),
        (session.Join("greedy", position="X"), ErrorCode.FORMAT, "'position' is no board"),
        (session.Join(position=Board(4).to_string()), ErrorCode.FORMAT, "of 4×4 squares"),
        (session.Join(size=4, position=16 * "X" + " O"), ErrorCode.OVER, "nothing left to play"),
        (session.Analyse(moves="a1"), ErrorCode.ILLEGAL, "'moves' cannot be played"),
        (session.Analyse(position=64 * "-" + "X"), ErrorCode.OVER, "nothing left to play"),
        (session.Join("myself", clock=CLOCK), ErrorCode.REFUSED, "with oneself has no clocks"),
        (session.Review(moves="f5a1"), ErrorCode.ILLEGAL, "'moves' cannot be played: ply 2"),
        (session.Review(position="X"), ErrorCode.FORMAT, "'position' is no board"),
        (session.Stop(3), ErrorCode.REFUSED, "there is no analysis 3 under way"),
    ],
)
def test_what_cannot_be_had(room: GameRoom, request_: Request, code: str, words: str) -> None:
    error = refusal(room, room.guest(), request_)
    assert error.code == code
    assert words in error.text
    assert room.lobby.games == 0


def test_a_visitor_has_so_many_games() -> None:
    room = GameRoom(bounds=Bounds(games_of_visitor=2), quick=False)
    ann, ben = room.guest("Ann"), room.guest("Ben")
    room.ask(ann, session.Join("greedy"))
    game = ann.last(session.Start).game
    room.ask(ann, session.Arrange("greedy", "greedy"))
    arranged = ann.last(session.Start).game
    [waiting] = room.ask(ben, session.Join())
    assert isinstance(waiting, session.Waiting)
    for request in (
        session.Join("greedy"),
        session.Join(),
        session.Arrange("greedy", "greedy"),
        session.Accept(waiting.game),
    ):
        assert refusal(room, ann, request).code is ErrorCode.BUSY
    for watched in (game, arranged):
        room.ask(ben, session.Watch(watched))
    room.ask(room.guest("Cara"), session.Join("greedy", color="black"))
    third = room.lobby.games
    assert third == 4
    [listed] = room.ask(ben, session.ListGames())
    assert isinstance(listed, session.GameList)
    other = next(g for g in listed.games if g.game not in (game, arranged, waiting.game))
    assert refusal(room, ben, session.Watch(other.game)).code is ErrorCode.BUSY
    room.ask(ben, session.Leave(game))
    assert isinstance(room.ask(ben, session.Watch(other.game))[0], session.Start)
    room.close()


def test_all_together_have_so_many_games() -> None:
    room = GameRoom(bounds=Bounds(games=3, games_of_address=2, watchers=1), quick=False)
    ann, ben = room.guest("Ann", "10.0.0.1"), room.guest("Ben", "10.0.0.2")
    room.ask(ann, session.Join("greedy"))
    game = ann.last(session.Start).game
    room.ask(ann, session.Join("greedy"))
    error = refusal(room, ann, session.Join("greedy"))
    assert (error.code, error.text) == (
        ErrorCode.BUSY,
        "too many games were begun from your address",
    )
    room.ask(ben, session.Join("greedy"))
    error = refusal(room, ben, session.Join("greedy"))
    assert (error.code, error.text) == (ErrorCode.BUSY, "there are 3 games, and no room for more")
    room.ask(ben, session.Watch(game))
    eve = room.guest("Eve")
    error = refusal(room, eve, session.Watch(game))
    assert (error.code, error.text) == (ErrorCode.BUSY, "too many watch this game already")
    assert not room.lobby.is_engaged(eve)
    room.ask(ann, session.Resign(game))
    assert isinstance(room.ask(ann, session.Join("greedy"))[0], session.Start)
    room.close()


def test_an_address_begins_so_many_games_a_minute() -> None:
    room = GameRoom(bounds=Bounds(new_games_a_minute=6, new_games_at_once=2))
    ann, ben = room.guest("Ann", "10.0.0.1"), room.guest("Ben", "10.0.0.1")
    for guest in (ann, ben):
        assert isinstance(room.ask(guest, session.Arrange("greedy", "greedy", size=4))[-1], End)
    for request in (session.Arrange("greedy", "greedy"), session.Join("greedy"), session.Join()):
        error = refusal(room, ann, request)
        assert error.code is ErrorCode.BUSY
        assert error.text.startswith("6 games a minute can be begun from your address")
    eve = room.guest("Eve", "10.0.0.2")
    assert isinstance(room.ask(eve, session.Join())[0], session.Waiting)
    room.time.pass_by(10)
    assert isinstance(room.ask(ann, session.Join("greedy"))[0], session.Start)
    room.close()


def test_the_file_does_not_grow_for_ever() -> None:
    room = GameRoom(bounds=Bounds(kept_games=3))
    ann = room.guest()
    room.ask(ann, session.Join())
    waiting = ann.last(session.Waiting).game
    ended = []
    for _ in range(5):
        room.ask(ann, session.Arrange("greedy", "greedy", size=4))
        ended.append(ann.last(End).game)
    room.lobby.forget_old_games()
    kept = [id for id in (waiting, *ended) if room.store.game(id) is not None]
    assert kept == [waiting, *ended[2:]]
    room.lobby.forget_old_games()
    assert len(list(room.store.records())) == 3
    room.close()


def test_nothing_is_told_that_is_not_stored(
    room: GameRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    room.ask(ann, session.Join(size=4, color="black"))
    room.ask(ben, session.Join(size=4))
    game = ben.last(session.Start).game
    ben.take()
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise ObversiError("the disk is full")

        patch.setattr(room.store, "add_moves", full)
        patch.setattr(room.store, "end", full)
        assert "cannot store" in refusal(room, ann, session.Play(game, "b1")).text
        assert "cannot store" in refusal(room, ann, session.Resign(game)).text
    assert not ben.heard
    room.ask(ann, session.Play(game, "b1"))
    assert ben.last(session.State).ply == 1


def test_agents_try_again_what_could_not_be_stored(
    room: GameRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.guest("Ann")
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise ObversiError("the disk is full")

        patch.setattr(room.store, "add_moves", full)
        room.ask(ann, session.Join("greedy", size=4, color="white"))
        assert not ann.all_of(session.State)
    room.time.pass_by(6)
    room.settle()
    assert ann.all_of(session.State)


def test_who_is_gone_is_not_heard(room: GameRoom) -> None:
    ann = room.guest()
    room.lobby.depart(ann)
    assert room.ask(ann, session.Join()) == []
    assert room.lobby.games == room.lobby.visitors == 0


def test_a_server_that_goes_down_does_nothing_more() -> None:
    room = GameRoom()
    ann = room.guest()
    room.loop.run_until_complete(room.lobby.close("good night"))
    error = refusal(room, ann, session.Join())
    assert (error.code, error.text) == (ErrorCode.CLOSING, "good night")
    room.store.close()
    room.loop.close()


def test_of_the_file_only_its_owner_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    room = GameRoom(tmp_path / "games.db")
    players, start = two_players(room)
    move = session.Play(start.game, start.legal[0])
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        error = refusal(room, players["black"], move)
    assert (error.code, "try again" in error.text) == (ErrorCode.REFUSED, True)
    assert "games.db" not in error.text
    assert "games.db cannot be used: another process keeps it locked" in caplog.text
    room.ask(players["black"], move)
    assert players["white"].last(session.State).move == start.legal[0]
    room.close()
