"""Self-play on a Dask cluster: the same games, whatever happens to its workers."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from obversi import cluster as cluster_module
from obversi.errors import ObversiError
from obversi.training import generate as generate_module
from obversi.training.cluster import play_on_cluster
from obversi.training.games import GameData
from obversi.training.generate import SelfPlaySettings, generate
from obversi.training.schedule import Schedule
from obversi.training.self_play import SelfPlay

distributed = pytest.importorskip("distributed")

# What the package and its workers warn of while they come and go is not ours.
pytestmark = pytest.mark.filterwarnings("default")

QUICK = SelfPlaySettings(solve=6, seed=5)


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=None, dashboard_address=":0"
    ) as started:
        yield started


def played_here(folder: Path, rules: str, games: int) -> GameData:
    data = GameData.create(folder, 6, rules)
    *_, _last = generate(data, settings=QUICK, games=games, threads=1)
    return data


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_a_dead_worker_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Any, rules: str
) -> None:
    monkeypatch.setattr(generate_module, "_SECONDS_A_TASK", 0.1)
    data = GameData.create(tmp_path / "cluster", 6, rules)
    address = workers.scheduler_address
    with distributed.Client(address) as client:
        client.wait_for_workers(2, timeout=60)
        told = []
        for progress in generate(data, settings=QUICK, games=400, cluster=address):
            told.append(progress.games)
            if len(told) == 3:
                os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
    assert told[0] == 0
    assert told == sorted(told)
    assert told[-1] == 400
    assert np.array_equal(data.read(), played_here(tmp_path / "here", rules, 400).read())


def test_a_run_begun_here_goes_on_there(tmp_path: Path, workers: Any) -> None:
    data = played_here(tmp_path / "games", "normal", 30)
    run = generate(data, settings=QUICK, games=60, cluster=workers.scheduler_address)
    *_, last = run
    assert (last.before, last.played) == (30, 30)
    assert np.array_equal(data.read(), played_here(tmp_path / "here", "normal", 60).read())


def test_processes_of_this_machine_are_a_cluster_too(tmp_path: Path) -> None:
    data = GameData.create(tmp_path / "games", 6, "normal")
    *_, last = generate(data, settings=QUICK, games=50, threads=1, cluster="local")
    assert last.games == 50
    assert np.array_equal(data.read(), played_here(tmp_path / "here", "normal", 50).read())


def test_leaving_early_keeps_what_was_played(tmp_path: Path, workers: Any) -> None:
    data = GameData.create(tmp_path, 6, "normal")
    run = generate(data, settings=QUICK, games=100_000, cluster=workers.scheduler_address)
    next(run)
    games = next(run).games
    run.close()
    assert sum(shard.numbers for shard in data.shards()) == games > 0


def test_what_workers_cannot_do_is_told(workers: Any) -> None:
    broken = SelfPlay(6, "normal", SelfPlaySettings(depth=2).for_size(6), b"no weights")
    schedule = Schedule([range(7, 9)], 1.0, 5, None)
    with pytest.raises(ObversiError, match=r"could not play games 7 to 8: .*Error: "):
        list(play_on_cluster(broken, schedule, workers.scheduler_address, 1))


def test_an_address_without_a_scheduler_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_CONNECT", 0.5)
    data = GameData.create(tmp_path, 4)
    with pytest.raises(ObversiError, match="there is no Dask scheduler at 'nowhere'"):
        list(generate(data, settings=QUICK, games=10, cluster="nowhere"))
