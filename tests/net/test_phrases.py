"""Two persons say set phrases to each other; absent players are announced with the time."""

import pytest
from simulated_server import SimulatedClient, SimulatedServer, two_players

from obversi.wire import session
from obversi.wire.session import ErrorCode, Phrase, Said


def rejection(server: SimulatedServer, client: SimulatedClient, request: session.Say) -> ErrorCode:
    [reply] = server.request(client, request)
    assert isinstance(reply, session.Error)
    return reply.code


@pytest.mark.parametrize("phrase", list(Phrase))
def test_both_persons_get_a_phrase(server: SimulatedServer, phrase: Phrase) -> None:
    players, start = two_players(server)
    spectator = server.connect("Cy")
    server.request(spectator, session.Watch(start.game))
    for client in (players["black"], spectator):
        client.take()
    said = Said(start.game, "white", phrase)
    assert server.request(players["white"], session.Say(start.game, phrase), 7) == [said]
    assert players["white"].received[0].id == 7
    assert players["black"].take() == [said]
    assert spectator.take() == []


def test_phrases_can_be_said_after_the_game(server: SimulatedServer) -> None:
    players, start = two_players(server)
    server.request(players["black"], session.Resign(start.game))
    thanks = session.Say(start.game, Phrase.THANKS)
    assert server.request(players["black"], thanks) == [Said(start.game, "black", Phrase.THANKS)]
    assert players["white"].last(Said).phrase is Phrase.THANKS
    server.game_server.disconnect(players["white"])
    server.request(players["black"], session.Leave(start.game))
    assert rejection(server, players["black"], thanks) is ErrorCode.NOT_YOURS


def test_phrases_are_limited(server: SimulatedServer) -> None:
    players, start = two_players(server)
    hello = session.Say(start.game, Phrase.HELLO)
    for _ in range(5):
        assert isinstance(server.request(players["black"], hello)[0], Said)
    players["white"].take()
    assert rejection(server, players["black"], hello) is ErrorCode.RATE
    assert players["white"].take() == []
    # The other has a limit of its own, and time gives one phrase back.
    assert isinstance(server.request(players["white"], hello)[0], Said)
    server.time.advance(3)
    assert isinstance(server.request(players["black"], hello)[0], Said)
    assert rejection(server, players["black"], hello) is ErrorCode.RATE


def test_phrases_are_for_two_persons(server: SimulatedServer) -> None:
    ann, stranger = server.connect("Ann"), server.connect("Cy")
    for request in (session.Join("greedy", size=4), session.Join("myself", size=4), session.Join()):
        server.request(ann, request)
        games: list[session.Start | session.Waiting] = [
            *ann.all_of(session.Start),
            *ann.all_of(session.Waiting),
        ]
        game = games[0].game
        assert rejection(server, ann, session.Say(game, Phrase.HELLO)) is ErrorCode.NOT_YOURS
    players, start = two_players(server, session.Join(size=6))
    for client in (stranger, ann):
        hello = session.Say(start.game, Phrase.HELLO)
        assert rejection(server, client, hello) is ErrorCode.NOT_YOURS
    assert not any(client.all_of(Said) for client in players.values())
    assert rejection(server, ann, session.Say("g-none", Phrase.HELLO)) is ErrorCode.NOT_YOURS


def test_who_comes_later_is_notified_that_a_player_is_away(server: SimulatedServer) -> None:
    players, start = two_players(server)
    spectator = server.connect("Cy")
    server.game_server.disconnect(players["white"])
    away = players["black"].last(session.Presence)
    assert (away.color, away.present, away.seconds, away.away) == ("white", False, 600, 0)
    server.time.advance(14.5)
    replies = server.request(spectator, session.Watch(start.game))
    assert replies[1:] == [session.Presence(start.game, "white", False, 585.5, 14.5)]


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800 \u115f", "a" + "\u0301" * 5, "x\u202ey", "a\nb", "n" * 41]
)
def test_names_that_cannot_be_read_are_rejected(name: str) -> None:
    message = session.write(session.Hello(1, name))
    with pytest.raises(session.MessageError, match="'name' cannot be"):
        session.parse_request(message)


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "山田", "สวัสดี", "אַבְרָהָם", "😀", "-", "İ"]
)
def test_names_of_all_scripts_are_names(name: str) -> None:
    request = session.parse_request(session.write(session.Hello(1, name))).request
    assert request == session.Hello(1, name)
