import pickle
from dataclasses import FrozenInstanceError
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from obversi import Limit, ObversiError

clocks = st.floats(0.001, 10_000)
increments = st.floats(0, 60)
empties = st.integers(1, 60)


def test_nothing_is_limited_by_default() -> None:
    assert Limit().is_unlimited
    assert Limit().seconds_for(30) is None
    for limit in (Limit(seconds=1), Limit(depth=1), Limit(nodes=1), Limit(clock=1)):
        assert not limit.is_unlimited


def test_it_is_a_value() -> None:
    limit = Limit(seconds=0.5, depth=8)
    assert limit == Limit(depth=8, seconds=0.5) != Limit(depth=8)
    assert {limit, Limit(seconds=0.5, depth=8)} == {limit}
    assert pickle.loads(pickle.dumps(limit)) == limit
    assert repr(limit) == "Limit(seconds=0.5, depth=8)"
    assert repr(Limit(clock=9.0, increment=1.0)) == "Limit(clock=9.0, increment=1.0)"
    assert repr(Limit()) == "Limit()"
    with pytest.raises(FrozenInstanceError):
        limit.depth = 9  # type: ignore[misc]


@pytest.mark.parametrize("name", ["seconds", "clock"])
@pytest.mark.parametrize("value", [0, 0.0, -1, -0.5, float("nan"), float("inf"), "1", 10**400, 1j])
def test_times_rejected(name: str, value: object) -> None:
    with pytest.raises(ObversiError, match=f"the limit '{name}' cannot be") as error:
        Limit(**{name: value})  # type: ignore[arg-type]
    assert repr(value) in str(error.value)


@pytest.mark.parametrize("name", ["depth", "nodes"])
@pytest.mark.parametrize("value", [0, -1, 1.5, 2.0, "8", float("nan")])
def test_counts_rejected(name: str, value: object) -> None:
    with pytest.raises(ObversiError, match=f"the limit '{name}' cannot be"):
        Limit(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1, float("nan"), "1", None])
def test_increments_rejected(value: object) -> None:
    with pytest.raises(ObversiError, match="the limit 'increment' cannot be"):
        Limit(clock=10, increment=value)  # type: ignore[arg-type]


def test_an_increment_needs_a_clock() -> None:
    with pytest.raises(ObversiError, match="'increment' is of no use without 'clock'"):
        Limit(increment=2)
    assert Limit(clock=10, increment=0) == Limit(clock=10)


def test_numbers_of_other_kinds_will_do() -> None:
    numbers: dict[str, Any] = {"seconds": np.float32(0.5), "depth": np.int64(3)}
    assert Limit(**numbers) == Limit(seconds=0.5, depth=3)
    numbers = {"clock": Decimal(2), "nodes": np.uint8(9)}
    assert Limit(**numbers) == Limit(clock=2, nodes=9)
    assert type(Limit(**numbers).clock) is float
    assert type(Limit(**numbers).nodes) is int


def test_seconds_for_a_move_are_given() -> None:
    assert Limit(seconds=0.3).seconds_for(60) == 0.3
    assert Limit(depth=3).seconds_for(60) is None


@given(clocks, increments, empties)
def test_a_clock_is_never_used_up(clock: float, increment: float, empties: int) -> None:
    seconds = Limit(clock=clock, increment=increment).seconds_for(empties)
    assert seconds is not None
    assert 0 < seconds < clock
    assert clock - seconds >= min(0.019, clock / 2)


@given(clocks, increments, empties, st.floats(0.001, 100))
def test_seconds_bound_a_clock(
    clock: float, increment: float, empties: int, seconds: float
) -> None:
    shared = Limit(clock=clock, increment=increment).seconds_for(empties)
    both = Limit(clock=clock, increment=increment, seconds=seconds).seconds_for(empties)
    assert shared is not None
    assert both == min(shared, seconds)


@given(clocks, increments)
def test_fewer_moves_to_come_and_increments_give_more(clock: float, increment: float) -> None:
    shares = [Limit(clock=clock).seconds_for(empties) or 0 for empties in range(60, 0, -1)]
    assert shares == sorted(shares)
    assert (Limit(clock=clock, increment=increment).seconds_for(60) or 0) >= shares[0]


def test_a_whole_game_fits_into_its_clock() -> None:
    """Even if every move takes a hundredth of a second longer than it should."""
    for total, increment in ((1.0, 0.0), (60.0, 0.0), (5.0, 0.1)):
        clock = total
        for empties in range(60, 0, -2):
            clock -= (Limit(clock=clock, increment=increment).seconds_for(empties) or 0) + 0.01
            assert clock > 0
            clock += increment
        assert clock < total * 0.6 + 30 * increment  # and it is used
