"""Ctrl-C during an experiment, in a process of its own."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Process = Callable[..., "subprocess.Popen[str]"]


@pytest.mark.long
def test_ctrl_c_says_how_to_resume(start_obversi: Process, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    endless = ("--games", "10000000", "--threads", "1", "--out", str(folder))
    process = start_obversi("lab", "run", "breadth", *endless)
    steps = folder / "breadth.steps.jsonl"
    while not (steps.exists() and steps.stat().st_size):  # its first line, before the first step
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate(timeout=120)
    assert (process.returncode, output) == (130, "")
    assert complaint.splitlines()[-2:] == [
        f"finished steps are stored in {folder}: the same command resumes",
        "obversi: interrupted",
    ]
