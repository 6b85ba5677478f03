"""``obversi judge run --cluster``."""

import os
import signal
import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from dask_workers import wait_for_workers
from quick_judge import QUICK_JUDGE

distributed: Any = import_module("distributed")

# Warnings of Dask about workers that come and go do not matter here.
pytestmark = pytest.mark.filterwarnings("default")

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


@pytest.mark.long
def test_ctrl_c_ends_it_and_the_same_command_resumes(
    start_obversi: Process, obversi: Command, students: Path, workers: Any
) -> None:
    address = wait_for_workers(workers)
    # A game that takes long, so that there is time to press it.
    wait = "        import time; time.sleep(0.3)\n"
    (students / "anna.py").write_text((students / "anna.py").read_text() + wait)
    arguments = ["judge", "run", str(students), "--preset", "quick.toml", "--cluster", address]
    process = start_obversi(*arguments, command=QUICK_JUDGE, cwd=students.parent)
    assert process.stderr is not None
    assert any(line.startswith("points race") for line in process.stderr)
    process.send_signal(signal.SIGINT)
    printed, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint.splitlines()[-2:] == [
        "the contest is not over: the same command resumes it",
        "obversi: interrupted",
    ]
    assert "anna" in printed
    result = obversi(*arguments)
    assert result.exit_code == 0
    assert result.stderr.count("worker tcp://127.0.0.1:") == 2
    assert "round robin: 2 of 2 games" in result.stderr


@pytest.mark.long
def test_a_worker_without_the_required_layers_is_named(
    obversi: Command, students: Path, workers: Any
) -> None:
    address = wait_for_workers(workers)
    with distributed.Client(address, set_as_default=False) as client:
        client.run(
            exec,
            "import obversi.sandbox.layers as layers\n"
            "missing = {layers.Layer.LIMITS: 'it was taken away'}\n"
            "layers.missing_layers = lambda found=missing: found\n",
        )
        names = sorted(client.run(os.getpid))
        arguments = ("judge", "run", str(students), "--preset", "quick.toml", "--out", "results")
        result = obversi(*arguments, "--cluster", address, "--sandbox", "limits")
        client.restart()
    assert result.exit_code == 1
    for name in names:
        assert f"obversi: the worker {name} gets no games: the required sandbox" in result.stderr
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"obversi: no worker of the cluster can play: {names[0]}: the required")
    assert "limits: it was taken away (use Linux)" in last
