"""No analysis of one's own running game with a clock."""

import pytest
from simulated_server import SimulatedClient, SimulatedServer

from obversi.board import Board
from obversi.net.games.context import RequestRejectedError
from obversi.wire import session
from obversi.wire.session import ClockSetting, ErrorCode

MOVES = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]
CLOCK = ClockSetting(60, 0)


def client(server: SimulatedServer, address: str, key: str = "") -> SimulatedClient:
    connected = server.connect("", address)
    server.request(connected, session.Hello(session.VERSION, "Ann", key))
    return connected


def game(
    server: SimulatedServer, black: SimulatedClient, white: SimulatedClient, moves: int = 10
) -> str:
    """Start a game with a clock, and play some moves of it."""
    server.request(black, session.Join(color="black", clock=CLOCK))
    server.request(white, session.Join(color="white", clock=CLOCK))
    id = white.last(session.Start).game
    for number, move in enumerate(MOVES[:moves]):
        server.request(white if number % 2 else black, session.Play(id, move))
    return id


def rejection(
    server: SimulatedServer, client: SimulatedClient, request: session.Analyse | session.Review
) -> str | None:
    server.request(client, request, "a")
    errors = client.all_of(session.Error)
    assert {error.code for error in errors} <= {ErrorCode.REFUSED}
    return errors[0].text if errors else None


def test_players_cannot_analyse_until_the_game_is_over(server: SimulatedServer) -> None:
    ann, ben = client(server, "192.0.2.1"), client(server, "192.0.2.2")
    id = game(server, ann, ben, moves=0)
    for request in (session.Analyse(size=4), session.Review(size=4, moves="b1")):
        text = rejection(server, ann, request)
        assert text == "analysis is closed until your game with a clock is over"
    server.request(ben, session.Resign(id))
    assert rejection(server, ann, session.Review(size=4, moves="b1")) is None


def test_a_person_is_known_on_another_connection(server: SimulatedServer) -> None:
    person, key = server.store.persons.add("Ann")
    ann, ben = client(server, "192.0.2.1", key), client(server, "192.0.2.2")
    id = game(server, ann, ben, moves=0)
    phone = client(server, "192.0.2.9", key)
    assert rejection(server, phone, session.Analyse(size=4)) is not None
    check = server.game_server.check_fair_play
    with pytest.raises(RequestRejectedError, match="your game with a clock"):
        check(Board(), "192.0.2.9", person.id)
    check(Board(), "192.0.2.9", None)
    server.request(ben, session.Resign(id))
    check(Board(), "192.0.2.9", person.id)


def test_the_position_is_closed_for_the_address_of_a_guest(server: SimulatedServer) -> None:
    ann, ben = client(server, "192.0.2.1"), client(server, "192.0.2.2")
    id = game(server, ann, ben)
    tab, other = client(server, "192.0.2.1"), client(server, "192.0.2.3")
    moves = "".join(MOVES)
    mirrored = "".join(
        f"{'abcdefgh'[int(move[1]) - 1]}{'abcdefgh'.index(move[0]) + 1}" for move in MOVES
    )
    board = Board()
    for move in MOVES:
        board.push(move)
    for request in (
        session.Analyse(moves=moves),
        session.Analyse(moves=mirrored),
        session.Analyse(position=board.to_string()),
        session.Analyse(moves=f"{moves}{board.legal_moves[0]}"),
        session.Review(moves=moves),
    ):
        text = rejection(server, tab, request)
        assert text is not None, request
        assert "running game with a clock" in text
    for request in (
        session.Analyse(moves=moves[:-2]),
        session.Analyse(moves=moves, rules="reversed"),
        session.Analyse(size=4),
    ):
        assert rejection(server, tab, request) is None, request
    assert rejection(server, other, session.Analyse(moves=moves)) is None
    # One who has lost the connection is still known.
    server.game_server.disconnect(ann)
    assert rejection(server, tab, session.Analyse(moves=moves)) is not None
    server.request(ben, session.Resign(id))
    assert rejection(server, tab, session.Analyse(moves=moves)) is None


def test_other_games_close_nothing(server: SimulatedServer) -> None:
    ann = client(server, "192.0.2.1")
    server.request(ann, session.Join("greedy", clock=CLOCK))  # against an agent
    server.request(ann, session.Join(clock=CLOCK))  # waits
    server.request(ann, session.Join(session.MYSELF))
    assert rejection(server, ann, session.Analyse(size=4)) is None
