"""Tournaments to ask for."""

from pathlib import Path

import pytest
from arena_app import AppCaller, app_of, play_some, small_tournament


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a tournament that is over, and one that was broken off."""
    path = tmp_path_factory.mktemp("arena") / "arena.db"
    play_some(path, small_tournament(), name="small")
    play_some(path, small_tournament(size=6, rules="normal"), most=5)
    return path


@pytest.fixture
def caller(database: Path) -> AppCaller:
    return AppCaller(app_of(arena=database))
