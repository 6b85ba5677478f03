"""A contest on the workers of a Dask cluster: the same results, in tested sandboxes only."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from class_agents import SILENT, agent
from dask_workers import wait_for_workers

from obversi.agents.course.preset import read_preset
from obversi.errors import MachineError, ObversiWarning
from obversi.judge.contest import Contest
from obversi.judge.contest_cluster import ContestCluster
from obversi.judge.stages import RACE, ROUND_ROBIN, STAGES, USABILITY

distributed: Any = import_module("distributed")

# Warnings of Dask about workers that come and go do not matter here.
pytestmark = pytest.mark.filterwarnings("default")

AGENTS = {
    "anna": agent("row"),
    "ben": agent("-row - 2 * col"),
    "chen": agent("col - row"),
    "李": "raise SystemExit(3)" + agent("row"),
    "silent": SILENT,
}

# On a worker: the machine is tested for a moment only.
QUICK = "import obversi.judge.machine_timing as tested; tested.SECONDS = 0.05"

# On a worker: its sandbox lacks a layer, and no agent may run there.
WEAK = """
import obversi.judge.cluster_worker as worker, obversi.sandbox.layers as layers
missing = {layers.Layer.SECCOMP: "it was taken away"}
layers.missing_layers = lambda found=missing: found
def forbidden(*arguments):
    raise AssertionError("an agent came to a weak worker")
worker.usability_of = worker.play_contest_game = forbidden
"""

# On a worker: the files that it was sent are gone.
FORGETFUL = """
import distributed, pathlib, shutil
for worker in distributed.Worker._instances:
    for path in pathlib.Path(worker.local_directory).glob("judge-*/*"):
        shutil.rmtree(path)
"""

RULES = replace(
    read_preset("cs303"),
    name="tiny",
    size=4,
    move_seconds=2.0,
    load_seconds=20.0,
    usability_boards=2,
    race_rounds=1,
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a small class."""
    folder = tmp_path_factory.mktemp("class")
    for name, source in AGENTS.items():
        (folder / f"{name}.py").write_text(source)
    return folder


@pytest.fixture(scope="module")
def expected(files: Path, tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """Judge the class without a cluster."""
    folder = tmp_path_factory.mktemp("here") / "results"
    with Contest.open(files, folder, RULES) as contest:
        list(contest.run())
    return results(folder)


@pytest.fixture
def client(workers: Any) -> Iterator[Any]:
    wait_for_workers(workers)
    with distributed.Client(workers, set_as_default=False) as connected:
        connected.run(exec, QUICK)
        yield connected


@pytest.fixture
def cluster(client: Any) -> Iterator[ContestCluster]:
    with closing(ContestCluster(client.scheduler.address)) as connected:
        yield connected


def results(folder: Path) -> list[object]:
    """Return all that does not depend on time and place: boards, games and grades."""
    contest = Contest.look(folder)
    found: list[object] = [
        (
            student.name,
            student.problem,
            tried and [(one.words, one.failure) for one in tried.boards],
        )
        for student in contest.students
        for tried in [contest.tried(student)]
    ]
    for stage in (contest.race, contest.round_robin):
        assert stage is not None
        for game in sorted(stage.games, key=lambda game: game.number):
            moves = " ".join(str(move.move) for move in game.record.moves)
            found.append((stage.stored.title, game.number, *stage.players(game), moves))
    return [*found, contest.grades(intervals=False)]


@pytest.mark.long
def test_results_are_the_same_and_machines_are_tested(
    tmp_path: Path, files: Path, expected: list[object], cluster: ContestCluster
) -> None:
    with Contest.open(files, tmp_path / "there", RULES, cluster=cluster) as contest:
        steps = list(contest.run())
        assert contest.is_over
        tests = contest.folder.machine_timings()
    assert [step.stage for step in steps if step.done == step.planned][-1] == ROUND_ROBIN
    assert len({test.place for test in tests}) == 2
    assert all(test.place for test in tests)
    assert results(tmp_path / "there") == expected
    # What does not run here needs no layers here.
    assert Contest.look(tmp_path / "there").record.layers == ()


@pytest.mark.long
def test_a_dead_worker_costs_repeated_games_only(
    tmp_path: Path, files: Path, expected: list[object], cluster: ContestCluster, client: Any
) -> None:
    killed: set[str] = set()
    with Contest.open(files, tmp_path / "there", RULES, cluster=cluster) as contest:
        for step in contest.run():
            if step.words and step.stage not in killed:
                killed.add(step.stage)
                os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
    assert killed == {*STAGES}
    assert results(tmp_path / "there") == expected


@pytest.mark.long
def test_a_contest_resumes_elsewhere(
    tmp_path: Path, files: Path, expected: list[object], cluster: ContestCluster, client: Any
) -> None:
    folder = tmp_path / "results"
    for stage in (USABILITY, RACE):
        with Contest.open(files, folder, RULES, cluster=cluster) as contest:
            running = contest.run()
            next(step for step in running if step.stage == stage and step.words)
            running.close()
            assert not contest.is_over
        assert cluster.busy == 0
        client.run(exec, FORGETFUL)
    with Contest.open(files, folder, RULES) as contest, closing(contest.run()) as running:
        next(step for step in running if step.stage == RACE and step.words)
    with Contest.open(files, folder, RULES, cluster=cluster) as contest:
        list(contest.run())
    assert results(folder) == expected


@pytest.mark.long
@pytest.mark.long
def test_a_worker_without_a_required_layer_gets_no_games(
    tmp_path: Path, files: Path, workers: Any, client: Any
) -> None:
    strict = replace(RULES, sandbox=("process", "seccomp"))
    [weak, *_] = client.run(os.getpid)
    client.run(exec, WEAK, workers=[weak])
    try:
        reason = rf"the worker {weak} gets no games: .*: seccomp: it was taken away \("
        with (
            closing(ContestCluster(workers.scheduler_address)) as cluster,
            Contest.open(files, tmp_path / "one", strict, cluster=cluster) as contest,
        ):
            with pytest.warns(ObversiWarning, match=reason):
                list(contest.run(stages=[USABILITY]))
            assert all(contest.tried(student) for student in contest.playing)
        client.run(exec, WEAK)
        with (
            closing(ContestCluster(workers.scheduler_address)) as cluster,
            Contest.open(files, tmp_path / "none", strict, cluster=cluster) as contest,
            pytest.warns(ObversiWarning, match="gets no games"),
            pytest.raises(MachineError, match=r"no worker of the cluster can play: tcp://.*secc"),
        ):
            list(contest.run())
        assert not any(contest.tried(student) for student in contest.students)
    finally:
        client.restart()
