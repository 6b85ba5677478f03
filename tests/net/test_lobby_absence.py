"""Visitors go, and come back or do not."""

from pathlib import Path

import pytest
from game_room import GameRoom, two_players

from obversi.net.bounds import Bounds
from obversi.wire import session
from obversi.wire.session import EndReason


def test_who_goes_may_come_back(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Join(size=4))
    game = waiting.game
    room.lobby.depart(ann)
    room.lobby.depart(ann)
    assert ben.last(session.Presence) == session.Presence(game, "black", False, 600.0)
    room.time.pass_by(599)
    again = room.guest("Ann")
    start, turn = room.ask(again, session.Rejoin(game, waiting.token), 1)
    assert isinstance(start, session.Start)
    assert (start.color, start.token) == ("black", None)
    assert isinstance(turn, session.Turn)
    assert ben.last(session.Presence) == session.Presence(game, "black", True, None)
    room.time.pass_by(10_000)
    room.ask(again, session.Play(game, turn.legal[0]))
    assert ben.last(session.State).move == turn.legal[0]


def test_one_connection_replaces_the_other(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Join(size=4))
    again = room.guest("Ann")
    room.ask(again, session.Rejoin(waiting.game, waiting.token))
    assert ann.closed == "you have come back by another connection"
    ann.take()
    ben.take()
    room.lobby.depart(ann)
    assert not ben.heard  # nobody is gone
    room.ask(again, session.Play(waiting.game, "b1"))
    assert not ann.heard
    assert ben.last(session.State).move == "b1"
    # To come back by the same one changes nothing.
    room.ask(again, session.Rejoin(waiting.game, waiting.token))
    assert again.closed is None


def test_one_who_waits_may_come_back(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join())
    assert isinstance(waiting, session.Waiting)
    room.lobby.depart(ann)
    [refused] = room.ask(ben, session.Accept(waiting.game))
    assert isinstance(refused, session.Error)
    again = room.guest("Ann")
    assert room.ask(again, session.Rejoin(waiting.game, waiting.token)) == [waiting]
    assert isinstance(room.ask(ben, session.Join())[0], session.Start)


@pytest.mark.parametrize("clock", [None, session.ClockSetting(86_400)])
def test_who_stays_away_has_lost(room: GameRoom, clock: session.ClockSetting | None) -> None:
    players, start = two_players(room, session.Join(size=4, clock=clock))
    room.lobby.depart(players["white"])
    room.time.pass_by(601)
    end = players["black"].last(session.End)
    assert (end.reason, end.winner, end.margin) == (EndReason.DISCONNECT, "black", 16)
    assert room.lobby.games == 0
    assert start.game == end.game


def test_nobody_wins_where_nobody_is(room: GameRoom) -> None:
    players, start = two_players(room)
    for guest in players.values():
        room.lobby.depart(guest)
    room.time.pass_by(601)
    stored = room.store.game(start.game)
    assert stored is not None
    assert stored.ending is not None
    assert (stored.ending.reason, stored.ending.winner) == (EndReason.DISCONNECT, None)


def test_a_game_against_an_agent_waits_without_clocks(room: GameRoom) -> None:
    ann = room.guest("Ann")
    room.ask(ann, session.Join("greedy", size=4, color="black"))
    start = ann.last(session.Start)
    assert start.token
    room.lobby.depart(ann)
    [listed] = room.ask(room.guest(), session.ListGames())
    assert listed == session.GameList(())
    room.time.pass_by(1_000_000)
    again = room.guest("Ann")
    told, _ = room.ask(again, session.Rejoin(start.game, start.token))
    assert isinstance(told, session.Start)
    assert told.turn == "black"


def test_a_game_against_an_agent_is_lost_with_clocks(room: GameRoom) -> None:
    ann, watcher = room.guest("Ann"), room.guest("Ben")
    room.ask(ann, session.Join("greedy", size=4, clock=session.ClockSetting(86_400)))
    room.ask(watcher, session.Watch(ann.last(session.Start).game))
    room.lobby.depart(ann)
    room.time.pass_by(601)
    assert watcher.last(session.End).reason is EndReason.DISCONNECT


def test_of_games_that_wait_the_oldest_go_first() -> None:
    room = GameRoom(bounds=Bounds(resting_games=2))
    starts = []
    for _ in range(3):
        guest = room.guest("Ann")
        room.ask(guest, session.Join("greedy", size=4, color="black"))
        starts.append(guest.last(session.Start))
        room.lobby.depart(guest)
        if len(starts) == 2:  # the first comes and goes again: it has not waited longest any more
            again = room.guest("Ann")
            assert starts[0].token
            room.ask(again, session.Rejoin(starts[0].game, starts[0].token))
            room.lobby.depart(again)
    assert room.lobby.games == 2
    stored = [room.store.game(start.game) for start in starts]
    endings = [game.ending for game in stored if game is not None]
    assert endings[0] is endings[2] is None
    assert endings[1] is not None
    assert (endings[1].reason, endings[1].winner) == (EndReason.DISCONNECT, None)
    room.close()


def test_closing_tells_all_and_keeps_the_games(tmp_path: Path) -> None:
    room = GameRoom(tmp_path / "games.db", quick=False)
    ann = room.guest("Ann")
    room.ask(ann, session.Join("greedy", color="white", size=4))
    room.close()
    assert (ann.closed, ann.comes_again) == ("the end", True)
    assert not ann.all_of(session.End)
    assert room.thinkers.questions[-1].future.cancelled()
    assert room.time.alarms == 0
    later = GameRoom(tmp_path / "games.db")
    assert later.lobby.restore() == 1
    later.close()
