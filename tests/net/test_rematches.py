"""Two people play again, with colours swapped."""

import pytest
from simulated_server import SimulatedClient, SimulatedServer, two_players

from obversi.wire import session
from obversi.wire.session import ErrorCode, RematchEvent


def played(
    server: SimulatedServer, request: session.Join | None = None
) -> tuple[SimulatedClient, SimulatedClient, str]:
    """Return Black, White and their game, which White has resigned."""
    players, start = two_players(server, request or session.Join(size=4))
    black, white = players["black"], players["white"]
    server.request(white, session.Resign(start.game))
    for client in (black, white):
        client.take()
    return black, white, start.game


def test_both_players_start_the_rematch(server: SimulatedServer) -> None:
    clock = session.ClockSetting(60, 1)
    wish = session.Join(
        rules="reversed",
        size=6,
        clock=clock,
        position="-" * 14 + "OX" + "-" * 4 + "XO" + "-" * 14 + " X",
        moves="b3",
        private=True,
    )
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, wish)
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Accept(waiting.game))
    before = ann.last(session.Start)
    server.request(ann, session.Resign(before.game))
    for client in (ann, ben):
        client.take()
    [event] = server.request(ann, session.Rematch(before.game), 1)
    assert event == RematchEvent(before.game, "asked", before.color, None)
    assert ben.take() == [event]
    server.request(ben, session.Rematch(before.game), 2)
    begun, start, *_ = [envelope.reply for envelope in ben.received]
    assert isinstance(start, session.Start)
    assert begun == RematchEvent(before.game, "begun", None, start.game)
    assert start.game != before.game
    assert start.color == before.color  # who was Black is White, and it was the other's
    other = ann.last(session.Start)
    assert other.color != before.color
    assert (other.black, other.white) == (before.white, before.black)
    same = ("rules", "size", "clock", "position", "moves", "board", "legal")
    assert all(getattr(start, each) == getattr(before, each) for each in same)
    tokens = {start.token, other.token}
    assert None not in tokens
    assert len(tokens) == 2
    mover = ann if other.turn == other.color else ben
    server.request(mover, session.Play(start.game, start.legal[0]))
    assert ann.last(session.State).move == ben.last(session.State).move == start.legal[0]
    # The token opens the new seat.
    again = server.connect("Ann")
    assert other.token is not None
    assert isinstance(
        server.request(again, session.Rejoin(start.game, other.token))[0], session.Start
    )
    # A private game stays one.
    [listed] = server.request(ben, session.ListGames())
    assert listed == session.GameList(())


def test_a_second_rematch_request_changes_nothing(server: SimulatedServer) -> None:
    black, white, game = played(server)
    server.request(black, session.Rematch(game))
    white.take()
    [again] = server.request(black, session.Rematch(game), 5)
    assert again == RematchEvent(game, "asked", "black", None)
    assert white.take() == []
    assert server.game_server.games == 0
    server.request(white, session.Rematch(game))
    assert server.game_server.games == 1
    # What has begun cannot be begun again.
    [rejected] = server.request(black, session.Rematch(game))
    assert isinstance(rejected, session.Error)
    assert server.game_server.games == 1


def test_a_declined_rematch_is_notified(server: SimulatedServer) -> None:
    black, white, game = played(server)
    server.request(black, session.Rematch(game))
    [declined] = server.request(white, session.Decline(game))
    assert declined == RematchEvent(game, "declined", "white", None)
    assert black.last(RematchEvent) == declined
    # The first has to ask anew.
    server.request(white, session.Rematch(game))
    assert server.game_server.games == 0
    server.request(black, session.Rematch(game))
    assert server.game_server.games == 1


@pytest.mark.parametrize("how", ["leave", "hang up"])
def test_a_player_who_left_is_notified_and_can_rejoin_the_rematch(
    server: SimulatedServer, how: str
) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Join(size=4))
    game = waiting.game
    server.request(ben, session.Resign(game))
    server.request(ann, session.Rematch(game))
    ben.take()
    if how == "leave":
        assert server.request(ann, session.Leave(game), 3) == [session.Left(game)]
    else:
        server.game_server.disconnect(ann)
    assert ben.take() == [session.Presence(game, "black", False, None)]
    # His wish went with him.
    [rejected] = server.request(ben, session.Rematch(game))
    assert isinstance(rejected, session.Error)
    assert rejected.text == "the other player has gone"
    ben.take()
    back = server.connect("Ann") if how == "hang up" else ann
    server.request(back, session.Rejoin(game, waiting.token))
    assert ben.take() == [session.Presence(game, "black", True, None)]
    server.request(ben, session.Rematch(game))
    server.request(back, session.Rematch(game))
    assert back.last(session.Start).color == "white"


def test_a_rejoined_player_gets_the_rematch_request(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Join(size=4))
    server.request(ben, session.Resign(waiting.game))
    server.request(ben, session.Rematch(waiting.game))
    server.game_server.disconnect(ann)
    again = server.connect("Ann")
    start, end, event = server.request(again, session.Rejoin(waiting.game, waiting.token))
    assert isinstance(start, session.Start)
    assert isinstance(end, session.End)
    assert event == RematchEvent(waiting.game, "asked", "white", None)
    server.request(again, session.Rematch(waiting.game))
    assert ben.last(session.Start).color == "black"


def test_spectators_are_notified_of_the_rematch(server: SimulatedServer) -> None:
    players, start = two_players(server, session.Join(size=4))
    watcher, other = server.connect("Cy"), server.connect("Di")
    for each in (watcher, other):
        server.request(each, session.Watch(start.game))
    server.request(players["black"], session.Resign(start.game))
    for each in (watcher, other):
        each.take()
    server.game_server.disconnect(other)
    server.request(players["black"], session.Rematch(start.game))
    assert watcher.take() == []
    server.request(players["white"], session.Rematch(start.game))
    [news] = watcher.take()
    assert isinstance(news, RematchEvent)
    assert news.next == players["black"].last(session.Start).game
    assert isinstance(server.request(watcher, session.Watch(news.next))[0], session.Start)
    assert other.take() == []


def test_impossible_rematches_are_rejected(server: SimulatedServer) -> None:
    players, start = two_players(server, session.Join(size=4))
    ann, stranger = players["black"], server.connect("Cy")

    def rejected(client: SimulatedClient, request: session.Request) -> session.Error:
        [reply] = server.request(client, request)
        assert isinstance(reply, session.Error)
        return reply

    assert rejected(ann, session.Rematch(start.game)).text == "this game is not over"
    assert rejected(ann, session.Rematch("g-none")).code == ErrorCode.UNKNOWN_GAME
    server.request(ann, session.Resign(start.game))
    ann.take()
    assert rejected(stranger, session.Rematch(start.game)).code == ErrorCode.NOT_YOURS
    assert rejected(stranger, session.Decline(start.game)).code == ErrorCode.NOT_YOURS
    for against in ("greedy", session.MYSELF):
        server.request(stranger, session.Join(against, size=4))
        own = stranger.last(session.Start).game
        server.request(stranger, session.Resign(own))
        stranger.take()
        assert "two people" in rejected(stranger, session.Rematch(own)).text
    for client in players.values():
        server.game_server.disconnect(client)
    assert rejected(stranger, session.Rematch(start.game)).code == ErrorCode.NOT_YOURS
