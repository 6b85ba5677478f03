"""Ctrl-C during an experiment, in a process of its own."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

Process = Callable[..., "subprocess.Popen[str]"]


def test_ctrl_c_says_how_to_go_on(start_obversi: Process, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    endless = ("--games", "100000000", "--threads", "1", "--out", str(folder))
    process = start_obversi("lab", "run", "breadth", *endless)
    while not (folder / "breadth.steps.jsonl").exists():
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate(timeout=30)
    assert (process.returncode, output) == (130, "")
    assert complaint.splitlines() == [
        f"finished steps are kept in {folder}: the same command goes on where it was",
        "obversi: interrupted",
    ]
