"""A simulated server, closed after the test."""

from collections.abc import Iterator

import pytest
from simulated_server import SimulatedServer


@pytest.fixture
def server() -> Iterator[SimulatedServer]:
    server = SimulatedServer()
    yield server
    server.close()
