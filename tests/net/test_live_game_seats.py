"""The keeper of a game changes who plays."""

import pytest
from simulated_server import SimulatedClient, SimulatedServer

from obversi.errors import InputError
from obversi.net.limits import ServerLimits
from obversi.rules import Rules
from obversi.wire import session
from obversi.wire.session import ErrorCode

CLOCK = session.ClockSetting(60)


def change(
    server: SimulatedServer, client: SimulatedClient, start: session.Start, color: str, who: str
) -> list[session.Reply]:
    """Change a seat, and return what the client receives; the reply is the first."""
    request = session.ChangeSeat(start.game, color, who)  # type: ignore[arg-type]
    replies = server.request(client, request, "s")
    assert client.received[0].id == "s"
    assert all(envelope.id is None for envelope in client.received[1:])
    return replies


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_an_agent_and_a_person_take_turns_on_a_seat(server: SimulatedServer, rules: Rules) -> None:
    server.engines.quick = False
    ann, ben = server.connect("Ann"), server.connect("Ben")
    join = session.Join("greedy", color="black", size=4, rules=rules)
    start = server.request(ann, join)[0]
    assert isinstance(start, session.Start)
    assert start.keeper
    server.request(ben, session.Watch(start.game))
    server.request(ann, session.Play(start.game, "b1"))
    thinking = server.engines.calls[-1]
    # The agent is thinking: its move is not needed any more, and Ann plays both.
    ben.take()
    reply, turn = change(server, ann, start, "white", "me")
    assert thinking.future.cancelled()
    assert isinstance(reply, session.Start)
    assert (reply.color, reply.yours, reply.agents) == ("white", ("black", "white"), ())
    assert (reply.white, reply.moves, reply.token, reply.keeper) == ("Ann", "b1", None, True)
    assert turn == session.Turn(start.game, reply.legal, None)
    [seen] = ben.take()
    assert isinstance(seen, session.Start)
    assert (seen.yours, seen.keeper, seen.agents) == ((), False, ())
    server.request(ann, session.Play(start.game, reply.legal[0]))
    # An agent plays black, whose turn it is.
    [reply] = change(server, ann, start, "black", "level=3")
    assert isinstance(reply, session.Start)
    assert (reply.color, reply.yours, reply.black) == ("white", ("white",), "engine:level=3")
    call = server.engines.calls[-1]
    assert (call.description, call.board.ply) == ("engine:level=3", 2)
    assert call.requester == (ann.address, ann.number)
    server.answer(call.board.legal_moves[0])
    assert ann.last(session.State).ply == 3
    stored = server.store.game(start.game)
    assert stored is not None
    assert stored.black is not None
    assert stored.white is not None
    assert (stored.black.name, stored.black.agent) == ("engine:level=3", True)
    assert (stored.white.name, stored.white.agent) == ("Ann", False)


def test_the_owner_watches_agents_on_both_seats(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    start = server.request(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)
    [reply] = change(server, ann, start, "black", "greedy")
    assert isinstance(reply, session.Start)
    assert (reply.color, reply.yours, reply.agents) == (None, (), ("black", "white"))
    assert reply.keeper
    server.answer("b1")
    assert ann.last(session.State).mover == "black"
    # The agent that is not affected thinks on.
    thinking = server.engines.calls[-1]
    [reply] = change(server, ann, start, "black", "level=3")
    assert server.engines.calls[-1] is thinking
    assert not thinking.future.cancelled()
    for undo in (session.Undo(start.game), session.Redo(start.game)):
        [error] = server.request(ann, undo)
        assert isinstance(error, session.Error)
        assert (error.code, "take one of the seats" in error.text) == (ErrorCode.REFUSED, True)
    reply, turn = change(server, ann, start, "white", "me")
    assert thinking.future.cancelled()
    assert isinstance(reply, session.Start)
    assert (reply.color, reply.yours, reply.turn) == ("white", ("white",), "white")
    assert isinstance(turn, session.Turn)
    server.request(ann, session.Play(start.game, turn.legal[0]), 7)
    assert [envelope.id for envelope in ann.received] == [7]  # not as a watcher, too


def test_the_owner_does_not_count_as_a_spectator() -> None:
    server = SimulatedServer(limits=ServerLimits(spectators=1), quick=False)
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = server.request(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)
    server.request(ben, session.Watch(start.game))
    [reply] = change(server, ann, start, "black", "greedy")
    assert isinstance(reply, session.Start)
    assert reply.yours == ()
    server.answer("b1")
    assert ann.last(session.State).move == "b1"
    server.close()


def test_a_seat_in_a_game_of_two_agents(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = server.request(ann, session.Arrange("greedy", "level=3", size=4))[0]
    assert isinstance(start, session.Start)
    assert (start.color, start.keeper) == (None, True)
    assert start.token
    [watched] = server.request(ben, session.Watch(start.game))
    assert isinstance(watched, session.Start)
    assert (watched.token, watched.keeper) == (None, False)
    [rejected] = change(server, ben, start, "black", "me")
    assert isinstance(rejected, session.Error)
    assert (rejected.code, rejected.text) == (
        ErrorCode.NOT_YOURS,
        "this game is not yours to change",
    )
    reply, turn = change(server, ann, start, "black", "me")
    assert server.engines.calls[-1].future.cancelled()
    assert isinstance(reply, session.Start)
    assert (reply.color, reply.black) == ("black", "Ann")
    assert isinstance(turn, session.Turn)
    server.game_server.disconnect(ann)
    assert ben.last(session.Presence).color == "black"


def test_the_owner_of_two_agents_can_rejoin(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    start = server.request(ann, session.Arrange("greedy", "greedy", size=4))[0]
    assert isinstance(start, session.Start)
    assert start.token
    assert server.request(ann, session.Leave(start.game)) == [session.Left(start.game)]
    assert server.engines.calls[-1].future.cancelled()
    assert not server.game_server.is_engaged(ann)
    [rejected] = change(server, ann, start, "black", "me")
    assert isinstance(rejected, session.Error)
    assert rejected.code is ErrorCode.NOT_YOURS
    [reply] = server.request(ann, session.Rejoin(start.game, start.token), 1)
    assert isinstance(reply, session.Start)
    assert (reply.color, reply.token, reply.keeper) == (None, None, True)
    assert len(server.engines.calls) == 2  # they think again
    # By another connection, too; the first is closed and receives nothing more.
    again = server.connect("Ann")
    server.request(again, session.Rejoin(start.game, start.token))
    assert ann.closed == "you have come back by another connection"
    ann.take()
    server.game_server.disconnect(ann)
    server.answer("b1")
    assert again.last(session.State).move == "b1"
    assert not ann.received
    assert isinstance(change(server, again, start, "white", "me")[1], session.Turn)


def test_the_same_again_changes_nothing(
    server: SimulatedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    start = server.request(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)

    def reject(*_: object) -> None:
        raise AssertionError("nothing is to be stored")

    monkeypatch.setattr(server.store, "set_seats", reject)
    assert len(change(server, ann, start, "black", "me")) == 2
    server.request(ann, session.Play(start.game, "b1"))
    assert len(change(server, ann, start, "white", "greedy")) == 1
    [call] = server.engines.calls
    assert not call.future.cancelled()


def test_impossible_seat_changes_are_rejected(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    start = server.request(ann, session.Join("greedy", color="black", size=4, clock=CLOCK))[0]
    assert isinstance(start, session.Start)
    assert not start.keeper
    arranged = server.request(ann, session.Arrange("greedy", "greedy", clock=CLOCK))[0]
    assert isinstance(arranged, session.Start)
    assert not arranged.keeper
    for game in (start, arranged):
        [error] = change(server, ann, game, "black", "me")
        assert isinstance(error, session.Error)
        assert (error.code, error.text) == (
            ErrorCode.REFUSED,
            "the game has clocks: seats and moves cannot be changed",
        )
    free = server.request(ann, session.Join("greedy", color="black"))[0]
    assert isinstance(free, session.Start)
    [error] = change(server, ann, free, "white", "gredy")
    assert isinstance(error, session.Error)
    assert error.code is ErrorCode.AGENT


def test_a_seat_that_cannot_be_stored_is_not_sent(
    server: SimulatedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.engines.quick = False
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = server.request(ann, session.Join("greedy", color="white", size=4))[0]
    assert isinstance(start, session.Start)
    server.request(ben, session.Watch(start.game))
    ben.take()
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise InputError("the disk is full")

        patch.setattr(server.store, "set_seats", full)
        [error] = change(server, ann, start, "black", "me")
        assert isinstance(error, session.Error)
    assert not ben.received
    server.answer("b1")  # the agent was not disturbed
    assert ben.last(session.State).move == "b1"
