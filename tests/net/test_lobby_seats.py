"""The keeper of a game changes who plays."""

import pytest
from game_room import GameRoom, Guest

from obversi.errors import ObversiError
from obversi.net.bounds import Bounds
from obversi.wire import session
from obversi.wire.session import ErrorCode

CLOCK = session.ClockSetting(60)


def change(
    room: GameRoom, guest: Guest, start: session.Start, color: str, who: str
) -> list[session.Reply]:
    """Change a seat, and return what is told; the first is the answer."""
    request = session.ChangeSeat(start.game, color, who)  # type: ignore[arg-type]
    replies = room.ask(guest, request, "s")
    assert guest.heard[0].id == "s"
    assert all(told.id is None for told in guest.heard[1:])
    return replies


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_an_agent_and_a_person_take_turns_on_a_seat(room: GameRoom, rules: str) -> None:
    room.thinkers.quick = False
    ann, ben = room.guest("Ann"), room.guest("Ben")
    join = session.Join("greedy", color="black", size=4, rules=rules)  # type: ignore[arg-type]
    start = room.ask(ann, join)[0]
    assert isinstance(start, session.Start)
    assert start.keeper
    room.ask(ben, session.Watch(start.game))
    room.ask(ann, session.Play(start.game, "b1"))
    thinking = room.thinkers.questions[-1]
    # The agent is thinking: nobody wants its move any more, and Ann plays both.
    ben.take()
    told, turn = change(room, ann, start, "white", "me")
    assert thinking.future.cancelled()
    assert isinstance(told, session.Start)
    assert (told.color, told.yours, told.agents) == ("white", ("black", "white"), ())
    assert (told.white, told.moves, told.token, told.keeper) == ("Ann", "b1", None, True)
    assert turn == session.Turn(start.game, told.legal, None)
    [seen] = ben.take()
    assert isinstance(seen, session.Start)
    assert (seen.yours, seen.keeper, seen.agents) == ((), False, ())
    room.ask(ann, session.Play(start.game, told.legal[0]))
    # An agent plays black, whose turn it is.
    [told] = change(room, ann, start, "black", "level=3")
    assert isinstance(told, session.Start)
    assert (told.color, told.yours, told.black) == ("white", ("white",), "engine:level=3")
    question = room.thinkers.questions[-1]
    assert (question.description, question.board.ply) == ("engine:level=3", 2)
    assert question.asker == (ann.address, ann.number)
    room.answer(question.board.legal_moves[0])
    assert ann.last(session.State).ply == 3
    stored = room.store.game(start.game)
    assert stored is not None
    assert stored.black is not None
    assert stored.white is not None
    assert (stored.black.name, stored.black.agent) == ("engine:level=3", True)
    assert (stored.white.name, stored.white.agent) == ("Ann", False)


def test_agents_on_both_seats_are_watched_by_the_keeper(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    start = room.ask(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)
    [told] = change(room, ann, start, "black", "greedy")
    assert isinstance(told, session.Start)
    assert (told.color, told.yours, told.agents) == (None, (), ("black", "white"))
    assert told.keeper
    room.answer("b1")
    assert ann.last(session.State).mover == "black"
    # The agent that is not affected thinks on.
    thinking = room.thinkers.questions[-1]
    [told] = change(room, ann, start, "black", "level=3")
    assert room.thinkers.questions[-1] is thinking
    assert not thinking.future.cancelled()
    for undo in (session.Undo(start.game), session.Redo(start.game)):
        [error] = room.ask(ann, undo)
        assert isinstance(error, session.Error)
        assert (error.code, "take one of the seats" in error.text) == (ErrorCode.REFUSED, True)
    told, turn = change(room, ann, start, "white", "me")
    assert thinking.future.cancelled()
    assert isinstance(told, session.Start)
    assert (told.color, told.yours, told.turn) == ("white", ("white",), "white")
    assert isinstance(turn, session.Turn)
    room.ask(ann, session.Play(start.game, turn.legal[0]), 7)
    assert [told.id for told in ann.heard] == [7]  # not as a watcher, too


def test_a_keeper_is_never_one_watcher_too_many() -> None:
    room = GameRoom(bounds=Bounds(watchers=1), quick=False)
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = room.ask(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)
    room.ask(ben, session.Watch(start.game))
    [told] = change(room, ann, start, "black", "greedy")
    assert isinstance(told, session.Start)
    assert told.yours == ()
    room.answer("b1")
    assert ann.last(session.State).move == "b1"
    room.close()


def test_a_seat_in_a_game_of_two_agents(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = room.ask(ann, session.Arrange("greedy", "level=3", size=4))[0]
    assert isinstance(start, session.Start)
    assert (start.color, start.keeper) == (None, True)
    assert start.token
    [watched] = room.ask(ben, session.Watch(start.game))
    assert isinstance(watched, session.Start)
    assert (watched.token, watched.keeper) == (None, False)
    [refused] = change(room, ben, start, "black", "me")
    assert isinstance(refused, session.Error)
    assert (refused.code, refused.text) == (
        ErrorCode.NOT_YOURS,
        "this game is not yours to change",
    )
    told, turn = change(room, ann, start, "black", "me")
    assert room.thinkers.questions[-1].future.cancelled()
    assert isinstance(told, session.Start)
    assert (told.color, told.black) == ("black", "Ann")
    assert isinstance(turn, session.Turn)
    room.lobby.depart(ann)
    assert ben.last(session.Presence).color == "black"


def test_who_leaves_two_agents_may_come_back_as_their_keeper(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    start = room.ask(ann, session.Arrange("greedy", "greedy", size=4))[0]
    assert isinstance(start, session.Start)
    assert start.token
    assert room.ask(ann, session.Leave(start.game)) == [session.Left(start.game)]
    assert room.thinkers.questions[-1].future.cancelled()
    assert not room.lobby.is_engaged(ann)
    [refused] = change(room, ann, start, "black", "me")
    assert isinstance(refused, session.Error)
    assert refused.code is ErrorCode.NOT_YOURS
    [told] = room.ask(ann, session.Rejoin(start.game, start.token), 1)
    assert isinstance(told, session.Start)
    assert (told.color, told.token, told.keeper) == (None, None, True)
    assert len(room.thinkers.questions) == 2  # they think again
    # By another connection, too; the first is closed and hears nothing more.
    again = room.guest("Ann")
    room.ask(again, session.Rejoin(start.game, start.token))
    assert ann.closed == "you have come back by another connection"
    ann.take()
    room.lobby.depart(ann)
    room.answer("b1")
    assert again.last(session.State).move == "b1"
    assert not ann.heard
    assert isinstance(change(room, again, start, "white", "me")[1], session.Turn)


def test_the_same_again_changes_nothing(room: GameRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    start = room.ask(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)

    def refuse(*_: object) -> None:
        raise AssertionError("nothing is to be stored")

    monkeypatch.setattr(room.store, "set_seats", refuse)
    assert len(change(room, ann, start, "black", "me")) == 2
    room.ask(ann, session.Play(start.game, "b1"))
    assert len(change(room, ann, start, "white", "greedy")) == 1
    [question] = room.thinkers.questions
    assert not question.future.cancelled()


def test_what_cannot_be_changed(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    start = room.ask(ann, session.Join("greedy", color="black", size=4, clock=CLOCK))[0]
    assert isinstance(start, session.Start)
    assert not start.keeper
    arranged = room.ask(ann, session.Arrange("greedy", "greedy", clock=CLOCK))[0]
    assert isinstance(arranged, session.Start)
    assert not arranged.keeper
    for game in (start, arranged):
        [error] = change(room, ann, game, "black", "me")
        assert isinstance(error, session.Error)
        assert (error.code, error.text) == (
            ErrorCode.REFUSED,
            "there are clocks: the seats and the moves stay as they are",
        )
    free = room.ask(ann, session.Join("greedy", color="black"))[0]
    assert isinstance(free, session.Start)
    [error] = change(room, ann, free, "white", "gredy")
    assert isinstance(error, session.Error)
    assert error.code is ErrorCode.AGENT


def test_no_seat_is_told_that_is_not_stored(
    room: GameRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.thinkers.quick = False
    ann, ben = room.guest("Ann"), room.guest("Ben")
    start = room.ask(ann, session.Join("greedy", color="white", size=4))[0]
    assert isinstance(start, session.Start)
    room.ask(ben, session.Watch(start.game))
    ben.take()
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise ObversiError("the disk is full")

        patch.setattr(room.store, "set_seats", full)
        [error] = change(room, ann, start, "black", "me")
        assert isinstance(error, session.Error)
    assert not ben.heard
    room.answer("b1")  # the agent was not disturbed
    assert ben.last(session.State).move == "b1"
