"""The benchmark of the statistics runs, and finds nothing absurd in a hundredth of its work."""

import json
import subprocess
import sys
from pathlib import Path
from statistics import fmean

import pytest

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "arena_statistics.py"


@pytest.mark.long
def test_the_quick_benchmark() -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--quick"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert fmean(row["wrong"]["share"] for row in figures["sprt"]) < 0.25
    for name in ("elo", "normalised", "rating", "davidson"):
        rows = figures[f"{name}_coverage"]
        assert fmean(row["held"]["share"] for row in rows) > 0.85
    assert set(figures["seconds_for_20_agents_and_10000_pairs"]) == {"bradley-terry", "davidson"}
