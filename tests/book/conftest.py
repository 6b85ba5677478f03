"""What several tests of growing books use."""

import pytest

from obversi.book import grow as grow_module


@pytest.fixture
def write_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store each result by itself, and yield after each."""
    monkeypatch.setattr(grow_module, "_SECONDS_A_WRITE", -1.0)
