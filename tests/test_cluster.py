"""A Dask cluster: its workers, tasks and errors, and what runs on it: self-play and tuning."""

import importlib
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dask_workers import wait_for_workers

from obversi import cluster as cluster_module
from obversi.cluster import Cluster, ClusterError, Future, TaskLostError
from obversi.errors import ObversiError
from obversi.extras import install_command
from obversi.lab.tuning.measurement import FailedCandidateError, Task, measure, measuring
from obversi.lab.tuning.settings import TuningSettings
from obversi.lab.tuning.space import space_of
from obversi.rules import Rules
from obversi.training import data_generation as generate_module
from obversi.training.data_generation import Schedule, generate, play_on_cluster
from obversi.training.game_files import GameData
from obversi.training.self_play import SelfPlay, SelfPlaySettings

distributed: Any = importlib.import_module("distributed")

# Warnings of Dask about workers that come and go do not matter here.
pytestmark = pytest.mark.filterwarnings("default")

SECONDS = 300
TIMEOUT = "distributed.deploy.lost-worker-timeout"
QUICK = SelfPlaySettings(solve=6, seed=5)


@pytest.fixture
def address(workers: Any) -> str:
    return wait_for_workers(workers)


@pytest.fixture
def cluster(address: str) -> Iterator[Cluster]:
    with Cluster(address, workers=1) as connected:
        yield connected


def ended(cluster: Cluster, count: int) -> list[Future]:
    futures: list[Future] = []
    deadline = time.monotonic() + SECONDS
    while len(futures) < count:
        assert time.monotonic() < deadline
        futures += cluster.ended(1.0)
    return futures


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


# Tasks and workers


def test_tasks_end_with_their_results(cluster: Cluster) -> None:
    assert list(cluster.workers().values()) == [2, 2]
    futures = {cluster.begin(pow, 2, power): 2**power for power in range(5)}
    assert {future: cluster.result(future) for future in ended(cluster, 5)} == futures
    assert cluster.ended(0.0) == []


def test_a_task_runs_on_the_given_worker(cluster: Cluster) -> None:
    for worker in cluster.workers():
        for _ in range(3):
            cluster.begin(eval, "__import__('distributed').get_worker().address", worker=worker)
        assert [cluster.result(future, worker) for future in ended(cluster, 3)] == [worker] * 3


@pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError])
def test_an_exception_of_a_task_is_raised_here(cluster: Cluster, error: type[Exception]) -> None:
    cluster.begin(eval, f"[].append((_ for _ in ()).throw({error.__name__}('on purpose')))")
    [future] = ended(cluster, 1)
    with pytest.raises(error, match="on purpose"):
        cluster.result(future)


@pytest.mark.long
@pytest.mark.long
def test_a_task_that_kills_its_workers_is_lost(cluster: Cluster) -> None:
    future = cluster.begin(signal.raise_signal, signal.SIGKILL)
    assert ended(cluster, 1) == [future]
    with pytest.raises(TaskLostError, match="a task was lost: "):
        cluster.result(future)


@pytest.mark.long
def test_a_result_is_lost_with_its_worker(cluster: Cluster) -> None:
    worker = next(iter(cluster.workers()))
    future = cluster.begin(os.getpid, worker=worker)
    assert ended(cluster, 1) == [future]
    os.kill(cluster.result(future, worker), signal.SIGKILL)
    wait_until(lambda: worker not in cluster.workers())
    with pytest.raises(TaskLostError, match=f"lost with its worker {worker}"):
        cluster.result(future, worker)


def test_a_cancelled_task_does_not_run(tmp_path: Path, workers: Any, cluster: Cluster) -> None:
    [worker, *_] = cluster.workers()
    # Tasks that read from a pipe keep both threads of the worker busy.
    pipes = [tmp_path / "first", tmp_path / "second"]
    for pipe in pipes:
        os.mkfifo(pipe)
    reading = [cluster.begin(Path.read_text, pipe, worker=worker) for pipe in pipes]
    # A pipe opens for writing once its reader runs.
    writers = [pipe.open("w") for pipe in pipes]
    # The second client connects before the cancellation: Dask informs all clients of it, and a
    # client that is just connecting does not expect that.
    with distributed.Client(workers, set_as_default=False) as client:
        cancelled = cluster.begin((tmp_path / "ran").touch, worker=worker)
        cluster.cancel([cancelled])
        assert ended(cluster, 1) == [cancelled]
        # Until the worker has received it, a free thread would run the task.
        key, only = cancelled.key, [worker]
        is_known = lambda dask_worker: key in dask_worker.state.tasks  # noqa: E731
        wait_until(lambda: not client.run(is_known, workers=only)[worker])
    for writer in writers:
        writer.write("done")
        writer.close()
    assert set(ended(cluster, 2)) == set(reading)
    assert [cluster.result(future, worker) for future in reading] == ["done", "done"]
    assert not (tmp_path / "ran").exists()


@pytest.mark.long
def test_local_starts_processes_on_this_machine() -> None:
    with (
        distributed.dask.config.set({TIMEOUT: "15s"}),
        Cluster("local", workers=1, threads=3) as cluster,
    ):
        assert list(cluster.workers().values()) == [3]
        cluster.begin(os.getpid)
        assert cluster.result(*ended(cluster, 1)) != os.getpid()
        # A worker that dies twice within Dask's own 15 seconds is restarted both times.
        assert distributed.dask.config.get(TIMEOUT) == "1 day"


# Errors


def test_cluster_errors_are_not_value_errors() -> None:
    assert issubclass(TaskLostError, ClusterError)
    assert issubclass(ClusterError, ObversiError)
    assert not issubclass(ClusterError, ValueError)
    assert not issubclass(FailedCandidateError, ValueError)


@pytest.mark.long
def test_an_address_without_a_scheduler_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(ClusterError, match=r"there is no Dask scheduler at 'tcp://127.0.0.1:9'"):
        Cluster("tcp://127.0.0.1:9", workers=1)
    data = GameData.create(tmp_path, 4)
    with pytest.raises(ClusterError, match="there is no Dask scheduler at 'nowhere'"):
        list(generate(data, settings=QUICK, games=10, cluster="nowhere"))


def test_what_is_not_a_scheduler_is_named(
    monkeypatch: pytest.MonkeyPatch, cluster: Cluster
) -> None:
    [worker, *_] = cluster.workers()
    with pytest.raises(ClusterError, match=r"no Dask scheduler .* the address of a worker"):
        Cluster(worker, workers=1)
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"at '{address}': no answer within 0.5 s"):
            Cluster(address, workers=1)


async def test_a_cluster_can_be_connected_to_in_an_event_loop(address: str) -> None:
    with Cluster(address, workers=1) as cluster:
        assert len(cluster.workers()) == 2


@pytest.mark.long
def test_a_lost_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with distributed.LocalCluster(n_workers=1, dashboard_address=":0") as started:
        cluster = Cluster(started.scheduler_address, workers=1)
        cluster.begin(time.sleep, 60)
        cluster._client._timeout = 1.0  # how long it tries to connect again
    with distributed.dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        [future] = ended(cluster, 1)
        with pytest.raises(ClusterError, match=r"the Dask scheduler at 'tcp://.*' is lost: "):
            cluster.result(future)
        with pytest.raises(ClusterError, match="is lost"):
            cluster.workers()
        cluster.cancel([future])
        wait_until(lambda: cluster._client.status == "closed")
        cluster.cancel([future])
        monkeypatch.setattr(cluster_module, "_POLL_SECONDS", 0.0)
        for method in (cluster.workers, lambda: cluster.begin(os.getpid)):
            with pytest.raises(ClusterError, match="is lost"):
                method()
        cluster.close()


def test_a_cluster_without_workers_is_an_error_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_module, "_POLL_SECONDS", 0.0)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        Cluster(empty.scheduler_address, workers=1) as cluster,
    ):
        assert cluster.workers() == {}
        assert cluster.workers() == {}
        waiting = cluster.begin(os.getpid)
        monkeypatch.setattr(cluster_module, "_SECONDS_WITHOUT_WORKERS", 0.0)
        with pytest.raises(ClusterError, match="the cluster has had no worker for"):
            wait_until(cluster.workers)
        with pytest.raises(ClusterError, match="the cluster has had no worker for"):
            cluster.result(waiting)


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(f"no module {name}")

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ClusterError, match=re.escape(install_command("cluster"))):
        Cluster("local", workers=1)


# Self-play


def played_here(folder: Path, rules: Rules, games: int) -> GameData:
    data = GameData.create(folder, 6, rules)
    *_, _last = generate(data, settings=QUICK, games=games, threads=1)
    return data


@pytest.mark.long
@pytest.mark.parametrize("rules", ["normal", pytest.param("reversed", marks=pytest.mark.long)])
def test_self_play_survives_a_dead_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, rules: Rules
) -> None:
    monkeypatch.setattr(generate_module, "_SECONDS_A_TASK", 0.02)
    data = played_here(tmp_path / "cluster", rules, 30)  # begun on this machine
    counts = []
    with distributed.Client(address, set_as_default=False) as client:
        for progress in generate(data, settings=QUICK, games=250, cluster=address):
            counts.append(progress.games)
            if len(counts) == 3:
                os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
    assert counts[0] == 30
    assert counts == sorted(counts)
    assert counts[-1] == 250
    assert np.array_equal(data.read(), played_here(tmp_path / "here", rules, 250).read())


def test_closing_self_play_stores_what_was_played(tmp_path: Path, address: str) -> None:
    data = GameData.create(tmp_path, 6, "normal")
    run = generate(data, settings=QUICK, games=100_000, cluster=address)
    next(run)
    games = next(run).games
    run.close()
    assert sum(shard.numbers for shard in data.shards()) == games > 0


def test_an_error_of_self_play_is_reported(address: str) -> None:
    broken = SelfPlay(6, "normal", SelfPlaySettings(depth=2).for_size(6), b"no weights")
    schedule = Schedule([range(7, 9)], 1.0, 5, None)
    with pytest.raises(ObversiError, match=r"could not play games 7 to 8: .*Error: "):
        list(play_on_cluster(broken, schedule, address, 1))


# Tuning


@pytest.mark.long
@pytest.mark.long
def test_workers_measure_the_same_and_failed_candidates_are_named(
    tmp_path: Path, address: str
) -> None:
    code = tmp_path / "mine.py"
    code.write_text(
        "def mine(x=0.5):\n"
        "    def value(board):\n"
        "        return x * len(board.legal_moves) / (0 if x > 0.9 else 1)\n"
        "    return value\n"
        "mine.parameters = {'x': (0, 1)}\n"
    )
    space = space_of(f"python:{code}:mine", 4)
    settings = TuningSettings.of(space, size=4, games=10)
    tasks = [Task((x,), 0, 3) for x in (0.1, 0.5, 0.7)]
    with measuring(space, settings, threads=1, cluster=address) as measured:
        estimates = dict(measured(tasks))
        assert [estimates[place] for place in range(3)] == [
            measure(space, settings, task, 1) for task in tasks
        ]
        with pytest.raises(FailedCandidateError, match="ZeroDivisionError") as failed:
            dict(measured([tasks[0], Task((0.95,), 0, 3)]))
        assert failed.value.place == 1
