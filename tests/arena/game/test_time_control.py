from typing import Any

import pytest

import obversi as ob
from obversi.arena import TimeControl
from obversi.arena.game.plan import parse_clock


@pytest.mark.parametrize(
    ("text", "clock", "increment", "written"),
    [
        ("60", 60.0, 0.0, "60 s per game"),
        ("60+0.5", 60.0, 0.5, "60 s per game + 0.5 s per move"),
        (" 0.5+0.01 ", 0.5, 0.01, "0.5 s per game + 0.01 s per move"),
    ],
)
def test_clocks_are_read_and_written(
    text: str, clock: float, increment: float, written: str
) -> None:
    control = parse_clock(text)
    assert control == TimeControl(clock=clock, increment=increment)
    assert str(control) == written


@pytest.mark.parametrize("text", ["", "60+", "1:00", "-3", "60+0.5+1", "0", "a minute", "1e3"])
def test_invalid_clock_is_rejected(text: str) -> None:
    with pytest.raises(ob.ObversiError, match="expected"):
        parse_clock(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"seconds": 1.0, "clock": 1.0},
        {"seconds": 1.0, "increment": 1.0},
        {"seconds": 0.0},
        {"seconds": float("nan")},
        {"clock": float("inf")},
        {"clock": 1.0, "increment": -1.0},
        {"seconds": 1.0, "grace": -0.1},
    ],
)
def test_invalid_time_is_rejected(wrong: dict[str, Any]) -> None:
    with pytest.raises(ob.ObversiError):
        TimeControl(**wrong)


def test_limit_of_a_mover() -> None:
    assert TimeControl(seconds=2).limit(None) == ob.Limit(seconds=2)
    control = TimeControl(clock=10, increment=1)
    assert control.limit(4.5) == ob.Limit(clock=4.5, increment=1)
    assert 0 < (control.limit(0.0).clock or 0) < 0.01


@pytest.mark.parametrize("size", ob.SIZES)
def test_agent_without_clock_support_has_time_for_a_whole_game(size: int) -> None:
    moves = size * size // 2
    assert moves * TimeControl(clock=10).steady_seconds(size) < 10
    assert TimeControl(seconds=0.3).steady_seconds(size) == 0.3
