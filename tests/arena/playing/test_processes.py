"""Games in other processes, and what happens to agents that end or hang them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from game_processes import game_processes

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.arena import Match, PlayersInProcesses, TimeControl, random_openings
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing import processes
from obversi.arena.playing.game_process import GameProcess
from obversi.color import BLACK
from obversi.errors import MachineError

BAD = Path(__file__).with_name("bad_agents.py")


def plans(a: str = "greedy", b: str = "random", pairs: int = 2, **options: Any) -> list[GamePlan]:
    openings = random_openings(pairs, size=4, rules="reversed", seed=3)
    tournament, found = Match(a, b, openings, pairs, **options).tournament(), []
    while tournament.due() is not None:
        found.append(tournament.take())
    return found


def bad(name: str) -> str:
    return f"python:{BAD}:{name}"


@pytest.fixture
def process() -> Iterator[GameProcess]:
    made = GameProcess(grace_seconds=0.2)
    yield made
    made.close()


def all_games(players: PlayersInProcesses, wanted: list[GamePlan]) -> list[PlayedGame]:
    waiting, games = list(wanted), []
    while waiting or players.busy:
        while waiting and players.has_room(waiting[0]):
            players.begin(waiting.pop(0))
        games += players.finished(5.0)
    return games


@pytest.mark.long
def test_hanging_agent_loses_and_the_process_continues(process: GameProcess) -> None:
    first, second, *_ = plans(bad("Hanging"), "greedy", seconds=0.05)
    played = process.play(first)
    assert played.failure is not None
    assert (played.failure.color, played.failure.kind) == (BLACK, FailureKind.HANG)
    assert played.margin == -16
    # What was played before is known.
    assert played.record.start == ob.Board(4, "reversed")
    assert len(played.record.moves) == first.opening.ply + 2
    unhurried = replace(second, a=second.b, time=TimeControl(seconds=60))
    assert process.play(unhurried).failure is None


@pytest.mark.long
def test_agent_that_ends_its_process_twice_loses(process: GameProcess) -> None:
    first, _, third, _ = plans("greedy", bad("Deadly"))
    played = process.play(first)
    assert played.failure is not None
    assert played.failure.kind is FailureKind.DEATH
    assert played.failure.color == -first.a_color
    assert played.failure.reason.endswith("ended 2 times, by signal 11")
    assert played.margin == 16
    assert process.play(replace(third, b=third.a)).failure is None


@pytest.mark.long
def test_agent_that_ignores_signals_loses(process: GameProcess) -> None:
    first, *_ = plans(bad("Stubborn"), "engine:seconds=5", seconds=0.05)
    played = process.play(first)
    assert played.failure is not None
    assert (played.failure.color, played.failure.kind) == (BLACK, FailureKind.HANG)


@pytest.mark.long
def test_children_of_an_agent_do_not_hide_its_end(process: GameProcess) -> None:
    begin = time.monotonic()
    played = process.play(plans("greedy", bad("LeavingChildren"), seconds=60)[0])
    assert played.failure is not None
    assert (played.failure.kind, played.points) == (FailureKind.DEATH, 1.0)
    assert played.failure.reason.endswith("with status 5")
    assert time.monotonic() < begin + 15


def test_game_is_repeated_after_one_killed_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEADLY_ONCE", str(tmp_path / "died"))
    process = GameProcess()
    try:
        played = process.play(plans(bad("DeadlyOnce"))[0])
    finally:
        process.close()
    assert (tmp_path / "died").exists()
    assert played.failure is None


class Deadly(ob.Board):
    """Ends the process that it is sent to."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (7,)


def test_machine_error_is_raised_and_is_not_a_loss(process: GameProcess) -> None:
    with pytest.raises(MachineError, match="no sandbox can be started"):
        process.play(plans(bad("Unlucky"))[0])
    assert process.play(plans()[0]).failure is None


def test_unexpected_end_of_the_process_is_an_error(process: GameProcess) -> None:
    with pytest.raises(ob.ObversiError, match="game 1 ended unexpectedly, with status 7"):
        process.play(replace(plans()[0], opening=Deadly(4)))


@pytest.mark.long
def test_several_games_at_a_time_are_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "core_count", lambda: 3)
    wanted = plans(pairs=3)
    before = game_processes()
    players = PlayersInProcesses(3)
    there = all_games(players, wanted)
    assert len(game_processes() - before) == 3
    players.close()
    assert game_processes() <= before
    here = GameProcess()
    for plan in wanted:
        [game] = [game for game in there if game.number == plan.number]
        assert game.record.moves == replace_times(here.play(plan), game).record.moves
    here.close()


def replace_times(game: PlayedGame, like: PlayedGame) -> PlayedGame:
    times = [move.seconds for move in like.record.moves]
    moves = [
        replace(move, seconds=seconds)
        for move, seconds in zip(game.record.moves, times, strict=True)
    ]
    return replace(game, record=replace(game.record, moves=tuple(moves)))


def test_no_more_threads_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "core_count", lambda: 4)
    one, *_ = plans()
    two = replace(one, b=replace(one.b, threads=2))
    five = replace(one, b=replace(one.b, threads=5))
    players = PlayersInProcesses(9)
    assert players.has_room(five)  # alone it has what there is
    for begun, rooms in ((two, (True, True, False)), (one, (True, False, False))):
        players.begin(begun)
        assert tuple(players.has_room(plan) for plan in (one, two, five)) == rooms
    players.close()
    assert PlayersInProcesses(1).has_room(one)


def test_concurrency_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "core_count", lambda: 4)
    players = PlayersInProcesses(2)
    first, second, third, _ = plans()
    players.begin(first)
    assert players.has_room(second)
    players.begin(second)
    assert (players.busy, players.has_room(third)) == (2, False)
    players.close()
    with pytest.raises(ob.ObversiError, match="the concurrency cannot be 0"):
        PlayersInProcesses(0)


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="this system cannot bind processes to cores"
)
def test_games_may_have_a_core_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "core_count", lambda: 2)
    before = game_processes()
    players = PlayersInProcesses(2, one_core_a_game=True)
    for plan in plans()[:2]:
        players.begin(plan)
    cores = sorted(os.sched_getaffinity(0))
    # Some time passes before they are so called.
    while len(playing := game_processes() - before) < 2:
        time.sleep(0.01)
    found = [sorted(os.sched_getaffinity(int(process))) for process in playing]
    # Not always the first ones: others may play games on this machine, too.
    expected = [cores[(os.getpid() + place) % len(cores)] for place in range(2)]
    assert sorted(found) == sorted([core] for core in expected)
    players.close()


def test_output_of_agents_does_not_reach_results() -> None:
    program = f"""
from obversi.arena.playing.game_process import GameProcess
from obversi.arena import *
match = Match("python:{BAD}:Printing", "random", random_openings(1, size=4, seed=1), 1)
process = GameProcess()
process.play(match.tournament().take())
process.close()
print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "done\n"
    assert "I think" in done.stderr


def test_process_ends_with_its_supervisor() -> None:
    """It ends even while an agent hangs in it."""
    program = f"""
import os, sys, time
from obversi.arena.playing.game_process import GameProcess
from obversi.arena import *
match = Match("python:{BAD}:Hanging", "random", random_openings(1, size=4, seed=1), 1)
process = GameProcess()
process.begin(match.tournament().take())
print(process._process.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = Path(f"/proc/{int(parent.stdout.readline())}")
        time.sleep(0.5)
        assert child.exists()
        parent.kill()
    begin = time.monotonic()
    while child.exists() and time.monotonic() < begin + 30:
        time.sleep(0.05)
    assert not child.exists()


SIGTERM_BEFORE_GAMES = """
start = threading.Thread.start
threading.Thread.start = lambda thread: (start(thread), terminate())
"""
SIGTERM_WHILE_AGENTS_ARE_CLOSED = """
close = AgentPool.close
AgentPool.close = lambda pool: (terminate(), close(pool))
"""
SIGTERM_AT_THE_VERY_END = "atexit.register(terminate)"


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "when",
    [SIGTERM_BEFORE_GAMES, SIGTERM_WHILE_AGENTS_ARE_CLOSED, SIGTERM_AT_THE_VERY_END],
    ids=["before games", "while agents are closed", "at the very end"],
)
def test_process_that_gets_sigterm_while_ending_closes_its_agents_silently(when: str) -> None:
    program = f"""
import atexit, os, signal, socket, tempfile, threading
from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.playing import game_process
from obversi.arena.playing.game_process import SharedGame

def close(pool):
    print("closed")

def terminate():
    print("terminated")
    os.kill(os.getpid(), signal.SIGTERM)

AgentPool.close = close
game_process._end_when_alone = lambda file: None  # which would terminate it too, at any time
{when}
here, there = socket.socketpair()
here.close()
with tempfile.TemporaryFile() as shared:
    shared.write(bytes(SharedGame.size()))
    shared.flush()
    game_process.work(1.0, there.detach(), shared.fileno())
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert sorted(ended.stdout.split()) == ["closed", "terminated"]
