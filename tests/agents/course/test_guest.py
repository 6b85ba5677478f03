"""The time that a call has, without the moments in which others had the core."""

from types import SimpleNamespace

import pytest

from obversi.agents.course import guest


class Machine:
    """A clock, and what the system tells of the cores."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = self.waited = self.computed = 0.0
        patch.setattr(guest, "time", SimpleNamespace(monotonic=lambda: self.now))
        patch.setattr(guest, "core_times", lambda: (self.waited, self.computed))


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_the_time_runs_down(machine: Machine) -> None:
    turn = guest.Turn(5.0, lambda: "now")
    machine.now = 3.0
    assert turn.check() == pytest.approx(2.0)
    assert not turn.is_up
    machine.now = machine.computed = 5.0
    assert turn.check() == 0.0
    assert turn.is_up
    assert turn.seen == ["now"]


def test_a_core_that_others_had_is_not_its_time(machine: Machine) -> None:
    looks = iter(["early", "late"])
    turn = guest.Turn(5.0, lambda: next(looks))
    machine.now, machine.waited, machine.computed = 6.0, 2.0, 4.0
    assert turn.check() == pytest.approx(1.0)
    assert not turn.is_up
    machine.now, machine.computed = 7.0, 5.0
    assert turn.check() == 0.0
    # What was there when the time was not yet up does not count.
    assert turn.seen == ["late"]


def test_who_is_in_its_own_way_has_no_excuse(machine: Machine) -> None:
    turn = guest.Turn(5.0, str)
    # Four threads on one core: each waited for the others.
    machine.now, machine.waited, machine.computed = 5.0, 3.75, 5.0
    assert turn.check() == 0.0
    assert turn.is_up


def test_what_was_seen_first_counts(machine: Machine) -> None:
    looks = iter(["first", "second"])
    turn = guest.Turn(1.0, lambda: next(looks))
    machine.now = machine.computed = 1.5
    turn.check()
    turn.check()
    assert turn.seen == ["first"]
