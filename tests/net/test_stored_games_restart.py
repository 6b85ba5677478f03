"""A server that is killed at any moment goes on where it was."""

import pytest
from simulated_server import SimulatedClient, SimulatedServer

from obversi.board import Board
from obversi.rules import Rules
from obversi.sql.interface import Place
from obversi.wire import session
from obversi.wire.session import Clocks, ClockSetting, EndReason

CLOCK = ClockSetting(60, 2)


@pytest.fixture
def path(store_place: Place) -> Place:
    return store_place


def restarted(server: SimulatedServer, path: Place) -> SimulatedServer:
    """Kill a server, and start another with its file."""
    server.loop.close()
    server.store.close()  # or the lock stays: it is this process that has it
    after = SimulatedServer(path, quick=server.engines.quick)
    after.game_server.restore()
    return after


def restarted_game_with_clocks(path: Place) -> tuple[SimulatedServer, session.Waiting]:
    """Kill a server at which Ann, who has black, and Ben play; the token is hers."""
    server = SimulatedServer(path)
    ann, ben = server.connect("Ann"), server.connect("Ben")
    [waiting] = server.request(ann, session.Join(size=4, clock=CLOCK, color="black"))
    assert isinstance(waiting, session.Waiting)
    server.request(ben, session.Join(size=4, clock=CLOCK))
    return restarted(server, path), waiting


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_a_restart_at_any_ply_keeps_the_game(path: Place, rules: Rules) -> None:
    server = SimulatedServer(path)
    ann, ben = server.connect("Ann"), server.connect("Ben")
    join = session.Join(size=4, rules=rules, clock=CLOCK)
    [waiting] = server.request(ann, join)
    assert isinstance(waiting, session.Waiting)
    server.request(ben, join)
    start = ben.last(session.Start)
    assert start.color is not None
    assert start.token is not None
    own = "white" if start.color == "black" else "black"
    tokens: dict[str, str] = {start.color: start.token, own: waiting.token}
    moves, plies = "", 0
    clocks: Clocks | None = Clocks(60, 60)
    while True:
        server = restarted(server, path)
        clients: dict[str, SimulatedClient] = {color: server.connect(color) for color in tokens}
        for color, client in clients.items():
            server.request(client, session.Rejoin(start.game, tokens[color]))
        reply = clients["black"].last(session.Start)
        board = Board.parse(reply.board, rules)
        assert (reply.moves, reply.ply) == (moves, plies)
        assert {reply.black, reply.white} == {"Ann", "Ben"}
        assert reply.clocks == clocks
        assert reply.turn is not None
        mover = clients[reply.turn]
        assert mover.last(session.Turn).legal == reply.legal == tuple(board.legal_moves)
        server.time.advance(0.25)
        server.request(mover, session.Play(start.game, reply.legal[0]))
        states = mover.all_of(session.State)
        moves += reply.legal[0]
        plies, clocks = states[-1].ply, states[-1].clocks
        if mover.all_of(session.End):
            break
    end = mover.last(session.End)
    assert end.reason is EndReason.FINISHED
    server = restarted(server, path)
    assert server.game_server.games == 0
    later = server.connect("Cara")
    server.request(later, session.Watch(start.game))
    assert later.last(session.Start).moves == moves
    assert later.last(session.End) == end
    server.close()


def test_clocks_stop_until_players_rejoin(path: Place) -> None:
    server = SimulatedServer(path)
    ann, ben = server.connect("Ann"), server.connect("Ben")
    for client in (ann, ben):
        server.request(client, session.Join(size=4, clock=CLOCK))
    game = ben.last(session.Start).game
    server.time.advance(20)
    server = restarted(server, path)
    watcher = server.connect("Cara")
    server.time.advance(59)
    server.request(watcher, session.Watch(game))
    assert watcher.last(session.Start).clocks == Clocks(60, 60)
    server.time.advance(31)
    server.request(watcher, session.Watch(game))
    assert watcher.last(session.Start).clocks == Clocks(30, 60)
    server.time.advance(31)
    assert watcher.last(session.End).reason is EndReason.TIME
    server.close()


def test_a_clock_runs_from_when_its_player_is_back(path: Place) -> None:
    server, waiting = restarted_game_with_clocks(path)
    server.time.advance(50)
    again = server.connect("Ann")
    server.request(again, session.Rejoin(waiting.game, waiting.token))
    server.time.advance(10)
    server.request(again, session.Play(waiting.game, "b1"))
    assert again.last(session.State).clocks == Clocks(52, 60)
    server.close()


def test_a_clock_waits_for_its_player_though_the_agent_has_moved(path: Place) -> None:
    server = SimulatedServer(path, quick=False)
    ann = server.connect("Ann")
    server.request(ann, session.Join("level=3", size=4, color="white", clock=CLOCK))
    start = ann.last(session.Start)
    assert start.token
    server = restarted(server, path)
    server.time.advance(5)
    server.answer("b1")
    server.time.advance(50)
    again = server.connect("Ann")
    reply, _ = server.request(again, session.Rejoin(start.game, start.token))
    assert isinstance(reply, session.Start)
    assert reply.clocks is not None
    assert reply.clocks.white == 60
    server.time.advance(1)
    # Who was back and goes again is not waited for a second time.
    server.game_server.disconnect(again)
    server.time.advance(1)
    third = server.connect("Ann")
    reply, _ = server.request(third, session.Rejoin(start.game, start.token))
    assert isinstance(reply, session.Start)
    assert reply.clocks is not None
    assert reply.clocks.white == 58
    server.close()


def test_a_clock_waits_for_its_player_though_the_other_has_moved(path: Place) -> None:
    server, waiting = restarted_game_with_clocks(path)
    again = server.connect("Ann")
    server.request(again, session.Rejoin(waiting.game, waiting.token))
    server.time.advance(10)
    server.request(again, session.Play(waiting.game, "b1"))
    server.time.advance(49)
    server.request(again, session.Watch(waiting.game))
    assert again.last(session.Start).clocks == Clocks(52, 60)
    server.time.advance(11)  # a minute after the start it runs anyway
    server.request(again, session.Watch(waiting.game))
    assert again.last(session.Start).clocks == Clocks(52, 50)
    server.close()


def test_agents_think_again(path: Place) -> None:
    server = SimulatedServer(path, quick=False)
    ann = server.connect("Ann")
    server.request(ann, session.Join("level=3", size=4, color="white"))
    start = ann.last(session.Start)
    assert start.token
    server = restarted(server, path)
    [call] = server.engines.calls
    assert (call.requester.number, call.description) == (start.game, "engine:level=3")
    server.answer("b1")
    again = server.connect("Ann")
    reply, turn = server.request(again, session.Rejoin(start.game, start.token))
    assert isinstance(reply, session.Start)
    assert (reply.moves, reply.agents) == ("b1", ("black",))
    assert isinstance(turn, session.Turn)
    server.close()


def test_players_who_do_not_rejoin_lose(path: Place) -> None:
    server = SimulatedServer(path)
    ann = server.connect("Ann")
    clock = session.ClockSetting(86_400)
    server.request(ann, session.Join("greedy", size=4, color="black", clock=clock))
    server.request(ann, session.Join(size=4))
    server.request(ann, session.Join(size=6, private=True))
    assert server.game_server.games == 3
    server = restarted(server, path)
    assert server.game_server.games == 3
    assert isinstance(server.request(server.connect(), session.Join(size=4))[0], session.Waiting)
    server.time.advance(601)
    assert server.game_server.games == 1
    [record] = server.store.records()
    assert record.margin() == -16
    server.close()


def test_waiting_players_can_rejoin(path: Place) -> None:
    server = SimulatedServer(path)
    [waiting] = server.request(server.connect("Ann"), session.Join(size=4, color="any"))
    assert isinstance(waiting, session.Waiting)
    server = restarted(server, path)
    ann, ben = server.connect("Ann"), server.connect("Ben")
    assert server.request(ann, session.Rejoin(waiting.game, waiting.token)) == [waiting]
    server.request(ben, session.Join(size=4, color="black"))
    assert ben.last(session.Start).game == waiting.game
    assert ann.last(session.Start).color == "white"
    server = restarted(server, path)
    again = server.connect("Ann")
    server.request(again, session.Rejoin(waiting.game, waiting.token))
    assert again.last(session.Start).color == "white"
    server.close()


def test_what_was_taken_back_stays_so(path: Place) -> None:
    server = SimulatedServer(path)
    ann = server.connect("Ann")
    server.request(ann, session.Join("greedy", size=4, color="black"))
    start = ann.last(session.Start)
    assert start.token
    server.request(ann, session.Play(start.game, "b1"))
    server.request(ann, session.Undo(start.game))
    server.request(ann, session.Play(start.game, "a2"))
    moves = server.store.game(start.game)
    server = restarted(server, path)
    assert server.store.game(start.game) == moves
    assert moves is not None
    assert moves.moves[0].move == "a2"
    server.close()


def test_the_owner_of_a_game_is_restored(path: Place) -> None:
    """By the token, wherever he sits: at one seat, at both, or at none."""
    server = SimulatedServer(path, quick=False)
    ann = server.connect("Ann")
    starts = {}
    for yours, request in (
        (("black",), session.Join("greedy", size=4, color="black")),
        (("black", "white"), session.Join("myself", size=4)),
        ((), session.Arrange("greedy", "level=3", size=4)),
    ):
        start = server.request(ann, request)[0]
        assert isinstance(start, session.Start)
        assert start.token
        starts[yours] = start
    server = restarted(server, path)
    ben = server.connect("Ben")
    for yours, start in starts.items():
        assert start.token
        server.request(ben, session.Watch(start.game))
        [rejected] = server.request(ben, session.ChangeSeat(start.game, "white", "me"))
        assert isinstance(rejected, session.Error)
        again = server.connect("Ann")
        server.request(again, session.Rejoin(start.game, start.token))
        reply = again.last(session.Start)
        assert (reply.yours, reply.keeper) == (yours, True)
        for color, other in (("black", "white"), ("white", "black")):
            server.request(again, session.ChangeSeat(start.game, color, "me"))  # type: ignore[arg-type]
            server.request(again, session.ChangeSeat(start.game, other, "greedy"))  # type: ignore[arg-type]
            assert again.last(session.Start).yours == (color,)
    assert server.time.alarms == 0
    server.close()


@pytest.mark.parametrize("against", ["myself", "greedy"])
def test_a_game_of_ones_own_waits(path: Place, against: str) -> None:
    server = SimulatedServer(path)
    ann = server.connect("Ann")
    server.request(ann, session.Join(against, color="white", size=4, moves="b1"))
    start = ann.last(session.Start)
    assert start.token
    server = restarted(server, path)
    server.time.advance(1_000_000)
    assert server.game_server.games == 1
    again = server.connect("Ann")
    _, turn = server.request(again, session.Rejoin(start.game, start.token))
    assert isinstance(turn, session.Turn)
    server.close()


def test_seats_are_as_they_were_changed_and_what_was_taken_back_is_gone(path: Place) -> None:
    server = SimulatedServer(path, quick=False)
    ann = server.connect("Ann")
    server.request(ann, session.Join("greedy", size=4, color="black"))
    start = ann.last(session.Start)
    assert start.token
    game = start.game
    server.request(ann, session.ChangeSeat(game, "white", "me"))
    for move in ("b1", "a1"):
        server.request(ann, session.Play(game, move))
    server.request(ann, session.Undo(game))
    server.request(ann, session.Undo(game))
    server.request(ann, session.Redo(game))
    assert ann.last(session.Start).ahead == "a1"
    server.request(ann, session.ChangeSeat(game, "black", "level=3"))
    server = restarted(server, path)
    again = server.connect("Ann")
    reply, turn = server.request(again, session.Rejoin(game, start.token))
    assert isinstance(reply, session.Start)
    assert (reply.moves, reply.ahead, reply.yours) == ("b1", "", ("white",))
    assert (reply.black, reply.agents) == ("engine:level=3", ("black",))
    assert isinstance(turn, session.Turn)
    [rejected] = server.request(again, session.Redo(game))
    assert isinstance(rejected, session.Error)
    server.close()
