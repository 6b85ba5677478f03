"""Processes that are reused from game to game."""

import time
from pathlib import Path

import pytest
from game_processes import game_processes

from obversi.arena import Match, random_openings
from obversi.arena.game.plan import GamePlan
from obversi.arena.playing import cluster_worker
from obversi.arena.playing.cluster_worker import IdleProcesses

BAD = Path(__file__).with_name("bad_agents.py")


def plan(a: str = "greedy") -> GamePlan:
    openings = random_openings(1, size=4, rules="reversed", seed=3)
    return Match(a, "random", openings, 1, seconds=600).tournament().take()


def nothing() -> None:
    """Play on."""


@pytest.mark.long
def test_one_process_plays_many_games_and_ends_when_it_is_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_worker, "_IDLE_SECONDS", 3.0)
    processes, seen = IdleProcesses(), set()
    for _ in range(3):
        assert processes.play(plan(), nothing).failure is None
        seen |= game_processes()
    assert len(seen) == 1
    deadline = time.monotonic() + 30
    while seen & game_processes() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not seen & game_processes()
    # And another one is there when it is needed.
    assert processes.play(plan(), nothing).failure is None
    monkeypatch.setattr(cluster_worker, "_IDLE_SECONDS", 0.0)
    processes._close_idle()


def test_cancelled_game_ends_with_its_process() -> None:
    class UnwantedError(Exception):
        pass

    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise UnwantedError

    before = game_processes()
    with pytest.raises(UnwantedError):
        IdleProcesses().play(plan(f"python:{BAD}:Hanging"), look)
    assert game_processes() <= before
