"""One visitor plays both colours."""

import pytest
from simulated_server import SimulatedClient, SimulatedServer

from obversi.board import Board
from obversi.rules import Rules
from obversi.wire import session
from obversi.wire.session import EndReason, ErrorCode, Presence


def own_game(server: SimulatedServer, client: SimulatedClient, **settings: object) -> session.Start:
    """Begin a game in which one client plays both colours."""
    join = session.Join("myself", **({"size": 4} | settings))  # type: ignore[arg-type]
    start = server.request(client, join, 1)[0]
    assert isinstance(start, session.Start)
    return start


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_one_client_plays_both_colors_to_the_end(server: SimulatedServer, rules: Rules) -> None:
    ann = server.connect("Ann")
    start = own_game(server, ann, rules=rules)
    assert (start.black, start.white, start.agents) == ("Ann", "Ann", ())
    assert (start.color, start.yours) == ("black", ("black", "white"))
    assert (start.keeper, start.ahead, start.clock) == (True, "", None)
    assert start.token
    assert len(ann.all_of(session.Start)) == len(ann.all_of(session.Turn)) == 1
    board = Board(4, rules)
    while not board.is_over:
        assert ann.last(session.Turn).legal == tuple(board.legal_moves)
        move = board.legal_moves[0]
        server.request(ann, session.Play(start.game, move), 2)
        board.push(move)
        if board.must_pass:
            board.push("pass")
        states = ann.all_of(session.State)
        assert [state.ply for state in states] == list(range(states[0].ply, board.ply + 1))
        assert len(ann.all_of(session.Turn)) == (not board.is_over)
    end = ann.last(session.End)
    assert (end.reason, end.text) == (EndReason.FINISHED, board.status())
    # It can be looked at again, as the one who played it.
    again, _ = server.request(ann, session.Rejoin(start.game, start.token))
    assert isinstance(again, session.Start)
    assert (again.yours, again.keeper) == (("black", "white"), False)


def test_a_game_for_both_colors_is_not_listed_and_not_paired(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = own_game(server, ann)
    assert server.request(ben, session.ListGames()) == [session.GameList(())]
    assert isinstance(server.request(ben, session.Join(size=4))[0], session.Waiting)
    # A client that knows the id may watch it.
    seen = server.request(ben, session.Watch(start.game))[0]
    assert isinstance(seen, session.Start)
    assert (seen.color, seen.yours, seen.keeper) == (None, (), False)
    server.request(ann, session.Play(start.game, "b1"))
    assert ben.last(session.State).move == "b1"
    for change in (session.Undo(start.game), session.ChangeSeat(start.game, "black", "me")):
        [error] = server.request(ben, change)
        assert isinstance(error, session.Error)
        assert error.code is ErrorCode.NOT_YOURS


@pytest.mark.parametrize("moves", ["", "b1"])
def test_the_mover_resigns(server: SimulatedServer, moves: str) -> None:
    ann = server.connect("Ann")
    start = own_game(server, ann, moves=moves)
    server.request(ann, session.Resign(start.game))
    [end] = ann.all_of(session.End)
    assert (end.reason, end.winner) == (EndReason.RESIGN, "black" if moves else "white")
    assert server.game_server.games == 0


def test_a_disconnection_is_notified_once(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = own_game(server, ann)
    assert start.token
    server.request(ben, session.Watch(start.game))
    ben.take()
    server.game_server.disconnect(ann)
    assert ben.take() == [Presence(start.game, "black", False, None)]
    assert server.time.alarms == 0
    server.time.advance(1_000_000)
    again = server.connect("Ann")
    reply, turn = server.request(again, session.Rejoin(start.game, start.token), 4)
    assert isinstance(reply, session.Start)
    assert (reply.yours, reply.keeper, reply.token) == (("black", "white"), True, None)
    assert isinstance(turn, session.Turn)
    assert ben.take() == [Presence(start.game, "black", True, None)]
    assert server.time.alarms == 0
    for move in ("b1", "a1"):
        server.request(again, session.Play(start.game, move))
    assert ben.last(session.State).mover == "white"
    server.game_server.disconnect(again)
    server.time.advance(1_000_000)
    assert not ben.all_of(session.End)


def test_another_connection_takes_both_seats(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    start = own_game(server, ann)
    assert start.token
    again = server.connect("Ann")
    server.request(again, session.Rejoin(start.game, start.token))
    assert ann.closed == "you have come back by another connection"
    server.game_server.disconnect(ann)
    ann.take()
    for move in ("b1", "a1"):
        assert isinstance(server.request(again, session.Play(start.game, move))[0], session.State)
    assert not ann.received
    assert server.time.alarms == 0


def test_it_counts_as_one_game(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    for _ in range(20):
        own_game(server, ann)
    [error] = server.request(ann, session.Join("myself"))
    assert isinstance(error, session.Error)
    assert error.code is ErrorCode.BUSY
