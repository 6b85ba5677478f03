"""The benchmark of a class with all kinds of hand-ins, as a small class on the smallest board."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

SCRIPT: Final = Path(__file__).parents[2] / "benchmarks" / "judge_hand_ins.py"

SMALL: Final = {
    "students": 7,
    "broken": 4,
    "size": 4,
    "kills": 0,  # they are tested where a judge is killed at a moment that matters
    "boards": 1,
    "race-rounds": 0,
    "seconds": 2,  # more than needed, even on a busy machine
}


def test_a_small_class_with_all_kinds_of_hand_ins() -> None:
    words = [word for name, value in SMALL.items() for word in (f"--{name}", str(value))]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    figures = json.loads(done.stdout)
    assert (figures["rows"], figures["rows_with_a_problem"]) == (7, 4)
    assert figures["games_of_the_replaced_student"] == 4
