"""One visitor plays both colours."""

import pytest
from game_room import GameRoom, Guest

from obversi.board import Board
from obversi.wire import session
from obversi.wire.session import EndReason, ErrorCode, Presence


def own_game(room: GameRoom, guest: Guest, **settings: object) -> session.Start:
    """Begin a game of somebody with himself."""
    join = session.Join("myself", **({"size": 4} | settings))  # type: ignore[arg-type]
    start = room.ask(guest, join, 1)[0]
    assert isinstance(start, session.Start)
    return start


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_one_visitor_plays_both_colours_to_the_end(room: GameRoom, rules: str) -> None:
    ann = room.guest("Ann")
    start = own_game(room, ann, rules=rules)
    assert (start.black, start.white, start.agents) == ("Ann", "Ann", ())
    assert (start.color, start.yours) == ("black", ("black", "white"))
    assert (start.keeper, start.ahead, start.clock) == (True, "", None)
    assert start.token
    assert len(ann.all_of(session.Start)) == len(ann.all_of(session.Turn)) == 1
    board = Board(4, rules)
    while not board.is_over:
        assert ann.last(session.Turn).legal == tuple(board.legal_moves)
        move = board.legal_moves[0]
        room.ask(ann, session.Play(start.game, move), 2)
        board.push(move)
        if board.must_pass:
            board.push("pass")
        states = ann.all_of(session.State)
        assert [state.ply for state in states] == list(range(states[0].ply, board.ply + 1))
        assert len(ann.all_of(session.Turn)) == (not board.is_over)
    end = ann.last(session.End)
    assert (end.reason, end.text) == (EndReason.FINISHED, board.status())
    # It can be looked at again, as the one who played it.
    again, _ = room.ask(ann, session.Rejoin(start.game, start.token))
    assert isinstance(again, session.Start)
    assert (again.yours, again.keeper) == (("black", "white"), False)


def test_it_is_listed_nowhere_and_met_by_nobody(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = own_game(room, ann)
    assert room.ask(ben, session.ListGames()) == [session.GameList(())]
    assert isinstance(room.ask(ben, session.Join(size=4))[0], session.Waiting)
    # Who is told of it may watch it.
    seen = room.ask(ben, session.Watch(start.game))[0]
    assert isinstance(seen, session.Start)
    assert (seen.color, seen.yours, seen.keeper) == (None, (), False)
    room.ask(ann, session.Play(start.game, "b1"))
    assert ben.last(session.State).move == "b1"
    for change in (session.Undo(start.game), session.ChangeSeat(start.game, "black", "me")):
        [error] = room.ask(ben, change)
        assert isinstance(error, session.Error)
        assert error.code is ErrorCode.NOT_YOURS


@pytest.mark.parametrize("moves", ["", "b1"])
def test_the_mover_resigns(room: GameRoom, moves: str) -> None:
    ann = room.guest("Ann")
    start = own_game(room, ann, moves=moves)
    room.ask(ann, session.Resign(start.game))
    [end] = ann.all_of(session.End)
    assert (end.reason, end.winner) == (EndReason.RESIGN, "black" if moves else "white")
    assert room.lobby.games == 0


def test_one_who_is_gone_is_missed_once(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = own_game(room, ann)
    assert start.token
    room.ask(ben, session.Watch(start.game))
    ben.take()
    room.lobby.depart(ann)
    assert ben.take() == [Presence(start.game, "black", False, None)]
    assert room.time.alarms == 0
    room.time.pass_by(1_000_000)
    again = room.guest("Ann")
    told, turn = room.ask(again, session.Rejoin(start.game, start.token), 4)
    assert isinstance(told, session.Start)
    assert (told.yours, told.keeper, told.token) == (("black", "white"), True, None)
    assert isinstance(turn, session.Turn)
    assert ben.take() == [Presence(start.game, "black", True, None)]
    assert room.time.alarms == 0
    for move in ("b1", "a1"):
        room.ask(again, session.Play(start.game, move))
    assert ben.last(session.State).mover == "white"
    room.lobby.depart(again)
    room.time.pass_by(1_000_000)
    assert not ben.all_of(session.End)


def test_another_connection_takes_both_seats(room: GameRoom) -> None:
    ann = room.guest("Ann")
    start = own_game(room, ann)
    assert start.token
    again = room.guest("Ann")
    room.ask(again, session.Rejoin(start.game, start.token))
    assert ann.closed == "you have come back by another connection"
    room.lobby.depart(ann)
    ann.take()
    for move in ("b1", "a1"):
        assert isinstance(room.ask(again, session.Play(start.game, move))[0], session.State)
    assert not ann.heard
    assert room.time.alarms == 0


def test_it_counts_as_one_game(room: GameRoom) -> None:
    ann = room.guest("Ann")
    for _ in range(20):
        own_game(room, ann)
    [error] = room.ask(ann, session.Join("myself"))
    assert isinstance(error, session.Error)
    assert error.code is ErrorCode.BUSY
