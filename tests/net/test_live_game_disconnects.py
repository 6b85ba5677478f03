"""Visitors go, and come back or do not."""

from pathlib import Path

import pytest
from simulated_server import SimulatedServer, two_players

from obversi.net.limits import ServerLimits
from obversi.wire import session
from obversi.wire.session import EndReason


def test_a_disconnected_player_can_rejoin(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Join(size=4))
    game = waiting.game
    server.game_server.disconnect(ann)
    server.game_server.disconnect(ann)
    assert ben.last(session.Presence) == session.Presence(game, "black", False, 600.0)
    server.time.advance(599)
    again = server.connect("Ann")
    start, turn = server.request(again, session.Rejoin(game, waiting.token), 1)
    assert isinstance(start, session.Start)
    assert (start.color, start.token) == ("black", None)
    assert isinstance(turn, session.Turn)
    assert ben.last(session.Presence) == session.Presence(game, "black", True, None)
    server.time.advance(10_000)
    server.request(again, session.Play(game, turn.legal[0]))
    assert ben.last(session.State).move == turn.legal[0]


def test_a_second_connection_replaces_the_first(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Join(size=4))
    again = server.connect("Ann")
    server.request(again, session.Rejoin(waiting.game, waiting.token))
    assert ann.closed == "you have come back by another connection"
    ann.take()
    ben.take()
    server.game_server.disconnect(ann)
    assert not ben.received  # no player is gone
    server.request(again, session.Play(waiting.game, "b1"))
    assert not ann.received
    assert ben.last(session.State).move == "b1"
    # To come back by the same one changes nothing.
    server.request(again, session.Rejoin(waiting.game, waiting.token))
    assert again.closed is None


def test_a_waiting_player_can_rejoin(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join())
    assert isinstance(waiting, session.Waiting)
    server.game_server.disconnect(ann)
    [rejected] = server.request(ben, session.Accept(waiting.game))
    assert isinstance(rejected, session.Error)
    again = server.connect("Ann")
    assert server.request(again, session.Rejoin(waiting.game, waiting.token)) == [waiting]
    assert isinstance(server.request(ben, session.Join())[0], session.Start)


@pytest.mark.parametrize("clock", [None, session.ClockSetting(86_400)])
def test_an_absent_player_loses(
    server: SimulatedServer, clock: session.ClockSetting | None
) -> None:
    players, start = two_players(server, session.Join(size=4, clock=clock))
    server.game_server.disconnect(players["white"])
    server.time.advance(601)
    end = players["black"].last(session.End)
    assert (end.reason, end.winner, end.margin) == (EndReason.DISCONNECT, "black", 16)
    assert server.game_server.games == 0
    assert start.game == end.game


def test_a_game_without_players_has_no_winner(server: SimulatedServer) -> None:
    players, start = two_players(server)
    for client in players.values():
        server.game_server.disconnect(client)
    server.time.advance(601)
    stored = server.store.game(start.game)
    assert stored is not None
    assert stored.ending is not None
    assert (stored.ending.reason, stored.ending.winner) == (EndReason.DISCONNECT, None)


def test_a_game_against_an_agent_waits_without_clocks(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    server.request(ann, session.Join("greedy", size=4, color="black"))
    start = ann.last(session.Start)
    assert start.token
    server.game_server.disconnect(ann)
    [listed] = server.request(server.connect(), session.ListGames())
    assert listed == session.GameList(())
    server.time.advance(1_000_000)
    again = server.connect("Ann")
    reply, _ = server.request(again, session.Rejoin(start.game, start.token))
    assert isinstance(reply, session.Start)
    assert reply.turn == "black"


def test_a_game_against_an_agent_is_lost_with_clocks(server: SimulatedServer) -> None:
    ann, watcher = server.connect("Ann"), server.connect("Ben")
    server.request(ann, session.Join("greedy", size=4, clock=session.ClockSetting(86_400)))
    server.request(watcher, session.Watch(ann.last(session.Start).game))
    server.game_server.disconnect(ann)
    server.time.advance(601)
    assert watcher.last(session.End).reason is EndReason.DISCONNECT


def test_of_games_that_wait_the_oldest_go_first() -> None:
    server = SimulatedServer(limits=ServerLimits(paused_games=2))
    starts = []
    for _ in range(3):
        client = server.connect("Ann")
        server.request(client, session.Join("greedy", size=4, color="black"))
        starts.append(client.last(session.Start))
        server.game_server.disconnect(client)
        if len(starts) == 2:  # the first comes and goes again: it has not waited longest any more
            again = server.connect("Ann")
            assert starts[0].token
            server.request(again, session.Rejoin(starts[0].game, starts[0].token))
            server.game_server.disconnect(again)
    assert server.game_server.games == 2
    stored = [server.store.game(start.game) for start in starts]
    endings = [game.ending for game in stored if game is not None]
    assert endings[0] is endings[2] is None
    assert endings[1] is not None
    assert (endings[1].reason, endings[1].winner) == (EndReason.DISCONNECT, None)
    server.close()


def test_closing_notifies_clients_and_stores_games(store_place: Path | str) -> None:
    server = SimulatedServer(store_place, quick=False)
    ann = server.connect("Ann")
    server.request(ann, session.Join("greedy", color="white", size=4))
    server.close()
    assert (ann.closed, ann.may_reconnect) == ("the end", True)
    assert not ann.all_of(session.End)
    assert server.engines.calls[-1].future.cancelled()
    assert server.time.alarms == 0
    later = SimulatedServer(store_place)
    assert later.game_server.restore() == 1
    later.close()
