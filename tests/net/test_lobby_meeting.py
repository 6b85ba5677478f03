"""Visitors find each other, or wait."""

import pytest
from game_room import GameRoom

from obversi.board import Board
from obversi.net.games.game import Game
from obversi.net.games.telling import list_of
from obversi.net.store import StoredGame, StoredSeat
from obversi.wire import session
from obversi.wire.session import EndReason

CLOCK = session.ClockSetting(60, 2)


def test_tokens_come_once(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join())
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Join())
    assert ann.last(session.Start).token is None
    token = ben.last(session.Start).token
    assert token not in (None, waiting.token)
    names = {ann.last(session.Start).black, ann.last(session.Start).white}
    assert names == {"Ann", "Ben"}


@pytest.mark.parametrize(("own", "other"), [("black", "any"), ("any", "black"), ("white", "black")])
def test_colours_are_as_wished(room: GameRoom, own: str, other: str) -> None:
    for _ in range(4):
        ann, ben = room.guest("Ann"), room.guest("Ben")
        room.ask(ann, session.Join(color=own))  # type: ignore[arg-type]
        room.ask(ben, session.Join(color=other))  # type: ignore[arg-type]
        got = {guest: guest.last(session.Start).color for guest in (ann, ben)}
        assert set(got.values()) == {"black", "white"}
        assert own in ("any", got[ann])
        assert other in ("any", got[ben])
        mover = next(guest for guest, color in got.items() if color == "black")
        assert mover.last(session.Turn).legal == ("d3", "c4", "f5", "e6")


@pytest.mark.parametrize(
    "other",
    [
        session.Join(color="black", size=4),
        session.Join(size=6),
        session.Join(size=4, rules="reversed"),
        session.Join(size=4, clock=CLOCK),
        session.Join(size=4, moves="b1"),
        session.Join(size=4, position=Board(4).to_string().replace("X", "x")[:-1] + "O"),
        session.Join(size=4, private=True),
    ],
)
def test_who_wants_something_else_is_not_met(room: GameRoom, other: session.Join) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    room.ask(ann, session.Join(color="black", size=4))
    assert isinstance(room.ask(ben, other)[0], session.Waiting)
    assert not ann.all_of(session.Start)


def test_nobody_meets_themselves_or_one_who_is_gone(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    room.ask(ann, session.Join())
    assert isinstance(room.ask(ann, session.Join())[0], session.Waiting)
    room.lobby.depart(ann)
    assert isinstance(room.ask(ben, session.Join())[0], session.Waiting)
    [games] = room.ask(ben, session.ListGames())
    assert isinstance(games, session.GameList)
    assert len(games.games) == 1
    room.time.pass_by(601)
    assert room.lobby.games == 1


def test_a_private_game_is_for_those_who_know_of_it(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join(private=True, color="white"))
    assert isinstance(waiting, session.Waiting)
    assert room.ask(ben, session.ListGames()) == [session.GameList(())]
    start = room.ask(ben, session.Accept(waiting.game), 5)[0]
    assert isinstance(start, session.Start)
    assert start.color == "black"
    assert ben.heard[0].id == 5
    assert room.ask(ben, session.ListGames()) == [session.GameList(())]


def test_the_list_has_those_who_wait_first(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    room.thinkers.quick = False
    room.ask(ann, session.Join("greedy", color="black", size=4, clock=CLOCK))
    room.ask(ann, session.Join(color="white"))
    [told] = room.ask(ben, session.ListGames(), "list")
    assert ben.heard[0].id == "list"
    assert isinstance(told, session.GameList)
    waiting, played = told.games
    assert waiting.waiting
    assert (waiting.black, waiting.white, waiting.size) == (None, "Ann", 8)
    assert (played.black, played.white, played.clock) == ("Ann", "greedy", CLOCK)
    assert not played.waiting


def test_a_game_that_waits_is_withdrawn(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join())
    assert isinstance(waiting, session.Waiting)
    [end] = room.ask(ann, session.Leave(waiting.game))
    assert isinstance(end, session.End)
    assert end.reason is EndReason.WITHDRAWN
    assert isinstance(room.ask(ben, session.Join())[0], session.Waiting)
    assert room.store.game(waiting.game) is None


@pytest.mark.parametrize(
    ("letter", "bytes_of_agent", "all_fit"), [("A", 80, True), ("😀", 200, False)]
)
def test_a_list_has_room_in_a_reply(letter: str, bytes_of_agent: int, all_fit: bool) -> None:
    clock = session.ClockSetting(12345.678901234567, 12345.678901234567)
    black, white = StoredSeat(letter * 40), StoredSeat("a" * bytes_of_agent, agent=True)
    position = Board(8).to_string()
    stored = StoredGame("g" * 40, position, "reversed", black, white, clock=clock)
    listed = list_of([(Game(stored, lambda: 0.0, lambda: 0.0), 12345)] * session.MOST_LISTED)
    assert (len(listed.games) == session.MOST_LISTED) == all_fit
    assert len(listed.games) > 20
    assert len(session.write(listed, "😀" * 40)) < 64 * 1024
