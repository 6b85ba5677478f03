"""Clients follow the list of games, and the server draws the colours of those who leave it open."""

from simulated_server import SimulatedClient, SimulatedServer

from obversi.net.limits import ServerLimits
from obversi.wire import session
from obversi.wire.session import ErrorCode

FOLLOW = session.ListGames(follow=True)


def lists(client: SimulatedClient) -> list[list[tuple[str | None, str | None]]]:
    """Return the players of the listed games, in each list since the last call."""
    found = [reply for reply in client.take() if isinstance(reply, session.GameList)]
    return [[(entry.black, entry.white) for entry in reply.games] for reply in found]


def test_followers_get_the_list_when_it_changes(server: SimulatedServer) -> None:
    ann, ben, cy = (server.connect(name) for name in ("Ann", "Ben", "Cy"))
    assert server.request(cy, FOLLOW, 4) == [session.GameList(())]
    cy.take()
    server.time.advance(60)
    assert lists(cy) == []  # nothing has changed
    server.request(ann, session.Join(color="black", size=4))
    waiting = ann.last(session.Waiting)
    server.time.advance(1)
    assert lists(cy) == [[("Ann", None)]]
    server.request(ben, session.Accept(waiting.game))
    server.time.advance(1)
    assert lists(cy) == [[("Ann", "Ben")]]
    # A move does not change the list, and is in the next one.
    server.request(ann, session.Play(waiting.game, "b1"))
    server.time.advance(5)
    assert lists(cy) == []
    server.request(ben, session.Resign(waiting.game))
    server.time.advance(1)
    assert lists(cy) == [[]]
    # Two changes within a second make one list, and none if they cancel each other out.
    server.request(ann, session.Join(color="black", size=4))
    server.request(ann, session.Leave(ann.last(session.Waiting).game))
    server.time.advance(3)
    assert lists(cy) == []


def test_a_waiting_player_who_is_away_is_not_listed(server: SimulatedServer) -> None:
    ann, cy = server.connect("Ann"), server.connect("Cy")
    server.request(ann, session.Join(color="black"))
    server.request(cy, FOLLOW)
    assert lists(cy) == [[("Ann", None)]]
    server.game_server.disconnect(ann)
    server.time.advance(1)
    assert lists(cy) == [[]]


def test_following_ends_on_request_and_with_the_connection(server: SimulatedServer) -> None:
    ann, ben, cy = (server.connect(name) for name in ("Ann", "Ben", "Cy"))
    for client in (ben, cy):
        server.request(client, FOLLOW)
    server.request(ben, session.ListGames())
    server.game_server.disconnect(cy)
    assert server.time.alarms == 0  # nobody looks at the list any more
    server.request(ann, session.Join())
    for client in (ben, cy):
        client.take()
    server.time.advance(5)
    assert lists(ben) == lists(cy) == []


def test_the_number_of_followers_is_limited() -> None:
    server = SimulatedServer(limits=ServerLimits(followers=1))
    ann, ben = server.connect("Ann"), server.connect("Ben")
    server.request(ann, FOLLOW)
    assert server.request(ann, FOLLOW) == [session.GameList(())]
    [rejected] = server.request(ben, FOLLOW)
    assert isinstance(rejected, session.Error)
    assert rejected.code is ErrorCode.BUSY
    assert server.request(ben, session.ListGames()) == [session.GameList(())]
    server.close()


def test_the_list_says_who_is_an_agent(server: SimulatedServer) -> None:
    server.engines.quick = False
    rogue, other = server.connect("engine:level=3"), server.connect("Ben")
    server.request(rogue, session.Join("level=3", color="black", size=4))
    server.request(rogue, session.Join(color="any"))
    [listed] = server.request(other, session.ListGames())
    assert isinstance(listed, session.GameList)
    waiting, played = listed.games
    assert (waiting.agents, waiting.drawn) == ((), True)
    assert (played.black, played.white) == ("engine:level=3", "engine:level=3")
    assert (played.agents, played.drawn) == (("white",), False)


def test_colors_are_drawn_when_the_second_comes(server: SimulatedServer) -> None:
    """Who waits first, and how the second comes, does not decide the colours."""
    first_was: dict[str, set[tuple[str, str | None]]] = {"accept": set(), "join": set()}
    for _ in range(20):
        for way, colors in first_was.items():
            ann, ben = server.connect("Ann"), server.connect("Ben")
            server.request(ann, session.Join(size=4))
            waiting = ann.last(session.Waiting)
            [listed] = server.request(ben, session.ListGames())
            assert isinstance(listed, session.GameList)
            [entry] = [entry for entry in listed.games if entry.game == waiting.game]
            seat = "black" if entry.black else "white"
            request = session.Accept(waiting.game) if way == "accept" else session.Join(size=4)
            server.request(ben, request)
            colors.add((seat, ann.last(session.Start).color))
            server.request(ben, session.Resign(waiting.game))
    # The seat in the list says nothing about the colour.
    every = {(seat, color) for seat in ("black", "white") for color in ("black", "white")}
    assert first_was == {"accept": every, "join": every}


def test_an_agent_gets_a_drawn_color(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    colors = set()
    for _ in range(20):
        server.request(ann, session.Join("greedy", size=4))
        colors.add(ann.all_of(session.Start)[0].color)
        game = ann.all_of(session.Start)[0].game
        server.request(ann, session.Resign(game))
    assert colors == {"black", "white"}
