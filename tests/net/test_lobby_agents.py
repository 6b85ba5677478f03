"""Agents of the server play: against visitors, and against each other."""

from game_room import GameRoom

from obversi.wire import session
from obversi.wire.session import EndReason

CLOCK = session.ClockSetting(60, 2)


def test_a_game_against_an_agent(room: GameRoom) -> None:
    ann = room.guest("Ann")
    start, *_ = room.ask(ann, session.Join("level=3", color="white", size=4), 1)
    assert isinstance(start, session.Start)
    assert (start.black, start.white) == ("engine:level=3", "Ann")
    assert start.agents == ("black",)
    assert start.token
    assert room.thinkers.questions[0].asker == (ann.address, ann.number)
    assert room.thinkers.questions[0].limit.seconds == 10.0
    while not ann.all_of(session.End):
        room.ask(ann, session.Play(start.game, ann.last(session.Turn).legal[0]), 2)
        assert ann.heard[0].id == 2
        assert all(told.id is None for told in ann.heard[1:])
    assert ann.last(session.End).reason is EndReason.FINISHED


def test_a_game_of_two_agents_is_watched(room: GameRoom) -> None:
    ann = room.guest("Ann")
    replies = room.ask(ann, session.Arrange("greedy", "level=3", "reversed", 4), 3)
    start = replies[0]
    assert isinstance(start, session.Start)
    assert (start.color, start.agents) == (None, ("black", "white"))
    assert isinstance(replies[-1], session.End)
    assert not ann.all_of(session.Turn)
    assert {question.asker for question in room.thinkers.questions} == {(ann.address, ann.number)}


def test_agents_rest_while_nobody_watches(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = room.ask(ann, session.Arrange("greedy", "greedy", size=4, clock=CLOCK))[0]
    assert isinstance(start, session.Start)
    assert room.ask(ann, session.Leave(start.game)) == [session.Left(start.game)]
    assert room.thinkers.questions[-1].future.cancelled()
    room.time.pass_by(120)  # more than there is on the clock
    room.ask(ben, session.Watch(start.game))
    assert len(room.thinkers.questions) == 2
    room.answer("b1")
    state = ben.last(session.State)
    assert state.clocks == session.Clocks(62, 60)
    room.lobby.depart(ben)
    room.time.pass_by(601)
    assert room.lobby.games == 0
    told = room.ask(ann, session.Watch(start.game))
    assert isinstance(told[1], session.End)
    assert (told[1].reason, told[1].winner) == (EndReason.DISCONNECT, None)


def test_moves_are_taken_back_against_an_agent(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = room.ask(ann, session.Join("greedy", color="black", size=4, moves="b1"))[0]
    assert isinstance(start, session.Start)
    assert (start.moves, start.ply, start.turn) == ("b1", 1, "white")
    room.ask(ben, session.Watch(start.game))
    room.answer("c1")
    first = ann.last(session.Turn).legal
    room.ask(ann, session.Play(start.game, first[0]))
    # The agent is thinking: it is stopped.
    again = room.ask(ann, session.Undo(start.game), 9)
    assert room.thinkers.questions[-1].future.cancelled()
    assert isinstance(again[0], session.Start)
    assert (again[0].moves, again[0].color) == ("b1c1", "black")
    assert ann.heard[0].id == 9
    assert again[1] == session.Turn(start.game, first, None)
    assert ben.last(session.Start).moves == "b1c1"
    # It has answered: both moves go.
    room.ask(ann, session.Play(start.game, first[0]))
    room.answer(room.thinkers.questions[-1].board.legal_moves[0])
    room.ask(ann, session.Undo(start.game))
    assert ann.last(session.Start).moves == "b1c1"
    [refused] = room.ask(ann, session.Undo(start.game))
    assert isinstance(refused, session.Error)
    assert "no move of yours" in refused.text
    stored = room.store.game(start.game)
    assert stored is not None
    assert stored.board().move_stack == ["b1", "c1"]


def test_an_agent_that_fails_has_lost(room: GameRoom) -> None:
    room.thinkers.quick = False
    for fail in ("error", "illegal"):
        ann = room.guest("Ann")
        room.ask(ann, session.Join("greedy", color="white", size=4))
        if fail == "error":
            room.thinkers.questions[-1].future.set_exception(RuntimeError("out of\nideas"))
            room.settle()
        else:
            room.answer("a1")
        end = ann.last(session.End)
        assert (end.reason, end.winner, end.margin) == (EndReason.FAILURE, "white", 16)
        assert ("out of ideas" if fail == "error" else "'a1' cannot be played") in end.text


def test_agents_are_asked_again_when_all_are_busy(room: GameRoom) -> None:
    ann = room.guest("Ann")
    room.thinkers.busy = 3
    room.ask(ann, session.Join("greedy", color="white", size=4))
    assert not ann.all_of(session.State)
    room.time.pass_by(5)
    room.settle()
    assert ann.all_of(session.State)
    assert room.thinkers.busy == 0


def test_thinkers_that_stop_are_asked_again(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    room.ask(ann, session.Join("greedy", color="white", size=4))
    room.thinkers.questions[-1].future.cancel()
    room.settle()
    room.time.pass_by(2)
    assert len(room.thinkers.questions) == 2
    assert not ann.all_of(session.End)
