"""A room for games, closed after the test."""

from collections.abc import Iterator

import pytest
from game_room import GameRoom


@pytest.fixture
def room() -> Iterator[GameRoom]:
    room = GameRoom()
    yield room
    room.close()
