"""A simulated server on each kind of store, closed after the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from simulated_server import SimulatedServer


@pytest.fixture
def server(store_place: Path | str) -> Iterator[SimulatedServer]:
    server = SimulatedServer(store_place)
    yield server
    server.close()
