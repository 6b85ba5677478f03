"""The time that a call has, without the moments in which others had the core."""

from types import SimpleNamespace

import pytest

from obversi.agents.course import call_timer


class Machine:
    """A fake clock, and fake times of the cores."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = self.waited = self.computed = self.stolen = 0.0
        clocks = {"monotonic": lambda: self.now, "thread_time": lambda: 0.0}
        patch.setattr(call_timer, "time", SimpleNamespace(**clocks))
        times = lambda: (self.waited, self.computed, self.stolen)  # noqa: E731
        patch.setattr(call_timer, "core_times", times)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_the_time_runs_down(machine: Machine) -> None:
    call = call_timer.TimedCall(5.0, lambda: "now")
    machine.now = 3.0
    assert call.check() == pytest.approx(2.0)
    assert not call.is_up
    machine.now = machine.computed = 5.0
    assert call.check() == 0.0
    assert call.is_up
    assert call.seen == ["now"]


def test_a_core_that_others_had_is_not_its_time(machine: Machine) -> None:
    looks = iter(["early", "late"])
    call = call_timer.TimedCall(5.0, lambda: next(looks))
    machine.now, machine.waited, machine.computed = 6.0, 2.0, 4.0
    assert call.check() == pytest.approx(1.0)
    assert not call.is_up
    machine.now, machine.computed = 7.0, 5.0
    assert call.check() == 0.0
    # What was there when the time was not yet up does not count.
    assert call.seen == ["late"]


@pytest.mark.parametrize("computed", [4.0, 5.0], ids=["stolen apart", "stolen time included"])
def test_a_core_that_was_stolen_is_not_its_time(machine: Machine, computed: float) -> None:
    call = call_timer.TimedCall(5.0, str)
    machine.now, machine.stolen, machine.computed = 5.0, 1.0, computed
    assert call.check() == pytest.approx(1.0)
    machine.now, machine.computed = 6.0, computed + 1.0
    assert call.check() == 0.0
    assert call.is_up


def test_waiting_for_own_threads_counts(machine: Machine) -> None:
    call = call_timer.TimedCall(5.0, str)
    # Four threads on one core: each waited for the others.
    machine.now, machine.waited, machine.computed = 5.0, 3.75, 5.0
    assert call.check() == 0.0
    assert call.is_up


def test_the_first_candidates_at_the_time_out_count(machine: Machine) -> None:
    looks = iter(["first", "second"])
    call = call_timer.TimedCall(1.0, lambda: next(looks))
    machine.now = machine.computed = 1.5
    call.check()
    call.check()
    assert call.seen == ["first"]
