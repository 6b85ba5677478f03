"""Long commands print that they work, before their first result, and Ctrl-C ends them."""

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Process = Callable[..., "subprocess.Popen[str]"]


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("perft 20", "20 plies: 0 of 56, "),
        ("analyse --depth 60 --json", "analysing: 0 of 1, "),
        pytest.param(
            "solve --size 6 --rules reversed --hash-mb 1 --json",
            "solving: 0 of 1, ",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "review f5d6c3 --depth 60 --json", "reviewing: 0 of 4, ", marks=pytest.mark.long
        ),
        pytest.param(
            "match engine:depth=30 engine:depth=30 --json",
            "the first game, ",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "games engine:depth=30 engine:depth=30 --json",
            "the first game, ",
            marks=pytest.mark.long,
        ),
        ("arena run engine:depth=30 engine:depth=30 --json", "20 games to play, "),
        ("lab round-robin r2:depth=12 r4:depth=12 --json", "  0%  round robin: measuring, "),
    ],
)
def test_a_long_command_prints_that_it_works(
    start_obversi: Process, tmp_path: Path, line: str, shown: str
) -> None:
    process = start_obversi(*line.split(), cwd=tmp_path)
    assert process.stderr is not None
    # On a busy machine a step before may be shown as well.
    assert any(line.startswith(shown) for line in process.stderr)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=120)
    assert process.returncode == 130
    assert complaint.splitlines()[-1] == "obversi: interrupted"
