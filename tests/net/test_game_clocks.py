"""Clocks: what runs when, and what happens when one has run out."""

import pytest
from game_room import GameRoom, Guest, Time

from obversi.color import BLACK, WHITE
from obversi.net.games.clocks import GameClocks
from obversi.wire import session
from obversi.wire.session import Clocks, ClockSetting, EndReason

CLOCK = ClockSetting(60, 2)


def test_one_runs_at_a_time() -> None:
    time = Time()
    clocks = GameClocks(CLOCK, time.now)
    assert clocks.shown() == Clocks(60, 60)
    clocks.start(BLACK)
    time.pass_by(5.0004)
    clocks.start(BLACK)  # it runs already
    assert clocks.shown() == Clocks(55, 60)
    assert clocks.elapsed() == pytest.approx(5.0004)
    left = clocks.after_move(BLACK)
    assert left is not None
    assert left == pytest.approx({BLACK: 56.9996, WHITE: 60})
    assert clocks.shown() == Clocks(55, 60)  # nothing has happened yet
    clocks.set(left)
    clocks.start(WHITE)
    time.pass_by(61)
    assert clocks.has_fallen(WHITE)
    assert not clocks.has_fallen(BLACK)
    assert clocks.shown() == Clocks(57, 0)
    clocks.halt()
    assert clocks.shown() == Clocks(57, 60)


def test_without_a_limit_a_move_takes_time_all_the_same() -> None:
    time = Time()
    clocks = GameClocks(None, time.now)
    clocks.start(WHITE)
    time.pass_by(3)
    assert clocks.elapsed() == 3
    assert clocks.shown() is None
    assert clocks.left(WHITE) is None
    assert clocks.after_move(WHITE) is None
    assert not clocks.has_fallen(WHITE)


def test_a_move_is_as_old_as_the_message() -> None:
    time = Time()
    heard = 0.0
    clocks = GameClocks(CLOCK, time.now, lambda: heard)
    heard = time.now() - 5  # the clock is started late, too: nobody is charged for that
    clocks.start(BLACK)
    assert clocks.elapsed() == 0
    heard = time.now() + 3
    time.pass_by(10)
    assert clocks.elapsed() == 3
    assert clocks.after_move(BLACK) == {BLACK: 59, WHITE: 60}


def game(room: GameRoom, clock: ClockSetting = CLOCK) -> tuple[Guest, Guest, str]:
    """Let two play with clocks; black comes first."""
    ann, ben = room.guest("Ann"), room.guest("Ben")
    room.ask(ann, session.Join(color="black", size=4, clock=clock))
    room.ask(ben, session.Join(size=4, clock=clock))
    return ann, ben, ben.last(session.Start).game


def test_the_mover_is_charged(room: GameRoom) -> None:
    ann, ben, id = game(room)
    assert ann.last(session.Turn).clocks == Clocks(60, 60)
    room.time.pass_by(10)
    room.ask(ann, session.Play(id, "a1"))  # it is illegal, and the clock runs on
    room.time.pass_by(10)
    room.ask(ann, session.Play(id, "b1"))
    state = ben.last(session.State)
    assert (state.clocks, state.seconds) == (Clocks(42, 60), 20)
    assert ben.last(session.Turn).clocks == Clocks(42, 60)
    room.time.pass_by(30)
    watcher = room.guest("Cara")
    room.ask(watcher, session.Watch(id))
    assert watcher.last(session.Start).clocks == Clocks(42, 30)
    assert watcher.last(session.Start).clock == CLOCK


def test_who_has_no_time_left_has_lost(room: GameRoom) -> None:
    ann, ben, id = game(room)
    room.time.pass_by(59)
    room.ask(ann, session.Play(id, "b1"))
    room.time.pass_by(59.9)
    assert not ann.all_of(session.End)
    room.time.pass_by(0.2)
    end = ann.last(session.End)
    assert (end.reason, end.winner, end.margin) == (EndReason.TIME, "black", 16)
    assert end.text == "black wins: white has no time left"
    assert ben.last(session.End) == end


def test_a_move_that_comes_too_late_does_not_count(room: GameRoom) -> None:
    ann, ben, id = game(room)
    room.time._now += 61  # the timer is late
    [end] = room.ask(ann, session.Play(id, "b1"), 8)
    assert isinstance(end, session.End)
    assert end.reason is EndReason.TIME
    assert ann.heard[0].id == 8
    assert not ben.all_of(session.State)


def test_the_clock_of_one_who_is_gone_runs_on(room: GameRoom) -> None:
    ann, ben, _ = game(room)
    room.lobby.depart(ann)
    room.time.pass_by(61)
    assert ben.last(session.End).reason is EndReason.TIME


def test_agents_have_clocks_too(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest()
    room.ask(ann, session.Join("greedy", color="white", size=4, clock=CLOCK))
    limit = room.thinkers.questions[-1].limit
    assert (limit.clock, limit.increment, limit.seconds) == (60, 2, 10)
    room.time.pass_by(7)
    room.answer("b1")
    assert ann.last(session.State).clocks == Clocks(55, 60)
    room.ask(ann, session.Play(ann.last(session.Start).game, ann.last(session.Turn).legal[0]))
    room.time.pass_by(56)
    assert ann.last(session.End).text == "white wins: black has no time left"
    assert room.thinkers.questions[-1].future.cancelled()


def test_an_agent_is_charged_for_what_it_thinks_and_not_for_waiting_until_it_can(
    room: GameRoom,
) -> None:
    room.thinkers.quick = room.thinkers.begin = False
    room.thinkers.busy = 2  # there is no place even to wait at first
    ann = room.guest()
    room.ask(ann, session.Join("greedy", color="white", size=4, clock=CLOCK))
    room.time.pass_by(100)
    question = room.thinkers.questions[-1]
    assert question.limit.clock == 60
    assert question.on_begin is not None
    question.on_begin()
    room.time.pass_by(7)
    room.answer("b1")
    state = ann.last(session.State)
    assert (state.clocks, state.seconds) == (Clocks(55, 60), 7)
    room.ask(ann, session.Play(ann.last(session.Start).game, ann.last(session.Turn).legal[0]))
    room.time.pass_by(100)
    assert not ann.all_of(session.End)
    question = room.thinkers.questions[-1]
    assert question.on_begin is not None
    question.on_begin()
    room.time.pass_by(56)
    assert ann.last(session.End).reason is EndReason.TIME
