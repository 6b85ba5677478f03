"""Games on a Dask cluster: each is there once, whatever happens to its workers."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from dask_workers import wait_for_workers

import obversi as ob
from obversi.arena import Match, random_openings
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.play import play_planned
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing import cluster as playing_module
from obversi.arena.playing.cluster import ClusterPlayers

distributed: Any = import_module("distributed")

# What the package and its workers warn of while they come and go is not ours.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def players(workers: Any) -> Iterator[ClusterPlayers]:
    connected = ClusterPlayers(wait_for_workers(workers))
    wait_for_players(connected)
    yield connected
    connected.close()


def plans(a: str, b: str, pairs: int, size: int = 4, **options: Any) -> list[GamePlan]:
    openings = random_openings(pairs, size=size, rules="reversed", seed=3)
    tournament, found = Match(a, b, openings, pairs, **options).tournament(), []
    while tournament.due() is not None:
        found.append(tournament.take())
    return found


def begin_all(players: ClusterPlayers, waiting: list[GamePlan]) -> None:
    while waiting and players.has_room(waiting[0]):
        players.begin(waiting.pop(0))


def games_of(
    players: ClusterPlayers,
    wanted: Sequence[GamePlan],
    on_game: Callable[[PlayedGame], object] = lambda _game: None,
) -> list[PlayedGame]:
    waiting, games = list(wanted), []
    deadline = time.monotonic() + 600
    while (waiting or players.busy) and time.monotonic() < deadline:
        begin_all(players, waiting)
        for game in players.finished(1.0):
            games.append(game)
            on_game(game)
    return games


def wait_for_players(players: ClusterPlayers) -> None:
    wait_until(lambda: players.finished(0.1) == [] and len(players._ready) == 2)


def after(count: int, what: Callable[[], None]) -> Callable[[PlayedGame], None]:
    """Do something after this number of games."""
    so_far = itertools.count(1)
    return lambda _game: what() if next(so_far) == count else None


def wait_until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def moves(game: PlayedGame) -> list[ob.Move]:
    return [played.move for played in game.record.moves]


def pids(workers: Any) -> list[int]:
    with distributed.Client(workers, set_as_default=False) as client:
        return sorted(client.run(os.getpid).values())


def test_games_of_a_dead_worker_are_repeated(workers: Any, players: ClusterPlayers) -> None:
    wanted = plans("r4:depth=2", "random", 20, size=6)
    victim = pids(workers)[0]

    games = games_of(players, wanted, after(8, lambda: os.kill(victim, signal.SIGKILL)))
    assert sorted(game.number for game in games) == [plan.number for plan in wanted]
    for game in games:
        assert moves(game) == moves(play_planned(wanted[game.number - 1]))
        assert game.failure is None


@pytest.mark.long
def test_games_of_a_silent_worker_are_repeated() -> None:
    with (
        distributed.dask.config.set({"distributed.scheduler.worker-ttl": "2s"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, memory_limit=None, dashboard_address=":0"
        ) as workers,
    ):
        players = ClusterPlayers(workers.scheduler_address)
        victim = pids(workers)[0]
        stop = after(5, lambda: os.kill(victim, signal.SIGSTOP))
        games = games_of(players, plans("random", "greedy", 10), stop)
        assert sorted(game.number for game in games) == list(range(1, 21))
        players.close()


@pytest.mark.long
def test_workers_of_dask_s_commands(tmp_path: Path) -> None:
    """They start after the client has connected to the scheduler, and one is killed."""
    scheduler_file = tmp_path / "scheduler.json"
    common = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(scheduler_file))
    single = ("--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
    with dask("scheduler", "--port", "0", *common):
        wait_until(lambda: scheduler_file.exists() and scheduler_file.read_text().endswith("}"))
        players = ClusterPlayers(json.loads(scheduler_file.read_text())["address"])
        wanted = plans("r4:depth=2", "greedy", 15, size=6)
        assert not players.has_room(wanted[0])
        assert players.finished(0.1) == []
        with (
            dask("worker", "--name", "first", *single, *common) as first,
            dask("worker", "--name", "second", *single, *common),
        ):
            wait_for_players(players)
            games = games_of(players, wanted, after(8, first.kill))
            players.close()
    assert sorted(game.number for game in games) == [plan.number for plan in wanted]
    # On a busy machine one of them may have come too late to play.
    assert {game.place for game in games[:8]} <= {"first", "second"}
    assert {game.place for game in games[-8:]} == {"second"}


@contextmanager
def dask(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-m", "dask", *arguments]) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_worker_plays_as_many_games_as_it_has_cores(players: ClusterPlayers) -> None:
    one, *rest = plans("greedy", "random", 4)
    two = replace(one, b=replace(one.b, threads=2))
    many = replace(one, b=replace(one.b, threads=99))
    rooms = []
    for begun in (two, rest[0], many, rest[1]):
        rooms.append(tuple(players.has_room(plan) for plan in (one, two, many)))
        if players.has_room(begun):
            players.begin(begun)
    # What takes more than any worker has goes where all is free.
    assert rooms == [(True,) * 3, (True,) * 3, (True, False, False), (True, False, False)]
    assert not players.has_room(one)
    assert players.busy == 3


def test_only_short_games_are_queued_ahead(players: ClusterPlayers) -> None:
    wanted = plans("greedy", "random", 15)  # enough for a mean below a second
    assert len(games_of(players, wanted)) == len(wanted)
    begin_all(players, waiting := list(wanted))
    assert players.busy > 4
    assert len(games_of(players, [])) == len(wanted) - len(waiting)
    players._seconds_per_task = 10.0
    begin_all(players, wanted)
    assert players.busy == 4


def test_concurrency_is_limited(workers: Any) -> None:
    players = ClusterPlayers(workers.scheduler_address, concurrency=3)
    wanted = plans("greedy", "random", 8)
    most = []
    games = games_of(players, wanted, lambda _game: most.append(players.busy))
    begin_all(players, wanted)
    assert players.busy == 3
    assert len(games) == 16
    assert max(most) < 3
    players.close()
    with pytest.raises(ob.ObversiError, match="the concurrency cannot be 0"):
        ClusterPlayers(workers.scheduler_address, concurrency=0)


def test_cancelled_games_end(tmp_path: Path, players: ClusterPlayers) -> None:
    hanging = agent(tmp_path, f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))")
    players.begin(plans(hanging, "random", 1, seconds=600)[0])
    playing = process_of(tmp_path / "pid")
    players.close()
    wait_until(lambda: not playing.exists())


@pytest.mark.long
@pytest.mark.long
def test_games_of_a_killed_client_end(
    tmp_path: Path, players: ClusterPlayers, workers: Any
) -> None:
    hanging = agent(tmp_path, f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))")
    program = f"""
import time
from obversi.arena import Match, random_openings
from obversi.arena.playing.cluster import ClusterPlayers
match = Match({hanging!r}, "random", random_openings(1, size=4), 1, seconds=600)
plan, players = match.tournament().take(), ClusterPlayers("{workers.scheduler_address}")
while not players.has_room(plan):
    players.finished(0.1)
players.begin(plan)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program]) as client:
        playing = process_of(tmp_path / "pid")
        client.kill()
    wait_until(lambda: not playing.exists())
    assert len(games_of(players, plans("greedy", "random", 1))) == 2


@pytest.mark.long
@pytest.mark.long
def test_game_that_kills_every_worker_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: ClusterPlayers
) -> None:
    monkeypatch.setattr(playing_module, "_MOST_LOSSES", 1)
    deadly = agent(tmp_path, "os.kill(os.getppid(), 9)")
    with pytest.raises(ob.ObversiError, match="game 1 was lost with its worker 2 times"):
        games_of(players, plans(deadly, "random", 1)[:1])


def test_workers_of_another_version_are_named(
    monkeypatch: pytest.MonkeyPatch, workers: Any
) -> None:
    monkeypatch.setattr(playing_module, "VERSION", "9.9")
    rejected = f"the worker tcp://.* has Obversi {ob.__version__}, not 9.9"
    assert_rejected(workers, rejected)


def test_workers_without_the_package_are_named(
    monkeypatch: pytest.MonkeyPatch, workers: Any
) -> None:
    monkeypatch.setattr(playing_module, "_VERSION_NAME", "obversi.nowhere:VERSION")
    assert_rejected(workers, r"the worker tcp://.* cannot use Obversi: No module named .*nowhere")


def assert_rejected(workers: Any, reason: str) -> None:
    players = ClusterPlayers(workers.scheduler_address)
    try:
        with pytest.raises(ob.ObversiError, match=reason):
            games_of(players, plans("greedy", "random", 1))
    finally:
        players.close()


@pytest.mark.long
def test_workers_with_another_agent_are_named(tmp_path: Path, players: ClusterPlayers) -> None:
    first, second = plans(agent(tmp_path, "pass", is_quick=True), "random", 1)
    assert len(games_of(players, [first])) == 1
    agent(tmp_path, "...", is_quick=True)
    with pytest.raises(ob.ObversiError, match=r"not play game 2: .*agent\.py is not the same"):
        games_of(players, [second])


@pytest.mark.long
@pytest.mark.long
def test_workers_without_the_agent_are_named_after_the_games(
    tmp_path: Path, players: ClusterPlayers
) -> None:
    first, second = plans(agent(tmp_path, "pass", is_quick=True), "random", 1)
    assert len(games_of(players, [first])) == 1
    (tmp_path / "agent.py").unlink()
    begin_all(players, [second, *plans("greedy", "random", 2)[1:]])
    wait_until(lambda: all(future.done() for future in players._sent))
    assert len(players.finished(10.0)) == 3
    reason = r"the worker tcp://.* could not play game 2: InputError: .*agent\.py is not there"
    with pytest.raises(ob.ObversiError, match=reason):
        players.finished(10.0)
    assert not players.has_room(first)


def agent(folder: Path, code: str, *, is_quick: bool = False) -> str:
    """Write an agent that does something when it has to move, and then hangs if it is not quick."""
    (folder / "agent.py").write_text(
        f"""
import os, time
class Agent:
    def choose(self, board):
        {code}
        {"" if is_quick else "time.sleep(600)"}
        return board.legal_moves[0]
"""
    )
    return f"python:{folder / 'agent.py'}:Agent"


def process_of(file: Path) -> Path:
    """The folder of the process whose number comes to stand in a file."""
    wait_until(lambda: file.exists() and file.read_text() != "")
    return Path("/proc") / file.read_text()
