"""Commands that nobody listens to."""

import subprocess
import sys
from pathlib import Path

import pytest

from obversi.arena.store import Store

RUN = "arena run random greedy --size 4 --pairs 2 --seed 5 --concurrency 1"


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("options", ["", "--json"])
def test_a_closed_stream_is_no_failure(tmp_path: Path, closed: str, options: str) -> None:
    for command in (
        f"{RUN} {options}",
        f"arena show {options}",
        "arena list",
        f"match random greedy --size 4 --games 2 {options}",
    ):
        ended = subprocess.run(
            f'"{sys.executable}" -m obversi {command} {closed}',
            shell=True,
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        assert bool(ended.stdout) == (closed == "2>&-")
    with Store.open(tmp_path / "arena.db") as store:
        assert len(store.games(1)) == 4
