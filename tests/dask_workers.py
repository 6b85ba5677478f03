"""A Dask cluster for tests: two workers on this machine, which are restarted when they die.

`conftest.py` imports the fixture `workers`. Starting them takes long, so all modules share them.
"""

import gc
import importlib
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from obversi.cluster import LOCAL_SETTINGS

# Starting a process takes long on a busy machine.
_SECONDS = 600


@pytest.fixture(scope="session")
def workers() -> Iterator[Any]:
    """Start two workers with two threads each."""
    distributed: Any = importlib.import_module("distributed")
    # A task that kills its worker is tried twice and not four times.
    with (
        distributed.dask.config.set(
            {"distributed.scheduler.allowed-failures": 1, **LOCAL_SETTINGS}
        ),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, memory_limit=None, dashboard_address=":0"
        ) as started,
    ):
        yield started
    # Connections that Dask gave up are closed here, and not while other tests run.
    with warnings.catch_warnings(action="ignore"):
        gc.collect()


def wait_for_workers(workers: Any) -> str:
    """Wait until both workers are there, and return the address of the scheduler."""
    distributed: Any = importlib.import_module("distributed")
    with distributed.Client(workers, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=_SECONDS)
    return str(workers.scheduler_address)
