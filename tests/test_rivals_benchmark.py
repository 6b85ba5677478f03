"""benchmarks/rivals.py: solvers side by side, and its errors."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parent.parent / "benchmarks" / "rivals.py"
# A solver that reports a second for each line and thread.
FAKE = f"""{sys.executable} -c 'print("time", len(open("{{file}}").readlines()) * {{threads}})'"""


@pytest.fixture
def endgame(tmp_path: Path) -> Path:
    path = tmp_path / "ends.obf"
    line = f"{'X' * 30}{'O' * 32}-- X;\n"
    path.write_text(3 * line)
    return path


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARK), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_ratios_to_the_first_solver(endgame: Path) -> None:
    done = run(
        *(endgame, "--first", 2, "--rounds", 2, "--threads", 1, 2),
        *("--solver", f"fake={FAKE}", "--seconds", r'(?:time |"seconds": )([0-9.]+)'),
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["positions"], result["rounds"]) == (2, 2)
    rows = {(row["threads"], row["solver"]): row for row in result["times"]}
    assert list(rows) == [(1, "fake"), (1, "obversi"), (2, "fake"), (2, "obversi")]
    assert rows[1, "fake"]["seconds"] == [2.0, 2.0]
    assert rows[2, "fake"]["median_seconds"] == 4.0
    assert rows[1, "fake"]["ratio_to_fake"] == 1.0
    assert rows[1, "obversi"]["ratio_to_fake"] < 0.1


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--solver", "edax"], "needs NAME=COMMAND with {file} in the command"),
        (["--rounds", "0"], "begin at 1"),
        (["--solver", "broken=false {file}"], "false .*exit status 1"),
    ],
)
def test_errors(endgame: Path, arguments: list[str], message: str) -> None:
    done = run(endgame, *arguments)
    assert done.returncode
    assert re.search(message, done.stderr), done.stderr


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    done = run(tmp_path / "none.obf")
    assert done.returncode == 2
    assert "there is no file" in done.stderr
