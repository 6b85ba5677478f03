"""Commands that are started with closed streams."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from obversi.arena.store.store import Store

# Every command runs in its own process, which starts with the streams that the shell has closed;
# the modules are imported once.
ONE_BY_ONE = """
import os, shlex, sys
import obversi.cli.arena.run, obversi.cli.arena.results, obversi.cli.match, scipy.optimize
from obversi.cli import main
for command in sys.argv[1:]:
    if not (child := os.fork()):
        main(shlex.split(command))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print("ended with", status, flush=True)
    if status:
        sys.exit(f"{command} ended with {status}")
"""
RUN = "arena run random greedy --size 4 --pairs 1 --seed 5 --concurrency 1"


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("closed", "options"),
    [
        pytest.param(">&-", "", marks=pytest.mark.long),
        pytest.param("2>&-", "--json", marks=pytest.mark.long),
        ("<&- >&- 2>&-", ""),
    ],
)
def test_commands_work_with_closed_streams(tmp_path: Path, closed: str, options: str) -> None:
    commands = (
        f"{RUN} {options}",
        "arena show",
        "arena show --json",
        f"match random greedy --size 4 --games 2 {options}",
    )
    ended = subprocess.run(
        shlex.join([sys.executable, "-c", ONE_BY_ONE, *commands]) + f" {closed}",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0
    assert "ended with" not in ended.stderr
    if closed == "2>&-":
        assert re.fullmatch(r"(?:.+?\nended with 0\n){4}", ended.stdout, re.DOTALL)
    else:
        assert not ended.stdout
    with Store.open(tmp_path / "arena.db") as store:
        assert len(store.games(1)) == 2
