"""A Dask cluster: who is there, what became of tasks, and what is told when nobody is there."""

import importlib
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from obversi import cluster as cluster_module
from obversi.cluster import Cluster, ClusterError, Future, TaskLostError

distributed = pytest.importorskip("distributed")

# What the package and its workers warn of while they come and go is not ours.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=None, dashboard_address=":0"
    ) as started:
        yield started


@pytest.fixture
def cluster(workers: Any) -> Iterator[Cluster]:
    with distributed.Client(workers) as client:
        client.wait_for_workers(2, timeout=60)
    with Cluster(workers.scheduler_address, workers=1) as connected:
        yield connected


def ended(cluster: Cluster, count: int) -> list[Future]:
    found: list[Future] = []
    deadline = time.monotonic() + 60
    while len(found) < count and time.monotonic() < deadline:
        found += cluster.ended(1.0)
    return found


def test_tasks_end_and_tell_what_came_of_them(cluster: Cluster) -> None:
    assert list(cluster.workers().values()) == [1, 1]
    futures = {cluster.begin(pow, 2, power): 2**power for power in range(5)}
    over = ended(cluster, 5)
    assert {future: cluster.result(future) for future in over} == futures
    assert cluster.ended(0.0) == []


def test_a_task_stays_where_it_was_put(cluster: Cluster) -> None:
    for worker in cluster.workers():
        for _ in range(3):
            cluster.begin(eval, "__import__('distributed').get_worker().address", worker=worker)
        assert [cluster.result(future, worker) for future in ended(cluster, 3)] == [worker] * 3


@pytest.mark.parametrize("error", [ZeroDivisionError, TimeoutError])
def test_what_a_task_raises_is_raised_here(cluster: Cluster, error: type[Exception]) -> None:
    cluster.begin(eval, f"[].append((_ for _ in ()).throw({error.__name__}('as was asked for')))")
    [future] = ended(cluster, 1)
    with pytest.raises(error, match="as was asked for"):
        cluster.result(future)


def test_a_task_that_ends_its_workers_is_lost(cluster: Cluster) -> None:
    future = cluster.begin(signal.raise_signal, signal.SIGKILL)
    assert ended(cluster, 1) == [future]
    with pytest.raises(TaskLostError, match="a task was lost: "):
        cluster.result(future)


def test_a_result_that_goes_with_its_worker_is_lost(cluster: Cluster) -> None:
    worker = next(iter(cluster.workers()))
    future = cluster.begin(os.getpid, worker=worker)
    assert ended(cluster, 1) == [future]
    os.kill(cluster.result(future, worker), signal.SIGKILL)
    while worker in cluster.workers():
        time.sleep(0.1)
    with pytest.raises(TaskLostError, match=f"lost with its worker {worker}"):
        cluster.result(future, worker)


def test_what_is_cancelled_does_not_run(cluster: Cluster) -> None:
    [worker, *_] = cluster.workers()
    first = cluster.begin(time.sleep, 0.3, worker=worker)
    second = cluster.begin(signal.raise_signal, signal.SIGKILL, worker=worker)
    cluster.cancel([second])
    assert set(ended(cluster, 2)) == {first, second}
    assert cluster.result(first) is None
    assert worker in cluster.workers()


def test_processes_of_this_machine_are_a_cluster_too() -> None:
    with Cluster("local", workers=1, threads=3) as cluster:
        assert list(cluster.workers().values()) == [3]
        cluster.begin(os.getpid)
        assert cluster.result(*ended(cluster, 1)) != os.getpid()


def test_an_address_without_a_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_CONNECT", 0.5)
    for address in ("tcp://127.0.0.1:9", "nowhere"):
        with pytest.raises(ClusterError, match=f"there is no Dask scheduler at '{address}'"):
            Cluster(address, workers=1)


def test_a_scheduler_that_goes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_CONNECT", 1.0)
    with distributed.LocalCluster(n_workers=1, dashboard_address=":0") as started:
        cluster = Cluster(started.scheduler_address, workers=1)
        cluster.begin(time.sleep, 60)
    with distributed.dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        [future] = ended(cluster, 1)
        with pytest.raises(ClusterError, match=r"the Dask scheduler at 'tcp://.*' is gone: "):
            cluster.result(future)
        with pytest.raises(ClusterError, match="is gone"):
            cluster.workers()
        cluster.cancel([future])
        while cluster._client.status != "closed":  # it gives up by itself
            time.sleep(0.05)
        cluster.cancel([future])
        monkeypatch.setattr(cluster_module, "_SECONDS_BETWEEN_LOOKS", 0.0)
        for ask in (cluster.workers, lambda: cluster.begin(os.getpid)):
            with pytest.raises(ClusterError, match="is gone"):
                ask()
        cluster.close()


def test_nobody_waits_for_workers_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_WITHOUT_WORKERS", 0.1)
    monkeypatch.setattr(cluster_module, "_SECONDS_BETWEEN_LOOKS", 0.0)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        Cluster(empty.scheduler_address, workers=1) as cluster,
    ):
        assert cluster.workers() == {}
        time.sleep(0.2)
        with pytest.raises(ClusterError, match="the cluster has had no worker for"):
            cluster.workers()


def test_without_the_package_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(f"no module {name}")

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ClusterError, match=r"pip install 'obversi\[cluster\]'"):
        Cluster("local", workers=1)
