"""The file in which a server keeps its games: each move is there before anybody hears of it."""

from obversi.net.store.store import Store
from obversi.net.store.stored import StoredGame, StoredMove, StoredSeat

__all__ = ["Store", "StoredGame", "StoredMove", "StoredSeat"]
