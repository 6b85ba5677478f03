"""Agents of the server play: against visitors, and against each other."""

from simulated_server import SimulatedServer

from obversi.wire import session
from obversi.wire.session import EndReason

CLOCK = session.ClockSetting(60, 2)


def test_a_game_against_an_agent(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    start, *_ = server.request(ann, session.Join("level=3", color="white", size=4), 1)
    assert isinstance(start, session.Start)
    assert (start.black, start.white) == ("engine:level=3", "Ann")
    assert start.agents == ("black",)
    assert start.token
    assert server.engines.calls[0].requester == (ann.address, ann.number)
    assert server.engines.calls[0].limit.seconds == 10.0
    while not ann.all_of(session.End):
        server.request(ann, session.Play(start.game, ann.last(session.Turn).legal[0]), 2)
        assert ann.received[0].id == 2
        assert all(envelope.id is None for envelope in ann.received[1:])
    assert ann.last(session.End).reason is EndReason.FINISHED


def test_a_game_of_two_agents_is_watched(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    replies = server.request(ann, session.Arrange("greedy", "level=3", "reversed", 4), 3)
    start = replies[0]
    assert isinstance(start, session.Start)
    assert (start.color, start.agents) == (None, ("black", "white"))
    assert isinstance(replies[-1], session.End)
    assert not ann.all_of(session.Turn)
    assert {call.requester for call in server.engines.calls} == {(ann.address, ann.number)}


def test_agents_pause_without_spectators(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = server.request(ann, session.Arrange("greedy", "greedy", size=4, clock=CLOCK))[0]
    assert isinstance(start, session.Start)
    assert server.request(ann, session.Leave(start.game)) == [session.Left(start.game)]
    assert server.engines.calls[-1].future.cancelled()
    server.time.advance(120)  # more than there is on the clock
    server.request(ben, session.Watch(start.game))
    assert len(server.engines.calls) == 2
    server.answer("b1")
    state = ben.last(session.State)
    assert state.clocks == session.Clocks(62, 60)
    server.game_server.disconnect(ben)
    server.time.advance(601)
    assert server.game_server.games == 0
    replies = server.request(ann, session.Watch(start.game))
    assert isinstance(replies[1], session.End)
    assert (replies[1].reason, replies[1].winner) == (EndReason.DISCONNECT, None)


def test_moves_are_taken_back_against_an_agent(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = server.request(ann, session.Join("greedy", color="black", size=4, moves="b1"))[0]
    assert isinstance(start, session.Start)
    assert (start.moves, start.ply, start.turn) == ("b1", 1, "white")
    server.request(ben, session.Watch(start.game))
    server.answer("c1")
    first = ann.last(session.Turn).legal
    server.request(ann, session.Play(start.game, first[0]))
    # The agent is thinking: it is stopped.
    again = server.request(ann, session.Undo(start.game), 9)
    assert server.engines.calls[-1].future.cancelled()
    assert isinstance(again[0], session.Start)
    assert (again[0].moves, again[0].color) == ("b1c1", "black")
    assert ann.received[0].id == 9
    assert again[1] == session.Turn(start.game, first, None)
    assert ben.last(session.Start).moves == "b1c1"
    # It has answered: both moves go.
    server.request(ann, session.Play(start.game, first[0]))
    server.answer(server.engines.calls[-1].board.legal_moves[0])
    server.request(ann, session.Undo(start.game))
    assert ann.last(session.Start).moves == "b1c1"
    [rejected] = server.request(ann, session.Undo(start.game))
    assert isinstance(rejected, session.Error)
    assert "not made a move to undo" in rejected.text
    stored = server.store.game(start.game)
    assert stored is not None
    assert stored.board().move_stack == ["b1", "c1"]


def test_an_agent_that_fails_has_lost(server: SimulatedServer) -> None:
    server.engines.quick = False
    for fail in ("error", "illegal"):
        ann = server.connect("Ann")
        server.request(ann, session.Join("greedy", color="white", size=4))
        if fail == "error":
            server.engines.calls[-1].future.set_exception(RuntimeError("out of\nideas"))
            server.settle()
        else:
            server.answer("a1")
        end = ann.last(session.End)
        assert (end.reason, end.winner, end.margin) == (EndReason.FAILURE, "white", 16)
        assert ("out of ideas" if fail == "error" else "'a1' cannot be played") in end.text


def test_agents_are_called_again_after_a_busy_error(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    server.engines.busy = 3
    server.request(ann, session.Join("greedy", color="white", size=4))
    assert not ann.all_of(session.State)
    server.time.advance(5)
    server.settle()
    assert ann.all_of(session.State)
    assert server.engines.busy == 0


def test_stopped_engines_are_called_again(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    server.request(ann, session.Join("greedy", color="white", size=4))
    server.engines.calls[-1].future.cancel()
    server.settle()
    server.time.advance(2)
    assert len(server.engines.calls) == 2
    assert not ann.all_of(session.End)
