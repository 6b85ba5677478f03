"""On a busy machine moves, pages and first results come before analyses."""

import os
import sys
from pathlib import Path

import pytest

import obversi as ob
from obversi.analysis import Analysis
from obversi.net.workers.job import Requester
from obversi.net.workers.pool import EnginePool

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities of threads"),
    pytest.mark.skipif(
        os.getpriority(os.PRIO_PROCESS, 0) >= 10, reason="all of the tests give way already"
    ),
]


def low_priority_threads() -> int:
    """Return how many threads of this process let the others run first."""
    threads = [int(path.name) for path in Path("/proc/self/task").iterdir()]
    own = os.getpriority(os.PRIO_PROCESS, 0)
    return sum(os.getpriority(os.PRIO_PROCESS, thread) > own for thread in threads)


def ignore(_found: Analysis) -> None:
    """Ignore intermediate results."""


async def test_analyses_give_way_and_nothing_else_does() -> None:
    before = low_priority_threads()
    pool = EnginePool(workers=2, hash_mb=1)
    board, limit = ob.Board(), ob.Limit(depth=12)
    await pool.analyse(Requester("192.0.2.1", "v1"), board, limit, 1, ignore)
    # The thread of the analysis, and the one in which its engine searches.
    assert low_priority_threads() == before + 2
    await pool.close()
