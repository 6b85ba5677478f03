"""The benchmark of a whole class, as a class of three on the smallest board."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

BENCHMARK: Final = Path(__file__).parents[2] / "benchmarks" / "judge_class.py"

SMALL: Final = {
    "students": 3,
    "broken": 1,
    "size": 4,
    "kills": 1,
    "boards": 1,
    "race-rounds": 0,
    "seconds": 2,  # which nobody needs, however busy the machine is
}


def test_a_small_class() -> None:
    words = [word for name, value in SMALL.items() for word in (f"--{name}", str(value))]
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    figures = json.loads(done.stdout)
    assert figures["games"] == figures["planned"] == 2
    for name in ("games_after_kills", "grades_after_kills", "games_in_other_order"):
        assert figures[f"other_{name}"] == 0
