"""A book that grows on a Dask cluster is the same, whatever happens to the workers."""

import os
import signal
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from dask_workers import wait_for_workers

from obversi.book import grow as grow_module, search as search_module
from obversi.book.grow import GrowthPlan, Progress, grow, solve_late
from obversi.book.store import BookStore
from obversi.cluster import ClusterError
from obversi.rules import Rules

distributed: Any = import_module("distributed")

# Warnings of Dask about workers that come and go do not matter here.
pytestmark = pytest.mark.filterwarnings("default")

PLAN = GrowthPlan(depth=2, deeper_before=4, solve_empties=6, round=16)
COUNT = 80


def leaves(path: Path) -> list[tuple[object, object]]:
    """Return all positions of a working copy with their leaves."""
    with BookStore.open(path) as store:
        graph = store.graph()
    return list(zip(graph.positions.tolist(), graph.leaves.tolist(), strict=True))


def grown(path: Path, rules: Rules, **options: Any) -> list[Progress]:
    with BookStore.create(path, 6, rules, {}) as store:
        return list(grow(store, PLAN, positions=COUNT, **options))


@pytest.mark.long
def test_a_worker_that_dies_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Any
) -> None:
    monkeypatch.setattr(grow_module, "_SECONDS_A_WRITE", -1.0)
    monkeypatch.setattr(search_module, "_TASKS_A_REQUEST", 1)
    address = wait_for_workers(workers)
    path = tmp_path / "cluster.db"
    counts = []
    with (
        distributed.Client(address, set_as_default=False) as client,
        BookStore.create(path, 6, "reversed", {}) as store,
    ):
        for progress in grow(store, PLAN, positions=COUNT, cluster=address):
            counts.append(progress.searched)
            if len(counts) == 40:
                os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
        assert store.graph().pending.tolist() == []
    assert counts == sorted(counts)
    assert len(counts) > 80
    grown(tmp_path / "here.db", "reversed", threads=2)
    assert leaves(path) == leaves(tmp_path / "here.db")


@pytest.mark.long
def test_a_run_that_was_closed_goes_on_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Any
) -> None:
    monkeypatch.setattr(grow_module, "_SECONDS_A_WRITE", -1.0)
    address = wait_for_workers(workers)
    path = tmp_path / "a.db"
    with BookStore.create(path, 6, "normal", {}) as store:
        running = grow(store, PLAN, positions=COUNT, cluster=address)
        while next(running).positions < COUNT // 2:
            pass
        running.close()
        begun = store.graph()
        assert COUNT // 2 <= len(begun) < COUNT
        list(grow(store, positions=COUNT, threads=2))
    grown(tmp_path / "here.db", "normal", threads=2)
    assert leaves(path) == leaves(tmp_path / "here.db")


@pytest.mark.long
def test_processes_of_this_machine(tmp_path: Path) -> None:
    *_, last = grown(tmp_path / "a.db", "normal", cluster="local", threads=1)
    *_, expected = grown(tmp_path / "b.db", "normal", threads=1)
    assert (last.positions, last.searched, last.value) == (COUNT, expected.searched, expected.value)
    assert leaves(tmp_path / "a.db") == leaves(tmp_path / "b.db")


def test_workers_solve(tmp_path: Path, workers: Any) -> None:
    address = wait_for_workers(workers)
    shallow = GrowthPlan(depth=1, deeper_before=0, solve_empties=0, round=12)
    for name, options in (("a.db", {"cluster": address}), ("b.db", {"threads": 2})):
        with BookStore.create(tmp_path / name, 4, "normal", {}) as store:
            list(grow(store, shallow, positions=40, threads=2))
            *_, last = solve_late(store, 10, **options)
            assert last.searched > 10
            graph = store.graph()
            is_late = graph.has_leaf & (graph.empties <= 10)
            assert graph.leaves["exact"][is_late].all()
    assert leaves(tmp_path / "a.db") == leaves(tmp_path / "b.db")


@pytest.mark.long
def test_an_address_without_a_scheduler_is_named(tmp_path: Path) -> None:
    with (
        BookStore.create(tmp_path / "a.db", 6, "normal", {}) as store,
        pytest.raises(ClusterError, match="there is no Dask scheduler at 'nowhere'"),
    ):
        list(grow(store, PLAN, positions=10, cluster="nowhere"))
    # The file can be used again.
    with BookStore.open(tmp_path / "a.db", writing=True) as store:
        *_, last = grow(store, positions=10, threads=1)
    assert last.positions == 10
