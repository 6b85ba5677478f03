from collections.abc import Iterator

import pytest

import obversi as ob


@pytest.fixture(scope="session")
def engine() -> Iterator[ob.Engine]:
    """One for all sessions: what is not about its memory needs no other."""
    with ob.Engine(hash_mb=16) as engine:
        yield engine
