"""Rated games between persons: who may play them, and what their outcomes change."""

from pathlib import Path

import pytest
from simulated_server import SimulatedClient, SimulatedServer

from obversi.net.limits import ServerLimits
from obversi.net.ratings import NEW
from obversi.net.store import GameStore
from obversi.sql.sqlite import SqliteTables
from obversi.wire import session
from obversi.wire.session import ErrorCode, PlayerRating

CLOCK = session.ClockSetting(300)
RATED = session.Join(color="black", size=4, clock=CLOCK, rated=True)


def person(server: SimulatedServer, name: str, key: str = "") -> tuple[SimulatedClient, str]:
    """Connect a person with a new key, or with one that there is."""
    if not key:
        _, key = server.store.persons.add(name)
    client = server.connect("")
    server.request(client, session.Hello(session.VERSION, name, key))
    client.take()
    return client, key


def rejection(server: SimulatedServer, client: SimulatedClient, request: session.Request) -> str:
    [reply] = server.request(client, request)
    assert isinstance(reply, session.Error)
    assert reply.code is ErrorCode.RATED
    return reply.text


def started(server: SimulatedServer) -> tuple[SimulatedClient, SimulatedClient, str]:
    """Return Black, White and their rated game on 4×4."""
    (ann, _), (ben, _) = person(server, "Ann"), person(server, "Ben")
    server.request(ann, RATED)
    game = ann.last(session.Waiting).game
    server.request(ben, session.Accept(game, rated=True))
    assert ben.last(session.Start).rated
    return ann, ben, game


def opening_moves(server: SimulatedServer, *players: SimulatedClient, game: str) -> None:
    for player, move in zip(players, ("b1", "a1"), strict=False):
        server.request(player, session.Play(game, move))


def ratings(server: SimulatedServer, *clients: SimulatedClient) -> list[int | None]:
    """Return the rounded ratings of persons on 4×4, in the order of their names."""
    by_name = {each.name: each.rating for each in server.store.ratings.ranked("normal", 4)}
    return [round(by_name[each.name].rating) if each.name in by_name else None for each in clients]


def test_a_rated_game_changes_both_ratings(server: SimulatedServer) -> None:
    ann, ben, game = started(server)
    assert ann.last(session.Start).black_rating is None  # nobody has a rating before the first
    opening_moves(server, ann, ben, game=game)
    [end] = server.request(ben, session.Resign(game))
    assert isinstance(end, session.End)
    assert (end.black_change, end.white_change) == (162, -162)
    assert ratings(server, ann, ben) == [1662, 1338]
    # The other games and sizes are others.
    assert server.store.ratings.ranked("reversed", 4) == []
    assert server.store.ratings.ranked("normal", 8) == []
    # Who looks at the game later sees it too.
    stranger = server.connect("Cy")
    assert server.request(stranger, session.Watch(game))[-1] == end
    # The rematch is rated, and shows the new ratings.
    server.request(ann, session.Rematch(game))
    server.request(ben, session.Rematch(game))
    start = ann.last(session.Start)
    assert start.rated
    assert (start.black, start.black_rating) == ("Ben", PlayerRating(1338, True))
    assert start.white_rating == PlayerRating(1662, True)


def test_a_finished_game_changes_ratings_by_its_winner(server: SimulatedServer) -> None:
    ann, ben, game = started(server)
    live = server.game_server._handler.live_games.get(game)
    assert live is not None
    while live.game.outcome is None:
        assert live.game.mover is not None
        mover = live.game.mover.peer
        board = live.game.board
        server.request(ann if mover is ann else ben, session.Play(game, board.legal_moves[0]))
    end = ann.last(session.End)
    expected = {"black": (162, -162), "white": (-162, 162), None: (0, 0)}[end.winner]
    assert (end.black_change, end.white_change) == expected
    [one, other] = [each.rating for each in server.store.ratings.ranked("normal", 4)]
    assert one.games == other.games == 1


@pytest.mark.parametrize("moves", [0, 1])
def test_an_aborted_game_changes_nothing(server: SimulatedServer, moves: int) -> None:
    ann, ben, game = started(server)
    opening_moves(server, *(ann, ben)[:moves], game=game)
    [end] = server.request(ben, session.Resign(game))
    assert isinstance(end, session.End)
    assert (end.black_change, end.white_change) == (None, None)
    assert ratings(server, ann, ben) == [None, None]


def test_who_leaves_loses_and_nobody_does_if_both_leave(server: SimulatedServer) -> None:
    ann, ben, game = started(server)
    opening_moves(server, ann, ben, game=game)
    server.game_server.disconnect(ben)
    server.time.advance(601)  # the clock of Ann ends it first
    assert ann.last(session.End).black_change == -162
    ann, ben, game = started(server)
    opening_moves(server, ann, ben, game=game)
    for client in (ben, ann):
        server.game_server.disconnect(client)
    server.time.advance(1200)
    stored = server.store.game(game)
    assert stored is not None
    assert stored.ending is not None
    assert stored.ending.reason == "time"
    assert stored.ending.black_change == -162


def test_two_absent_players_without_a_result_keep_their_ratings() -> None:
    server = SimulatedServer(limits=ServerLimits(absence_seconds=60))
    ann, ben, game = started(server)
    opening_moves(server, ann, ben, game=game)
    for client in (ben, ann):
        server.game_server.disconnect(client)
    server.time.advance(61)
    stored = server.store.game(game)
    assert stored is not None
    assert stored.ending is not None
    assert (stored.ending.winner, stored.ending.black_change) == (None, None)
    assert ratings(server, ann, ben) == [None, None]
    server.close()


def test_both_persons_have_to_agree(server: SimulatedServer) -> None:
    (ann, key), (ben, _) = person(server, "Ann"), person(server, "Ben")
    server.request(ann, RATED)
    game = ann.last(session.Waiting).game
    assert ann.last(session.Waiting).rated
    guest, (twin, _) = server.connect("Cy"), person(server, "Twin", key)
    assert "is rated" in rejection(server, ben, session.Accept(game))
    assert "key" in rejection(server, guest, session.Accept(game, rated=True))
    assert "another person" in rejection(server, twin, session.Accept(game, rated=True))
    # Only requests for rated games are paired, and not those of the same person.
    plain = session.Join(size=4, clock=CLOCK)
    assert isinstance(server.request(ben, plain)[0], session.Waiting)
    same = session.Join(size=4, clock=CLOCK, rated=True)
    assert isinstance(server.request(twin, same)[0], session.Waiting)
    server.request(twin, session.Leave(twin.last(session.Waiting).game))
    assert isinstance(server.request(ben, same)[0], session.Start)
    assert ben.last(session.Start).game == game


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (session.Join(size=4, rated=True), "clock"),
        (session.Join(size=4, clock=CLOCK, moves="b1", rated=True), "usual start"),
        (session.Join(size=4, clock=CLOCK, position="-----XO--OX----- X", rated=True), "start"),
        (session.Join("greedy", size=4, clock=CLOCK, rated=True), "two persons"),
        (session.Join("myself", size=4, rated=True), "two persons"),
    ],
)
def test_what_cannot_be_rated_is_rejected(
    server: SimulatedServer, request_: session.Join, words: str
) -> None:
    ann, _ = person(server, "Ann")
    assert words in rejection(server, ann, request_)
    assert server.game_server.games == 0
    assert "key" in rejection(server, server.connect("Guest"), RATED)


def test_a_deleted_person_has_no_rating(server: SimulatedServer) -> None:
    ann, ben, game = started(server)
    opening_moves(server, ann, ben, game=game)
    gone = server.game_server._sessions[ben.number].person
    assert gone is not None
    server.game_server.forget(gone)
    server.store.persons.remove(gone)
    [end] = server.request(ben, session.Resign(game))
    assert isinstance(end, session.End)
    assert end.black_change is None
    assert ratings(server, ann, ben) == [None, None]


def test_the_list_shows_ratings(server: SimulatedServer) -> None:
    ann, ben, game = started(server)
    opening_moves(server, ann, ben, game=game)
    server.request(ben, session.Resign(game))
    server.request(ann, RATED)
    server.request(ben, session.Join(size=6, clock=CLOCK))
    [listed] = server.request(server.connect("Cy"), session.ListGames())
    assert isinstance(listed, session.GameList)
    offers = {entry.size: entry for entry in listed.games}
    assert offers[4].rated
    assert offers[4].black_rating == PlayerRating(1662, True)
    assert not offers[6].rated
    assert (offers[6].black_rating, offers[6].white_rating) == (None, None)


def test_a_rated_game_survives_a_restart(store_place: Path | str) -> None:
    path = store_place
    server = SimulatedServer(path)
    ann, ben, game = started(server)
    token = ben.last(session.Start).token
    opening_moves(server, ann, ben, game=game)
    server.close()
    server = SimulatedServer(path)
    assert server.game_server.restore() == 1
    again = server.connect("Ben")
    assert token is not None
    server.request(again, session.Rejoin(game, token))
    assert again.last(session.Start).rated
    server.request(again, session.Resign(game))
    assert ratings(server, ann, ben) == [1662, 1338]
    # A second server reads what the first has stored, and ratings can be deleted.
    server.close()
    with GameStore.open(path) as store:
        first = store.ratings.ranked("normal", 4)[0]
        assert store.ratings.get(first.person, "normal", 4) == first.rating
        assert store.ratings.of_person(first.person) == {("normal", 4): first.rating}
        assert store.ratings.remove(first.person) == 1
        assert [each.name for each in store.ratings.ranked("normal", 4)] == ["Ben"]
        assert store.ratings.get(first.person, "normal", 4) is None
        assert store.ratings.get(None, "normal", 4) is None
    assert NEW.rating == 1500


def test_ratings_and_outcome_are_stored_together(tmp_path: Path) -> None:
    """If the end of a game cannot be stored, no rating changes, and the game goes on."""
    server = SimulatedServer(tmp_path / "games.db")
    ann, ben, game = started(server)
    opening_moves(server, ann, ben, game=game)
    tables = server.store.tables
    assert isinstance(tables, SqliteTables)
    tables.connection.execute("PRAGMA query_only = ON")
    [error] = server.request(ben, session.Resign(game))
    assert isinstance(error, session.Error)
    assert ratings(server, ann, ben) == [None, None]
    tables.connection.execute("PRAGMA query_only = OFF")
    [end] = server.request(ben, session.Resign(game))
    assert isinstance(end, session.End)
    assert ratings(server, ann, ben) == [1662, 1338]
    server.close()
