"""Processes that are kept from game to game."""

import os
import time
from pathlib import Path

import pytest

from obversi.arena import GamePlan, Match, random_openings
from obversi.arena.playing import kept_processes
from obversi.arena.playing.kept_processes import KeptProcesses

BAD = Path(__file__).with_name("bad_agents.py")


def plan(a: str = "greedy") -> GamePlan:
    openings = random_openings(1, size=4, rules="reversed", seed=3)
    return Match(a, "random", openings, 1, seconds=600).tournament().take()


def nothing() -> None:
    """Play on."""


def children() -> set[str]:
    """The processes under this one that play games."""
    tasks = Path(f"/proc/{os.getpid()}/task").iterdir()
    found = {child for task in tasks for child in (task / "children").read_text().split()}
    return {child for child in found if is_of_games(child)}


def is_of_games(process: str) -> bool:
    try:
        return b"game_process" in Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


def test_one_process_plays_many_games_and_ends_when_it_is_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_processes, "_SECONDS_KEPT", 5.0)
    processes, seen = KeptProcesses(), set()
    for _ in range(5):
        assert processes.play(plan(), nothing).failure is None
        seen |= children()
    assert len(seen) == 1
    deadline = time.monotonic() + 30
    while seen & children() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not seen & children()
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

    before = children()
    with pytest.raises(UnwantedError):
        KeptProcesses().play(plan(f"python:{BAD}:Hanging"), look)
    assert children() <= before
