"""Games are played and watched, from wherever they begin to their end."""

import pytest
from game_room import GameRoom, Guest, two_players

from obversi.board import Board
from obversi.wire import session
from obversi.wire.session import EndReason


def play_on(room: GameRoom, players: dict[str, Guest], start: session.Start) -> Board:
    """Play the first legal move until the game is over, and check all that is told."""
    board = Board(start.size, start.rules)
    while not board.is_over:
        mover = players["black" if board.turn == -1 else "white"]
        turn = mover.last(session.Turn)
        assert list(turn.legal) == board.legal_moves
        flips = board.flips(turn.legal[0])
        states = [
            reply
            for reply in room.ask(mover, session.Play(start.game, turn.legal[0]))
            if isinstance(reply, session.State)
        ]
        board.push(turn.legal[0])
        assert states[0].flips == tuple(flips)
        if board.must_pass:
            board.push("pass")
            assert states[1].move == "pass"
        assert states[-1].ply == board.ply
        assert states[-1].board == board.to_string()
        assert (states[-1].turn is None) == board.is_over
        assert states[-1].black_discs == len(board.black)
    return board


@pytest.mark.parametrize(("size", "rules"), [(4, "normal"), (4, "reversed"), (6, "reversed")])
def test_two_people_meet_and_play(room: GameRoom, size: int, rules: str) -> None:
    join = session.Join(size=size, rules=rules)  # type: ignore[arg-type]
    players, start = two_players(room, join)
    assert start.rules == rules
    assert start.board == Board(size, rules).to_string()
    watcher = room.guest("Cara")
    [watched] = room.ask(watcher, session.Watch(start.game))
    assert isinstance(watched, session.Start)
    assert watched.color is None
    board = play_on(room, players, start)
    outcome = board.outcome()
    assert outcome is not None
    ends = [guest.last(session.End) for guest in (*players.values(), watcher)]
    assert ends[0] == ends[1] == ends[2]
    assert ends[0].reason is EndReason.FINISHED
    assert ends[0].margin == outcome.margin
    assert ends[0].winner == {-1: "black", 1: "white", None: None}[outcome.winner]
    assert ends[0].text == board.status()
    assert len(watcher.all_of(session.State)) == board.ply
    assert room.lobby.games == 0
    assert room.time.alarms == 0
    assert not room.lobby.is_engaged(watcher)
    [record] = room.store.records()
    assert record.board() == board
    assert record.margin() == outcome.margin_for(-1)


def test_a_game_may_begin_anywhere(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    white_first = Board(4).to_string()[:-1] + "O"
    join = session.Join(size=4, position=white_first, moves="c1")
    room.ask(ann, join)
    room.ask(ben, join)
    start = ben.last(session.Start)
    assert (start.position, start.moves, start.turn) == (white_first, "c1", "black")
    assert [*ann.all_of(session.Turn), *ben.all_of(session.Turn)][0].legal == start.legal


def test_a_pass_that_is_due_at_once_is_played(room: GameRoom) -> None:
    ann = room.guest("Ann")
    position = "XO--" + 12 * "-" + " O"
    start = room.ask(ann, session.Join("greedy", color="black", size=4, position=position))[0]
    assert isinstance(start, session.Start)
    assert (start.turn, start.ply, start.legal) == ("black", 1, ("c1",))


def test_who_resigns_has_lost(room: GameRoom) -> None:
    players, start = two_players(room)
    end = room.ask(players["white"], session.Resign(start.game), 4)[-1]
    assert isinstance(end, session.End)
    assert (end.reason, end.winner, end.margin) == (EndReason.RESIGN, "black", 16)
    assert players["white"].heard[-1].id == 4
    assert players["black"].last(session.End) == end
    [record] = room.store.records()
    assert record.margin() == 16
    assert record.tags["CO"] == "black wins: white has resigned"


def test_a_finished_game_is_told_from_the_file(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = room.ask(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)
    assert start.token
    room.ask(ann, session.Resign(start.game))
    told = room.ask(ben, session.Watch(start.game), 3)
    assert isinstance(told[0], session.Start)
    assert (told[0].turn, told[0].legal, told[0].color) == (None, (), None)
    assert isinstance(told[1], session.End)
    assert ben.heard[0].id == 3
    told = room.ask(ben, session.Rejoin(start.game, start.token))
    assert isinstance(told[0], session.Start)
    assert told[0].color == "black"
    assert not room.lobby.is_engaged(ben)
