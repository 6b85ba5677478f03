"""Clocks: what runs when, and what happens when one has run out."""

import pytest
from simulated_server import ManualClock, SimulatedClient, SimulatedServer

from obversi.color import BLACK, WHITE
from obversi.net.games.game import GameClocks
from obversi.wire import session
from obversi.wire.session import Clocks, ClockSetting, EndReason

CLOCK = ClockSetting(60, 2)


def test_one_clock_runs_at_a_time() -> None:
    time = ManualClock()
    clocks = GameClocks(CLOCK, time.now)
    assert clocks.shown() == Clocks(60, 60)
    clocks.start(BLACK)
    time.advance(5.0004)
    clocks.start(BLACK)  # it runs already
    assert clocks.shown() == Clocks(55, 60)
    assert clocks.elapsed() == pytest.approx(5.0004)
    left = clocks.after_move(BLACK)
    assert left is not None
    assert left == pytest.approx({BLACK: 56.9996, WHITE: 60})
    assert clocks.shown() == Clocks(55, 60)  # nothing has happened yet
    clocks.set(left)
    clocks.start(WHITE)
    time.advance(61)
    assert clocks.is_over(WHITE)
    assert not clocks.is_over(BLACK)
    assert clocks.shown() == Clocks(57, 0)
    clocks.stop()
    assert clocks.shown() == Clocks(57, 60)


def test_without_a_limit_a_move_takes_time_all_the_same() -> None:
    time = ManualClock()
    clocks = GameClocks(None, time.now)
    clocks.start(WHITE)
    time.advance(3)
    assert clocks.elapsed() == 3
    assert clocks.shown() is None
    assert clocks.left(WHITE) is None
    assert clocks.after_move(WHITE) is None
    assert not clocks.is_over(WHITE)


def test_a_move_is_as_old_as_the_message() -> None:
    time = ManualClock()
    received = 0.0
    clocks = GameClocks(CLOCK, time.now, lambda: received)
    received = time.now() - 5  # the clock is started late: no player is charged for that
    clocks.start(BLACK)
    assert clocks.elapsed() == 0
    received = time.now() + 3
    time.advance(10)
    assert clocks.elapsed() == 3
    assert clocks.after_move(BLACK) == {BLACK: 59, WHITE: 60}


def game(
    server: SimulatedServer, clock: ClockSetting = CLOCK
) -> tuple[SimulatedClient, SimulatedClient, str]:
    """Let two play with clocks; black comes first."""
    ann, ben = server.connect("Ann"), server.connect("Ben")
    server.request(ann, session.Join(color="black", size=4, clock=clock))
    server.request(ben, session.Join(size=4, clock=clock))
    return ann, ben, ben.last(session.Start).game


def test_the_mover_is_charged(server: SimulatedServer) -> None:
    ann, ben, id = game(server)
    assert ann.last(session.Turn).clocks == Clocks(60, 60)
    server.time.advance(10)
    server.request(ann, session.Play(id, "a1"))  # it is illegal, and the clock runs on
    server.time.advance(10)
    server.request(ann, session.Play(id, "b1"))
    state = ben.last(session.State)
    assert (state.clocks, state.seconds) == (Clocks(42, 60), 20)
    assert ben.last(session.Turn).clocks == Clocks(42, 60)
    server.time.advance(30)
    watcher = server.connect("Cara")
    server.request(watcher, session.Watch(id))
    assert watcher.last(session.Start).clocks == Clocks(42, 30)
    assert watcher.last(session.Start).clock == CLOCK


def test_a_player_without_time_loses(server: SimulatedServer) -> None:
    ann, ben, id = game(server)
    server.time.advance(59)
    server.request(ann, session.Play(id, "b1"))
    server.time.advance(59.9)
    assert not ann.all_of(session.End)
    server.time.advance(0.2)
    end = ann.last(session.End)
    assert (end.reason, end.winner, end.margin) == (EndReason.TIME, "black", 16)
    assert end.text == "black wins: white has no time left"
    assert ben.last(session.End) == end


def test_a_late_move_is_rejected(server: SimulatedServer) -> None:
    ann, ben, id = game(server)
    server.time._now += 61  # the timer is late
    [end] = server.request(ann, session.Play(id, "b1"), 8)
    assert isinstance(end, session.End)
    assert end.reason is EndReason.TIME
    assert ann.received[0].id == 8
    assert not ben.all_of(session.State)


def test_the_clock_of_a_disconnected_player_runs(server: SimulatedServer) -> None:
    ann, ben, _ = game(server)
    server.game_server.disconnect(ann)
    server.time.advance(61)
    assert ben.last(session.End).reason is EndReason.TIME


def test_agents_have_clocks_too(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect()
    server.request(ann, session.Join("greedy", color="white", size=4, clock=CLOCK))
    limit = server.engines.calls[-1].limit
    assert (limit.clock, limit.increment, limit.seconds) == (60, 2, 10)
    server.time.advance(7)
    server.answer("b1")
    assert ann.last(session.State).clocks == Clocks(55, 60)
    server.request(ann, session.Play(ann.last(session.Start).game, ann.last(session.Turn).legal[0]))
    server.time.advance(56)
    assert ann.last(session.End).text == "white wins: black has no time left"
    assert server.engines.calls[-1].future.cancelled()


def test_an_agent_is_charged_for_what_it_thinks_and_not_for_waiting_until_it_can(
    server: SimulatedServer,
) -> None:
    server.engines.quick = server.engines.begin = False
    server.engines.busy = 2  # there is no place even to wait at first
    ann = server.connect()
    server.request(ann, session.Join("greedy", color="white", size=4, clock=CLOCK))
    server.time.advance(100)
    call = server.engines.calls[-1]
    assert call.limit.clock == 60
    assert call.on_start is not None
    call.on_start()
    server.time.advance(7)
    server.answer("b1")
    state = ann.last(session.State)
    assert (state.clocks, state.seconds) == (Clocks(55, 60), 7)
    server.request(ann, session.Play(ann.last(session.Start).game, ann.last(session.Turn).legal[0]))
    server.time.advance(100)
    assert not ann.all_of(session.End)
    call = server.engines.calls[-1]
    assert call.on_start is not None
    call.on_start()
    server.time.advance(56)
    assert ann.last(session.End).reason is EndReason.TIME
