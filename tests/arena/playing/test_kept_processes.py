"""Processes that are kept from game to game."""

import time
from pathlib import Path

import pytest
from processes_of_games import processes_of_games

from obversi.arena import GamePlan, Match, random_openings
from obversi.arena.playing import kept_processes
from obversi.arena.playing.kept_processes import KeptProcesses

BAD = Path(__file__).with_name("bad_agents.py")


def plan(a: str = "greedy") -> GamePlan:
    openings = random_openings(1, size=4, rules="reversed", seed=3)
    return Match(a, "random", openings, 1, seconds=600).tournament().take()


def nothing() -> None:
    """Play on."""


def test_one_process_plays_many_games_and_ends_when_it_is_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_processes, "_SECONDS_KEPT", 5.0)
    processes, seen = KeptProcesses(), set()
    for _ in range(5):
        assert processes.play(plan(), nothing).failure is None
        seen |= processes_of_games()
    assert len(seen) == 1
    deadline = time.monotonic() + 30
    while seen & processes_of_games() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not seen & processes_of_games()
    # And another one is there when it is needed.
    assert processes.play(plan(), nothing).failure is None
    monkeypatch.setattr(kept_processes, "_SECONDS_KEPT", 0.0)
    processes._close_idle()


def test_a_game_that_nobody_wants_ends_with_its_process() -> None:
    class UnwantedError(Exception):
        pass

    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise UnwantedError

    before = processes_of_games()
    with pytest.raises(UnwantedError):
        KeptProcesses().play(plan(f"python:{BAD}:Hanging"), look)
    assert processes_of_games() <= before
