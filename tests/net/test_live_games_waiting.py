"""Visitors find each other, or wait."""

import pytest
from simulated_server import SimulatedServer

from obversi.board import Board
from obversi.net.games.game import Game
from obversi.net.games.participants import list_message
from obversi.net.stored_game import StoredSeat, StoredServerGame
from obversi.wire import session
from obversi.wire.session import EndReason

CLOCK = session.ClockSetting(60, 2)


def test_tokens_are_sent_once(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join())
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Join())
    assert ann.last(session.Start).token is None
    token = ben.last(session.Start).token
    assert token not in (None, waiting.token)
    names = {ann.last(session.Start).black, ann.last(session.Start).white}
    assert names == {"Ann", "Ben"}


@pytest.mark.parametrize(("own", "other"), [("black", "any"), ("any", "black"), ("white", "black")])
def test_colors_are_as_requested(server: SimulatedServer, own: str, other: str) -> None:
    for _ in range(4):
        ann, ben = server.connect("Ann"), server.connect("Ben")
        server.request(ann, session.Join(color=own))  # type: ignore[arg-type]
        server.request(ben, session.Join(color=other))  # type: ignore[arg-type]
        got = {client: client.last(session.Start).color for client in (ann, ben)}
        assert set(got.values()) == {"black", "white"}
        assert own in ("any", got[ann])
        assert other in ("any", got[ben])
        mover = next(client for client, color in got.items() if color == "black")
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
def test_different_settings_are_not_paired(server: SimulatedServer, other: session.Join) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    server.request(ann, session.Join(color="black", size=4))
    assert isinstance(server.request(ben, other)[0], session.Waiting)
    assert not ann.all_of(session.Start)


def test_a_player_is_not_paired_with_itself_or_an_absent_one(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    server.request(ann, session.Join())
    assert isinstance(server.request(ann, session.Join())[0], session.Waiting)
    server.game_server.disconnect(ann)
    assert isinstance(server.request(ben, session.Join())[0], session.Waiting)
    [games] = server.request(ben, session.ListGames())
    assert isinstance(games, session.GameList)
    assert len(games.games) == 1
    server.time.advance(601)
    assert server.game_server.games == 1


def test_a_private_game_is_joined_by_its_id(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join(private=True, color="white"))
    assert isinstance(waiting, session.Waiting)
    assert server.request(ben, session.ListGames()) == [session.GameList(())]
    start = server.request(ben, session.Accept(waiting.game), 5)[0]
    assert isinstance(start, session.Start)
    assert start.color == "black"
    assert ben.received[0].id == 5
    assert server.request(ben, session.ListGames()) == [session.GameList(())]


def test_the_list_has_waiting_games_first(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    server.engines.quick = False
    server.request(ann, session.Join("greedy", color="black", size=4, clock=CLOCK))
    server.request(ann, session.Join(color="white"))
    [reply] = server.request(ben, session.ListGames(), "list")
    assert ben.received[0].id == "list"
    assert isinstance(reply, session.GameList)
    waiting, played = reply.games
    assert waiting.waiting
    assert (waiting.black, waiting.white, waiting.size) == (None, "Ann", 8)
    assert (played.black, played.white, played.clock) == ("Ann", "greedy", CLOCK)
    assert not played.waiting


def test_a_game_that_waits_is_withdrawn(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join())
    assert isinstance(waiting, session.Waiting)
    [end] = server.request(ann, session.Leave(waiting.game))
    assert isinstance(end, session.End)
    assert end.reason is EndReason.WITHDRAWN
    assert isinstance(server.request(ben, session.Join())[0], session.Waiting)
    assert server.store.game(waiting.game) is None


@pytest.mark.parametrize(
    ("letter", "bytes_of_agent", "all_fit"), [("A", 80, True), ("😀", 200, False)]
)
def test_a_list_fits_into_a_reply(letter: str, bytes_of_agent: int, all_fit: bool) -> None:
    clock = session.ClockSetting(12345.678901234567, 12345.678901234567)
    black, white = StoredSeat(letter * 40), StoredSeat("a" * bytes_of_agent, agent=True)
    position = Board(8).to_string()
    stored = StoredServerGame("g" * 40, position, "reversed", black, white, clock=clock)
    game = Game(stored, lambda: 0.0, lambda: 0.0)
    game.rated = True
    for seat in game.seats.values():
        seat.rating = session.PlayerRating(12345, False)
    listed = list_message([(game, 12345)] * session.MOST_LISTED)
    assert (len(listed.games) == session.MOST_LISTED) == all_fit
    assert len(listed.games) > 20
    assert len(session.write(listed, "😀" * 40)) < 64 * 1024
